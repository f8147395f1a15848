// The people you can be, and the members of the server. Guarantees that a name is shown as it is, in its own
// direction, and that one press switches to another person (a real link, so that it also opens in a new tab).

import { el, icon } from "./dom.js";

const COLOURS = ["#3b6fd4", "#a8459b", "#1f7a5c", "#b3541e", "#6a54c8", "#a83a48", "#2b7a8c", "#7a6a1e"];

/** A user's picture, or their initials on their colour. */
export function avatar(user, state) {
  const drawn = initialsOf(user, state.nameOf(user));
  const address = state.pictureOf(user);
  if (!address) return drawn;
  const picture = el("img", { class: "avatar", src: address, alt: "" });
  picture.addEventListener("error", () => picture.replaceWith(drawn), { once: true });
  return picture;
}

function initialsOf(user, name) {
  const made = el("span", { class: "avatar", "aria-hidden": "true" }, initials(name));
  made.style.backgroundColor = COLOURS[Number(BigInt(user.id) % 9973n) % COLOURS.length];
  return made;
}

function initials(name) {
  const letters = name
    .split(/\s+/)
    .map((word) => word.match(/[\p{L}\p{N}]/u)?.[0])
    .filter(Boolean);
  return letters.slice(0, 2).join("").toUpperCase() || "?";
}

/** A name that can't change the direction of the text around it. */
export function nameNode(name) {
  return el("bdi", { class: "name" }, name);
}

/** The column of people you can be. */
export function showPeople(place, { state, be }) {
  const entries = state.people.map((person) => {
    const isMe = person.id === state.me.id;
    const name = state.nameOf(person);
    const open = el(
      "a",
      {
        href: `?person=${person.id}`,
        class: "person",
        "aria-current": isMe ? "true" : null,
        "data-person-id": person.id,
        title: isMe ? `You are ${name}` : `Become ${name}`,
      },
      avatar(person, state),
      el("span", { class: "visually-hidden" }, isMe ? "You are " : "Become "),
      nameNode(name),
    );
    open.addEventListener("click", (event) => {
      if (event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      be(person.id);
    });
    return el("li", {}, open);
  });
  place.replaceChildren(el("h2", { class: "rail-title" }, "Become"), el("ul", {}, entries));
}

/** The members of the server, bots last. Each of them can be sent a direct message. */
export function showMembers(place, { state, openDirect }) {
  const members = state.guild.members.map(({ user }) => user);
  const bots = members.filter((user) => user.bot);
  const people = members.filter((user) => !user.bot);
  place.replaceChildren(...group("Members", people, state, openDirect), ...group("Bots", bots, state, openDirect));
}

function group(title, users, state, openDirect) {
  if (!users.length) return [];
  const list = el(
    "ul",
    {},
    users.map((user) => el("li", {}, memberNode(user, state, openDirect))),
  );
  return [el("h2", {}, `${title} — ${users.length}`), list];
}

function memberNode(user, state, openDirect) {
  const application = state.applicationOf(user.id);
  const isOffline = application ? application.online === false : false;
  const name = state.nameOf(user);
  const shown = [
    avatar(user, state),
    nameNode(name),
    user.bot ? el("span", { class: "tag" }, "APP") : null,
    user.id === state.guild.owner_id ? el("span", { class: "note" }, "owner") : null,
    user.id === state.me.id ? el("span", { class: "note" }, "you") : null,
    isOffline ? el("span", { class: "note" }, "offline") : null,
  ];
  const classes = isOffline ? "member away" : "member";
  if (!user.bot) return el("div", { class: classes, "data-user-id": user.id }, shown);
  const attributes = {
    type: "button",
    class: classes,
    "data-user-id": user.id,
    title: "Open a direct message",
    onclick: () => openDirect(user.id),
  };
  return el("button", attributes, shown, icon("at"));
}
