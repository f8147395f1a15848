// Times as Discord writes them. Guarantees that every relative time on the page is kept up to date, by the
// server's clock, for as long as it's shown.

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

/** Sets how many milliseconds the server's clock is ahead of the browser's. */
export function setClock(milliseconds) {
  ahead = milliseconds;
}

function sinceNow(seconds) {
  const distance = seconds - (Date.now() + ahead) / 1000;
  const [unit, length] = UNITS.find(([, size]) => Math.abs(distance) >= size) ?? ["second", 1];
  return relative.format(Math.round(distance / length), unit);
}

// Created once, because creating a formatter takes as long as formatting a hundred dates.
const formats = Object.fromEntries(
  Object.entries(STYLES).map(([style, parts]) => [style, new Intl.DateTimeFormat(undefined, parts)]),
);

function words(date, style) {
  return formats[style].format(date);
}

/** A `time` element for `<t:seconds:style>`, with the full date as its tooltip. */
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

/** When a message was sent: the time if that was today, or else the date too. */
export function sentAt(iso) {
  const date = new Date(iso);
  const isToday = date.toDateString() === new Date(Date.now() + ahead).toDateString();
  return el("time", { datetime: date.toISOString(), title: words(date, "F") }, words(date, isToday ? "t" : "s"));
}

/** The day, as on a divider. */
export function dayOf(iso) {
  return words(new Date(iso), "D");
}

setInterval(() => {
  for (const shown of document.querySelectorAll("time[data-relative]")) {
    const now = sinceNow(Number(shown.dataset.relative));
    if (shown.textContent !== now) shown.textContent = now;
  }
}, 1000);
