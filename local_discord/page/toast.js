// Short notices in the corner. Guarantees that they are read out, stay long enough to be read, and can be closed.

import { el, icon } from "./dom.js";

const PER_CHARACTER = 60;
const SHORTEST = 5000;

/** Shows a sentence as a notice in `place`. */
export function toast(place, sentence) {
  const close = el("button", { type: "button", class: "icon small", "aria-label": "Close the notice" }, icon("close"));
  const shown = el("div", { class: "toast" }, el("p", {}, sentence), close);
  const drop = () => shown.remove();
  close.addEventListener("click", drop);
  setTimeout(drop, Math.max(SHORTEST, sentence.length * PER_CHARACTER));
  raise(place);
  place.append(shown);
  while (place.childElementCount > 4) place.firstElementChild.remove();
}

/** Moves it into the topmost dialog, which would hide it, also from screen readers, and back when that closes. */
function raise(place) {
  const dialog = [...document.querySelectorAll("dialog[open]")].at(-1);
  (dialog ?? document.body).append(place);
  dialog?.addEventListener("close", () => document.body.append(place), { once: true });
}
