// The list of channels, threads and direct messages. Guarantees that one press opens any channel this person may
// see, and that each channel shows how many unread messages and mentions it has.

import { el, icon } from "./dom.js";
import { avatar, nameNode } from "./people.js";

/** Draws the whole list. */
export function showChannels(place, { state, open }) {
  const rows = state
    .textChannels()
    .flatMap((channel) => [
      row(channel, state, open),
      ...state.threadsOf(channel.id).map((thread) => row(thread, state, open)),
    ]);
  place.replaceChildren(
    el("div", { class: "server" }, el("h2", {}, state.guild.name)),
    el(
      "div",
      { class: "channel-lists" },
      ...list("Text channels", rows),
      ...list("Direct messages", directs(state, open)),
    ),
    el(
      "p",
      { class: "whoami", "data-me": state.me.id },
      avatar(state.me, state),
      el("span", {}, "You are ", nameNode(state.nameOf(state.me))),
    ),
  );
}

function list(title, rows) {
  if (!rows.length) return [];
  return [
    el("h3", {}, title),
    el(
      "ul",
      {},
      rows.map((one) => el("li", {}, one)),
    ),
  ];
}

function directs(state, open) {
  return state.directs().map((channel) => row(channel, state, open));
}

function row(channel, state, open) {
  const { count, mentions } = state.unreadOf(channel.id);
  const isOpen = state.open === channel.id;
  const name = state.channelName(channel);
  return el(
    "a",
    {
      href: `#${channel.id}`,
      class: `channel ${state.isThread(channel) ? "thread" : ""} ${count && !isOpen ? "unread" : ""}`,
      "aria-current": isOpen ? "page" : null,
      "data-channel-id": channel.id,
      "data-unread": count || null,
      "data-mentions": mentions || null,
      onclick: (event) => {
        if (event.ctrlKey || event.metaKey || event.shiftKey) return;
        event.preventDefault();
        open(channel.id);
      },
    },
    symbol(channel, state),
    nameNode(name),
    markOf(channel),
    isOpen ? null : badge(channel, state, count, mentions),
  );
}

/** The icons of the kinds of channels; any other has a hash. */
const SYMBOLS = { 2: "voice", 5: "news", 13: "voice", 15: "forum", 16: "forum" };

/** The name of the icon of a server's channel or thread. */
export function symbolOf(channel, state) {
  return state.isThread(channel) ? "thread" : (SYMBOLS[channel.type] ?? "hash");
}

function symbol(channel, state) {
  if (state.isGroup(channel)) return icon("members");
  if (!state.isDirect(channel)) return icon(symbolOf(channel, state));
  const other = state.otherOf(channel);
  return avatar(other, state);
}

/** Whether a thread is archived or locked, in words. */
function markOf({ thread_metadata: marks = {} }) {
  const words = [marks.archived && "archived", marks.locked && "locked"].filter(Boolean).join(", ");
  return words ? el("span", { class: "note" }, words) : null;
}

function badge(channel, state, count, mentions) {
  // A direct message counts as a mention of you.
  const shown = mentions || (state.isDirect(channel) ? count : 0);
  if (!count) return null;
  const words = `${count} unread${mentions ? `, ${mentions} ${mentions === 1 ? "mention" : "mentions"}` : ""}`;
  return [
    shown ? el("span", { class: "badge", "aria-hidden": "true" }, String(shown)) : null,
    el("span", { class: "visually-hidden" }, ` ${words}`),
  ];
}
