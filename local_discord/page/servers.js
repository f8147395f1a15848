// The column of servers. Guarantees that one press opens any server, and that each shows how much is unread. With one
// server there is nothing to choose, and the column is hidden.

import { el } from "./dom.js";

/** Shows the column. */
export function showServers(place, { state, open }) {
  const guilds = [...state.guilds.values()];
  place.hidden = guilds.length < 2;
  if (place.hidden) return;
  const focused = place.contains(document.activeElement) ? document.activeElement.dataset.guildId : null;
  place.replaceChildren(
    el(
      "ul",
      {},
      guilds.map((guild) => el("li", {}, link(guild, state, open))),
    ),
  );
  if (focused) place.querySelector(`[data-guild-id="${focused}"]`)?.focus();
}

function link(guild, state, open) {
  const isOpen = guild.id === state.guildId;
  const isMember = guild.members.some(({ user }) => user.id === state.me.id);
  const { count, mentions } = state.unreadIn(guild.id);
  const name = [guild.name, isMember ? null : "not a member", count ? `${count} unread` : null];
  const classes = ["server-link", isMember ? "" : "away", count && !isOpen ? "unread" : ""];
  const attributes = {
    type: "button",
    class: classes.filter(Boolean).join(" "),
    title: guild.name,
    "aria-label": name.filter(Boolean).join(", "),
    "aria-current": isOpen ? "true" : null,
    "data-guild-id": guild.id,
    onclick: () => open(guild.id),
  };
  return el("button", attributes, initials(guild.name), mentions ? el("span", { class: "badge" }, String(mentions)) : null);
}

function initials(name) {
  const letters = name
    .split(/\s+/)
    .filter(Boolean)
    .map((word) => [...word][0]);
  return letters.slice(0, 3).join("");
}
