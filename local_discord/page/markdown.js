// Turns Discord's markdown into elements. Guarantees: every character is shown or is markup, nothing is
// treated as HTML, links are only http and https, and no text, however nested, takes more than linear depth.

import { el } from "./dom.js";
import { emojiPicture } from "./emoji.js";
import { timestamp } from "./time.js";

const DEEPEST = 12;

/**
 * The elements of a text. In `known`, `user(id)`, `role(id)` and `channel(id)` return `{name, isMe?}` or null,
 * `open(channelId, messageId)` opens a channel or message link, and `command(name)` begins a slash command.
 */
export function markdown(source, known) {
  const parts = el("div", { class: "markdown" });
  parts.append(...blocks(String(source ?? ""), known, 0));
  return parts;
}

/** Only the inline markup, for titles, option descriptions and other single lines. */
export function inlineMarkdown(source, known) {
  return inline(String(source ?? ""), known, 0);
}

// ---- blocks -------------------------------------------------------------------------------------------------

const FENCE = /^```(?:([\w+#.-]+)\n)?\n?([\s\S]*?)\n?```/;
const LIST = /^( *)([-*]|\d{1,9}\.) +(.*)$/;

function blocks(source, known, depth) {
  const found = [];
  let text = "";
  const flush = () => {
    if (text) found.push(...lines(text, known, depth));
    text = "";
  };
  for (let rest = source; rest;) {
    const fence = FENCE.exec(rest);
    if (fence && fence[2].trim()) {
      flush();
      found.push(codeBlock(fence[2], fence[1]));
      rest = rest.slice(fence[0].length).replace(/^\n/, "");
    } else {
      const next = rest.indexOf("```", 1);
      text += next < 0 ? rest : rest.slice(0, next);
      rest = next < 0 ? "" : rest.slice(next);
    }
  }
  flush();
  return found;
}

