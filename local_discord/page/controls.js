// The controls of the settings and of the developers' page, and the theme. Guarantees that the focus stays where it
// was when they are redrawn.

import { el } from "./dom.js";

const THEMES = ["system", "dark", "light"];

/** A section with a title. */
export function part(title, ...children) {
  return el("section", {}, el("h3", {}, title), children);
}

/** A button. If it has the focus, it still has it after everything was redrawn. */
export function act(words, action, style = "secondary") {
  return el("button", { type: "button", class: `button ${style}`, "data-keep": words, onclick: action }, words);
}

/** A control with its label above it. */
export function field(words, control) {
  return el("label", { class: "drawer-field" }, el("span", {}, words), control);
}

/** A plain menu with options `[value, words]`. */
export function menu(options) {
  return el(
    "select",
    {},
    options.map(([value, words]) => el("option", { value }, words)),
  );
}

/** Puts `parts` in `place`. The focus stays on the control with the same `data-keep`. */
export function redraw(place, ...parts) {
  const focused = place.contains(document.activeElement) ? document.activeElement.dataset.keep : null;
  place.replaceChildren(...parts.filter(Boolean));
  if (focused) place.querySelector(`[data-keep="${focused}"]`)?.focus();
}

/** The choice of the theme. */
export function look() {
  const current = localStorage.getItem("theme") ?? "system";
  const options = menu(THEMES.map((one) => [one, one]));
  options.value = current;
  options.addEventListener("change", () => useTheme(options.value));
  return part("Look", field("Theme", options));
}

/** Dark, light, or the system's choice, remembered by this browser. */
export function useTheme(theme) {
  localStorage.setItem("theme", theme);
  if (theme === "system") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
}
