// A list of suggestions over a text field. Guarantees the combobox pattern: the focus stays in the field, the arrow
// keys move, the highlighted one is the field's active descendant, and a press picks one.

import { el, freshId } from "./dom.js";

export class Suggestions {
  #entries = [];
  #at = -1;
  #field = null;
  #pick = null;
  #place;

  /** The list is shown in the element `place`. */
  constructor(place) {
    this.#place = place;
    this.list = el("div", {
      id: freshId("suggestions"),
      role: "listbox",
      class: "suggestions",
      "aria-label": "Suggestions",
      hidden: true,
    });
    place.append(this.list);
  }

  get isShown() {
    return !this.list.hidden && this.#entries.length > 0;
  }

  get isHighlighted() {
    return this.isShown && this.#at >= 0;
  }

  /**
   * Shows `entries` (`{label, note, detail}`) under `title` for `field`. Calls `pick(entry)` with the chosen one.
   * With `highlight`, Enter picks the first one.
   */
  show(field, title, entries, pick, { highlight = true, note = null } = {}) {
    this.hide();
    this.#field = field;
    this.#entries = entries;
    this.#pick = pick;
    if (!entries.length && !note) return;
    const heading = el("p", { class: "suggestions-title", role: "presentation" }, title);
    const remark = note ? el("p", { class: "suggestions-note", role: "status" }, note) : null;
    this.list.replaceChildren(
      heading,
      ...entries.map((entry, index) => this.#entryNode(entry, index)),
      ...(remark ? [remark] : []),
    );
    this.list.hidden = false;
    field.setAttribute("aria-controls", this.list.id);
    if (field.getAttribute("role") === "combobox") field.setAttribute("aria-expanded", "true");
    if (highlight && entries.length) this.#highlight(0);
  }

  #entryNode(entry, index) {
    const words = el(
      "span",
      { class: "suggestion-label" },
      entry.label,
      entry.detail ? el("span", { class: "suggestion-detail" }, " ", entry.detail) : null,
    );
    const note = entry.note ? el("span", { class: "suggestion-note" }, entry.note) : null;
    const node = el(
      "div",
      {
        role: "option",
        id: `${this.list.id}-${index}`,
        class: "suggestion",
        "aria-selected": "false",
        "data-suggestion": entry.label,
      },
      words,
      note,
    );
    // The field must keep the focus when something is pressed.
    node.addEventListener("pointerdown", (event) => event.preventDefault());
    node.addEventListener("pointermove", () => index !== this.#at && this.#highlight(index, { scroll: false }));
    node.addEventListener("click", () => this.#choose(index));
    return node;
  }

  hide() {
    this.list.hidden = true;
    this.list.replaceChildren();
    this.#entries = [];
    this.#at = -1;
    this.#field?.removeAttribute("aria-activedescendant");
    if (this.#field?.getAttribute("role") === "combobox") this.#field.setAttribute("aria-expanded", "false");
  }

  move(step) {
    if (!this.isShown) return;
    const count = this.#entries.length;
    const from = this.#at < 0 && step < 0 ? 0 : this.#at;
    this.#highlight((from + step + count) % count);
  }

  /** Picks the highlighted one, or the first one if `orFirst`. Returns false if there is none. */
  pick({ orFirst = false } = {}) {
    const index = this.#at < 0 && orFirst ? 0 : this.#at;
    if (!this.isShown || index < 0) return false;
    this.#choose(index);
    return true;
  }

  #choose(index) {
    const entry = this.#entries[index];
    const pick = this.#pick;
    this.hide();
    pick(entry);
  }

  #highlight(index, { scroll = true } = {}) {
    this.#at = index;
    const nodes = [...this.list.querySelectorAll("[role=option]")];
    nodes.forEach((node, at) => node.setAttribute("aria-selected", String(at === index)));
    if (scroll) nodes[index].scrollIntoView({ block: "nearest" });
    this.#field.setAttribute("aria-activedescendant", nodes[index].id);
  }
}