function codeBlock(text, language) {
  // The colour codes of `ansi` blocks are dropped: only the words matter.
  const shown = language === "ansi" ? text.replace(/\u001b\[[\d;]*m/g, "") : text;
  return el("pre", { class: "code", tabindex: "0" }, el("code", {}, shown));
}

function lines(source, known, depth) {
  const rows = source.replace(/\n$/, "").split("\n");
  const found = [];
  let plain = [];
  const flush = () => {
    if (plain.length) found.push(el("div", { class: "line" }, inline(plain.join("\n"), known, depth)));
    plain = [];
  };
  while (rows.length) {
    const block = depth < DEEPEST ? takeBlock(rows, known, depth) : null;
    if (block) flush();
    if (block) found.push(block);
    else plain.push(rows.shift());
  }
  flush();
  return found;
}

/** Removes a heading, quote, list or subtext from the front of `rows`, if there is one, and returns it. */
function takeBlock(rows, known, depth) {
  const [first] = rows;
  const heading = /^(#{1,3}) +(.+)$/.exec(first);
  if (heading) return takeHeading(rows, heading, known, depth);
  if (first.startsWith("-# ")) return el("small", { class: "subtext" }, inline(rows.shift().slice(3), known, depth));
  if (first.startsWith(">>> ")) return quote(rows.splice(0).join("\n").slice(4), known, depth);
  if (/^> /.test(first)) return takeQuote(rows, known, depth);
  if (LIST.test(first)) return takeList(rows, known, depth);
  return null;
}

function takeHeading(rows, [, marks, text], known, depth) {
  rows.shift();
  // The page itself uses levels 1 and 2, so a message's headings begin below them.
  return el(`h${marks.length + 2}`, { class: `heading-${marks.length}` }, inline(text, known, depth));
}

function takeQuote(rows, known, depth) {
  const quoted = [];
  while (rows.length && /^>( |$)/.test(rows[0])) quoted.push(rows.shift().slice(2));
  return quote(quoted.join("\n"), known, depth);
}

function quote(text, known, depth) {
  return el("blockquote", {}, blocks(text, known, depth + 1));
}

function takeList(rows, known, depth) {
  const [, margin, mark] = LIST.exec(rows[0]);
  const isOrdered = /\d/.test(mark);
  const list = el(isOrdered ? "ol" : "ul", { start: isOrdered ? parseInt(mark, 10) : null });
  while (rows.length) {
    const item = LIST.exec(rows[0]);
    const indent = item?.[1].length ?? /^ */.exec(rows[0])[0].length;
    if (item && indent >= margin.length + 2 && list.lastElementChild && depth < DEEPEST) {
      list.lastElementChild.append(takeList(rows, known, depth + 1));
    } else if (item && /\d/.test(item[2]) === isOrdered && indent >= margin.length) {
      list.append(el("li", {}, inline(item[3], known, depth)));
      rows.shift();
    } else if (!item && indent > margin.length && rows[0].trim() && list.lastElementChild) {
      list.lastElementChild.append("\n", ...inline(rows.shift().trim(), known, depth));
    } else break;
  }
  return list;
}

// ---- inline -------------------------------------------------------------------------------------------------

const wrap =
  (tag, attributes = {}) =>
  (match, known, depth) =>
    el(tag, attributes, inline(match[1], known, depth + 1));

/** The patterns are tried in this order at every position, where they have to match. */
const MARKS = [
  [/^\\([^A-Za-z0-9\s])/, (match) => match[1]],
  [/^``([\s\S]+?)``(?!`)/, (match) => el("code", {}, match[1].replace(/^ (.*) $/, "$1"))],
  [/^`([^`]+)`(?!`)/, (match) => el("code", {}, match[1])],
  [/^\[((?:[^[\]\\]|\\.|\[[^\]]*\])+)\]\(<?(https?:\/\/[^\s)>]+)>?(?: "[^"]*")?\)/, maskedLink],
  [/^<(https?:\/\/[^\s>]+)>/, (match, known) => link(match[1], match[1], known)],
  [/^https?:\/\/[^\s<]+[^\s<.,:;"')\]*_~|]/, (match, known) => link(match[0], match[0], known)],
  [/^<@!?(\d+)>/, (match, known) => mention("@", known.user(match[1]), "unknown-user", { user: match[1] })],
  [/^<@&(\d+)>/, (match, known) => mention("@", known.role(match[1]), "unknown-role", {})],
  [/^<#(\d+)>/, channelMention],
  [/^@(everyone|here)\b/, (match) => el("span", { class: "mention" }, match[0])],
  [/^<t:(-?\d{1,13})(?::([tTdDfFRsS]))?>/, (match) => timestamp(Number(match[1]), match[2] ?? "f")],
  [/^<\/([-_\p{L}\p{N}' ]{1,110}):\d+>/u, commandMention],
  [/^<a?:(\w{2,32}):(\d+)>/, (match) => emojiPicture(match[1], match[2])],
  [/^\*\*\*(?=\S)([\s\S]+?)\*\*\*(?!\*)/, (match, known, depth) => el("strong", {}, wrap("em")(match, known, depth))],
  [/^\*\*(?=\S)([\s\S]+?)\*\*(?!\*)/, wrap("strong")],
  [/^__(?=\S)([\s\S]+?)__(?!_)/, wrap("u")],
  [/^\*(?=\S)((?:\*\*[\s\S]+?\*\*|[^*\\]|\\[\s\S])+?)\*(?!\*)/, wrap("em")],
  [/^_(?=\S)((?:__[\s\S]+?__|[^_\\]|\\[\s\S])+?)_(?![\w_])/, wrap("em")],
  [/^~~(?=\S)([\s\S]+?)~~/, wrap("s")],
  [/^\|\|([\s\S]+?)\|\|/, (match, known, depth) => spoiler(inline(match[1], known, depth + 1))],
];

const MAY_START = /[\\`[<h@*_~|]/;

function inline(source, known, depth) {
  if (depth > DEEPEST) return [source];
  const found = [];
  let plain = "";
  let previous = "";
  for (let at = 0; at < source.length;) {
    const hit = markAt(source, at, previous);
    if (hit) {
      if (plain) found.push(plain);
      plain = "";
      found.push(hit.make(hit.match, known, depth));
      at += hit.match[0].length;
    } else {
      plain += source[at];
      at += 1;
    }
    previous = source[at - 1];
  }
  if (plain) found.push(plain);
  return found.flat();
}

function markAt(source, at, previous) {
  if (!MAY_START.test(source[at])) return null;
  // The underscores in snake_case aren't emphasis, and "http…" at the end of a word isn't an address.
  if ((source[at] === "_" || source[at] === "h") && /\w/.test(previous)) return null;
  const rest = source.slice(at);
  for (const [pattern, make] of MARKS) {
    const match = pattern.exec(rest);
    if (match) return { match, make };
  }
  return null;
}

function maskedLink(match, known, depth) {
  return link(match[2], inline(match[1], known, depth + 1), known);
}

/** The channel and, if it names one, the message that an address leads to; null if it leads out of the page. */
export function insideOf(address) {
  const found = MESSAGE_LINK.exec(address);
  return found && [found[1], found[2]];
}

const MESSAGE_LINK = /^https:\/\/(?:\w+\.)?discord(?:app)?\.com\/channels\/(?:\d+|@me)\/(\d+)(?:\/(\d+))?$/;

function link(address, shown, known) {
  const inside = insideOf(address);
  if (!inside) return el("a", { href: address, target: "_blank", rel: "noopener noreferrer" }, shown);
  const [channel, message] = inside;
  const name = known.channel(channel)?.name ?? "unknown";
  const words = shown === address ? `#${name}${message ? " › message" : ""}` : shown;
  return opener(words, () => known.open(channel, message));
}

function channelMention(match, known) {
  const channel = known.channel(match[1]);
  if (!channel) return el("span", { class: "mention" }, "#unknown");
  return opener(`#${channel.name}`, () => known.open(match[1]), { "data-mention-channel": match[1] });
}

function commandMention(match, known) {
  return opener(`/${match[1]}`, () => known.command(match[1]), { "data-command-mention": match[1] });
}

function opener(words, act, attributes = {}) {
  return el("button", { type: "button", class: "mention", onclick: act, ...attributes }, words);
}

function mention(mark, thing, otherwise, { user }) {
  const name = thing?.name ?? otherwise;
  return el(
    "span",
    { class: thing?.isMe ? "mention mine" : "mention", "data-mention-user": user },
    mark,
    el("bdi", {}, name),
  );
}

/** Hidden until it's pressed, from screen readers too. */
export function spoiler(content) {
  const inside = el("span", { class: "spoiler-inside", inert: true, "aria-hidden": "true" }, content);
  const cover = el("button", { type: "button", class: "spoiler-cover", "aria-label": "Show spoiler" });
  cover.addEventListener("click", () => {
    cover.remove();
    inside.inert = false;
    inside.removeAttribute("aria-hidden");
  });
  return el("span", { class: "spoiler" }, inside, cover);
}
