// The lists at the sides. Guarantees that in a narrow window they lie over the messages only while they are asked
// for, and that their buttons say whether they are shown.

import { icon } from "./dom.js";

const NARROW = matchMedia("(max-width: 860px)");
const SIDES = [
  ["toggle-channels", "show-channels", "menu"],
  ["toggle-members", "show-members", "members"],
];

/** Whether the lists lie over the messages. */
export function isNarrow() {
  return NARROW.matches;
}

/** Shows or hides one list. */
function show(button, name, isShown) {
  document.body.classList.toggle(name, isShown);
  document.getElementById(button).setAttribute("aria-expanded", String(isShown));
}

/** Takes the lists off the messages; where they stand beside them, nothing changes. */
export function closeSides() {
  if (isNarrow()) for (const [button, name] of SIDES) show(button, name, false);
}

/** Gives the buttons their work; the members stand beside the messages where there is room. */
export function setUpSides() {
  for (const [id, name, drawing] of SIDES) {
    const button = document.getElementById(id);
    button.append(icon(drawing));
    button.addEventListener("click", () => show(id, name, !document.body.classList.contains(name)));
  }
  show("toggle-members", "show-members", !isNarrow());
  NARROW.addEventListener("change", closeSides);
  document.addEventListener("keydown", ({ key }) => key === "Escape" && closeSides());
  document
    .getElementById("main")
    .addEventListener("pointerdown", ({ target }) => !target.closest("#top") && closeSides());
}
