// The lists at the sides. Guarantees that in a narrow window they cover the messages only after their button was
// pressed, and that the buttons say whether the lists are shown.

import { icon } from "./dom.js";

const NARROW = matchMedia("(max-width: 860px)");
const SIDES = [
  ["toggle-channels", "show-channels", "menu"],
  ["toggle-members", "show-members", "members"],
];

/** Whether the lists cover the messages. */
export function isNarrow() {
  return NARROW.matches;
}

/** Shows or hides one list. */
function show(button, name, isShown) {
  document.body.classList.toggle(name, isShown);
  document.getElementById(button).setAttribute("aria-expanded", String(isShown));
}

/** Moves the focus into the list that a button opened: to the current channel, or to the first entry. */
function enter(button) {
  const [first] = document.getElementById(button).getAttribute("aria-controls").split(" ");
  const list = document.getElementById(first);
  (list.querySelector("[aria-current], a, button") ?? list).focus();
}

/** Closes the lists that cover the messages and focuses the messages. Lists beside them stay as they are. */
export function closeSides() {
  if (!isNarrow()) return;
  if (focusedList()) document.getElementById("log").focus({ preventScroll: true });
  for (const [button, name] of SIDES) show(button, name, false);
}

/** Closes the lists. If the focus was in one of them, it goes back to the button that opened the list. */
function leave() {
  const list = isNarrow() && focusedList();
  if (list) document.querySelector(`[aria-controls~="${list.id}"]`).focus();
  closeSides();
}

function focusedList() {
  return document.activeElement.closest("#people, #servers, #channels, #members");
}

/** Sets up the buttons. If there's room, the members are shown at the side. */
export function setUpSides() {
  for (const [id, name, drawing] of SIDES) {
    const button = document.getElementById(id);
    button.append(icon(drawing));
    button.addEventListener("click", () => {
      const isShown = !document.body.classList.contains(name);
      show(id, name, isShown);
      if (isShown && isNarrow()) enter(id);
    });
  }
  show("toggle-members", "show-members", !isNarrow());
  NARROW.addEventListener("change", closeSides);
  document.addEventListener("keydown", ({ key }) => key === "Escape" && leave());
  document
    .getElementById("main")
    .addEventListener("pointerdown", ({ target }) => !target.closest("#top") && closeSides());
}
