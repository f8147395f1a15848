// A select menu: a combobox that opens a listbox. Guarantees: it can be used with the mouse or the keyboard alone
// (arrows, Home, End, first letters, Enter, Escape), never returns fewer or more values than the component allows, reports
// its choice once, with the event `choose` whose `detail` is the list of values, and keeps its ticks when it closes.

import { el, freshId, icon, placeBeside } from "./dom.js";
import { face } from "./emoji.js";

/**
 * The element of a select component (`options`, `min_values`, `max_values`, `placeholder`, `disabled`). `draft` is
 * its remark about ticks that weren't confirmed; empty in a form, where the ticks are sent with the form.
 */
export function selectMenu(component, { name, labelledBy = null, draft = "" }) {
  return new Select(component, name, labelledBy, draft).element;
}

class Select {
  #component;
  #chosen;
  #list = null;
  #draft;

  constructor(component, name, labelledBy, draft) {
    this.#component = component;
    this.#draft = draft;
    this.most = component.max_values ?? 1;
    this.least = component.min_values ?? 1;
    this.#chosen = this.#defaults();
    this.trigger = this.#makeTrigger(name, labelledBy);
    this.element = el("div", { class: "select-frame" }, this.trigger);
    this.element.component = component;
    this.element.values = () => [...this.#chosen];
    this.element.keepsWith = (other) =>
      (this.#list !== null || this.#isDraft()) && sameComponent(component, other.component);
    this.#showChosen();
  }

  #defaults() {
    return this.#component.options.filter((option) => option.default).map((option) => option.value);
  }

  #makeTrigger(name, labelledBy) {
    return el("button", {
      type: "button",
      class: "select",
      role: "combobox",
      "aria-haspopup": "listbox",
      "aria-expanded": "false",
      "aria-label": labelledBy ? null : name,
      "aria-labelledby": labelledBy,
      "data-custom-id": this.#component.custom_id,
      disabled: this.#component.disabled === true,
      onclick: () => this.toggle(),
      onkeydown: (event) => this.#keyOnTrigger(event),
    });
  }

  #showChosen() {
    const options = this.#component.options.filter((option) => this.#chosen.includes(option.value));
    const shown = options.length
      ? options.map((option) => el("span", { class: "chosen" }, face(option.label, option.emoji)))
      : el("span", { class: "placeholder" }, this.#component.placeholder || "Make a selection");
    const note = this.#isDraft() && this.#draft ? el("span", { class: "draft" }, this.#draft) : null;
    this.trigger.replaceChildren(el("span", { class: "select-value" }, shown, note), icon("chevron"));
  }

