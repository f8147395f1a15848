// Times as Discord writes them. Guarantees that every relative time on the page is brought up to date, by the
// server's clock, for as long as it is shown.

import { el } from "./dom.js";

const STYLES = {
  t: { timeStyle: "short" },
  T: { timeStyle: "medium" },
  d: { dateStyle: "short" },
  D: { dateStyle: "long" },
  f: { dateStyle: "long", timeStyle: "short" },
  F: { dateStyle: "full", timeStyle: "short" },
  s: { dateStyle: "short", timeStyle: "short" },
  S: { dateStyle: "short", timeStyle: "medium" },
};

const UNITS = [
  ["year", 31536000],
  ["month", 2592000],
  ["day", 86400],
  ["hour", 3600],
  ["minute", 60],
];

const relative = new Intl.RelativeTimeFormat("en", { numeric: "auto" });
let ahead = 0;

/** Sets how many milliseconds the server's clock is ahead of this one. */
export function setClock(milliseconds) {
  ahead = milliseconds;
}

function sinceNow(seconds) {
  const distance = seconds - (Date.now() + ahead) / 1000;
  const [unit, length] = UNITS.find(([, size]) => Math.abs(distance) >= size) ?? ["second", 1];
  return relative.format(Math.round(distance / length), unit);
}

// Made once: to make a format takes as long as to write a hundred dates with it.
const formats = Object.fromEntries(
  Object.entries(STYLES).map(([style, parts]) => [style, new Intl.DateTimeFormat(undefined, parts)]),
);

function words(date, style) {
  return formats[style].format(date);
}

/** `<t:seconds:style>` as a `time` element; the whole date is its tooltip. */
export function timestamp(seconds, style) {
  const date = new Date(seconds * 1000);
  if (Number.isNaN(date.getTime())) return `<t:${seconds}>`;
  const shown = style === "R" ? sinceNow(seconds) : words(date, style);
  return el(
    "time",
    { datetime: date.toISOString(), title: words(date, "F"), "data-relative": style === "R" ? seconds : null },
    shown,
  );
}

/** When a message was sent: the hour today, the date before. */
export function sentAt(iso) {
  const date = new Date(iso);
  const isToday = date.toDateString() === new Date(Date.now() + ahead).toDateString();
  return el("time", { datetime: date.toISOString(), title: words(date, "F") }, words(date, isToday ? "t" : "s"));
}

/** The day as a divider shows it. */
export function dayOf(iso) {
  return words(new Date(iso), "D");
}

setInterval(() => {
  for (const shown of document.querySelectorAll("time[data-relative]")) {
    const now = sinceNow(Number(shown.dataset.relative));
    if (shown.textContent !== now) shown.textContent = now;
  }
}, 1000);