  /** Whether there are ticks that weren't confirmed. */
  #isDraft() {
    const sent = this.told ?? this.#defaults();
    return this.#chosen.length !== sent.length || this.#chosen.some((value) => !sent.includes(value));
  }

  #keyOnTrigger(event) {
    if (!["ArrowDown", "ArrowUp"].includes(event.key) || this.#list) return;
    event.preventDefault();
    this.open();
  }

  toggle() {
    if (this.#list) this.close();
    else if (this.trigger.getAttribute("aria-busy") !== "true") this.open();
  }

  open() {
    this.#list = this.#makeList();
    this.trigger.after(this.#list);
    this.#list.showPopover();
    this.trigger.setAttribute("aria-expanded", "true");
    this.#place();
    const options = this.#optionNodes();
    (options.find((option) => option.getAttribute("aria-selected") === "true") ?? options[0])?.focus();
    addEventListener("pointerdown", this.#outside, true);
    addEventListener("scroll", this.#place, true);
    addEventListener("resize", this.#place);
  }

  close({ focus = true } = {}) {
    removeEventListener("pointerdown", this.#outside, true);
    removeEventListener("scroll", this.#place, true);
    removeEventListener("resize", this.#place);
    this.#list?.remove();
    this.#list = null;
    this.trigger.setAttribute("aria-expanded", "false");
    if (focus && this.trigger.isConnected) this.trigger.focus();
  }

  #outside = ({ target }) => {
    if (!this.element.contains(target)) this.#leave({ focus: false });
  };

  #place = () => {
    if (!this.trigger.isConnected) this.close({ focus: false });
    else placeBeside(this.#list, this.trigger);
  };

  /** Closes the list without sending anything. The ticks stay. */
  #leave(options) {
    this.close(options);
    this.#showChosen();
  }

  #makeList() {
    const id = freshId("options");
    const options = this.#component.options.map((option) => this.#makeOption(option));
    const list = el(
      "div",
      {
        id,
        role: "listbox",
        class: "options",
        "aria-multiselectable": this.most > 1 ? "true" : null,
        "aria-label": "Options",
      },
      options,
    );
    list.addEventListener("keydown", (event) => this.#keyInList(event));
    this.trigger.setAttribute("aria-controls", id);
    const confirm = this.most > 1 ? this.#makeConfirm() : null;
    const popup = el("div", { class: "popup", popover: "manual" }, list, confirm);
    popup.addEventListener("keydown", (event) => event.key === "Escape" && this.#escape(event));
    return popup;
  }

  #makeOption(option) {
    const isChosen = this.#chosen.includes(option.value);
    const note = freshId("note");
    const words = el(
      "span",
      { class: "option-words" },
      el("span", { class: "option-label" }, face(option.label, option.emoji)),
      option.description ? el("span", { class: "option-description", id: note }, option.description) : null,
    );
    const node = el(
      "div",
      {
        role: "option",
        tabindex: "-1",
        class: "option",
        "aria-selected": String(isChosen),
        "aria-label": option.label,
        "aria-describedby": option.description ? note : null,
        "data-value": option.value,
      },
      words,
      el("span", { class: this.most > 1 ? "tick many" : "tick" }, icon("check")),
    );
    node.addEventListener("click", () => this.#pick(node));
    return node;
  }

  #makeConfirm() {
    this.count = el("span", { class: "count" });
    this.confirm = el("button", { type: "button", class: "button primary", onclick: () => this.#tell() }, "Confirm");
    queueMicrotask(() => this.#showCount());
    return el("div", { class: "confirm" }, this.count, this.confirm);
  }

  #showCount() {
    const { length } = this.#chosen;
    const range = this.least === this.most ? this.most : `${this.least}–${this.most}`;
    this.count.textContent = `${length} chosen of ${range}`;
    this.confirm.disabled = length < this.least || length > this.most;
    for (const option of this.#optionNodes()) {
      const isFull = length >= this.most && option.getAttribute("aria-selected") !== "true";
      option.setAttribute("aria-disabled", String(isFull));
    }
  }

  #optionNodes() {
    return [...(this.#list?.querySelectorAll("[role=option]") ?? [])];
  }

  #pick(node) {
    const { value } = node.dataset;
    const isChosen = this.#chosen.includes(value);
    if (this.most === 1) {
      this.#chosen = isChosen && this.least === 0 ? [] : [value];
      return this.#tell();
    }
    if (node.getAttribute("aria-disabled") === "true") return;
    this.#chosen = isChosen ? this.#chosen.filter((other) => other !== value) : [...this.#chosen, value];
    node.setAttribute("aria-selected", String(!isChosen));
    node.focus();
    this.#showCount();
  }

  #tell() {
    this.told = [...this.#chosen];
    this.close();
    this.#showChosen();
    this.element.dispatchEvent(new CustomEvent("choose", { detail: this.told }));
  }

  #escape(event) {
    // In a modal, the same key would close the dialog too.
    event.preventDefault();
    event.stopPropagation();
    this.#leave();
  }

  #keyInList(event) {
    const options = this.#optionNodes();
    const at = options.indexOf(document.activeElement);
    const goal = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: options.length - 1 }[event.key];
    if (goal !== undefined) options[Math.max(0, Math.min(goal, options.length - 1))].focus();
    else if (event.key === "Enter" || event.key === " ") this.#pick(options[at]);
    else if (event.key === "Tab" && this.most === 1) return this.close();
    else if (event.key.length === 1) this.#toLetter(event.key, options, at);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  #toLetter(letter, options, at) {
    const turned = [...options.slice(at + 1), ...options.slice(0, at + 1)];
    const starts = (option) => option.getAttribute("aria-label").toLowerCase().startsWith(letter.toLowerCase());
    turned.find(starts)?.focus();
  }
}

function sameComponent(one, other) {
  return JSON.stringify(one) === JSON.stringify(other);
}
