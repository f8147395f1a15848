// A slash command being filled in, with a field for each option. Guarantees that what is sent is complete and has the
// types of the options, that a field shows why it was refused, and that an outdated autocomplete answer is
// never shown.

import { ATTACHMENT, describe, fixedChoices, isClosed, isNamed, read } from "./commands.js";
import { debounced, el, freshId } from "./dom.js";

const DEBOUNCE = 180;
const MOST_SHOWN = 25;

export class CommandLine {
  #page;
  #suggestions;
  #fields = new Map();
  #offered = new Map();
  #files = new Map();
  #asked = 0;
  #hint = el("p", { class: "option-hint", id: freshId("hint") });
  #error = el("p", { class: "option-error", role: "alert" });
  #more = el("span", { class: "more-options" });

  /** Calls `leave(text)` when the person goes back to plain text, and `send(command, options)` to use the command. */
  constructor(page, command, suggestions, { leave, send }) {
    this.#page = page;
    this.command = command;
    this.#suggestions = suggestions;
    this.leave = leave;
    this.send = send;
    this.row = el(
      "div",
      { class: "command-row" },
      el("span", { class: "command-name", tabindex: "-1" }, `/${command.name}`),
      this.#more,
    );
    this.element = el(
      "div",
      { class: "command-line", role: "group", "aria-label": `Command /${command.name}` },
      el("div", { class: "hints" }, this.#hint, this.#error),
      this.row,
    );
    for (const option of command.options.filter((one) => one.required)) this.#add(option);
    this.#showMore();
    this.#showHint(null);
    this.element.addEventListener("keydown", (event) => this.#key(event));
  }

  /** Fills the options, by name, with texts that were typed. */
  fill(texts) {
    for (const [name, text] of Object.entries(texts)) {
      const option = this.command.options.find((one) => one.name === name);
      if (option) this.#add(option).value = text;
    }
    this.#showMore();
  }

  /** Focuses the first empty option, or else the last option, or else the name. */
  focus() {
    const fields = [...this.#fields.values()];
    const goal = fields.find((field) => !field.value) ?? fields.at(-1) ?? this.row.querySelector(".command-name");
    goal.focus();
    if (goal.setSelectionRange) goal.setSelectionRange(goal.value.length, goal.value.length);
  }

  #add(option) {
    const known = this.#fields.get(option.name);
    if (known) return known;
    const id = freshId("option");
    const isFile = option.type === ATTACHMENT;
    const field = el("input", {
      id,
      type: isFile ? "file" : "text",
      role: isFile ? null : "combobox",
      autocomplete: "off",
      spellcheck: "false",
      "aria-expanded": "false",
      "aria-autocomplete": "list",
      "aria-required": option.required ? "true" : null,
      "aria-describedby": this.#hint.id,
      "data-option": option.name,
      inputmode: [4, 10].includes(option.type) ? "decimal" : null,
    });
    field.addEventListener("focus", () => this.#focused(option, field));
    field.addEventListener("blur", () => this.#blurred(option, field));
    if (isFile) field.addEventListener("change", () => this.#chose(option, field));
    else field.addEventListener("input", () => this.#typed(option, field));
    this.#fields.set(option.name, field);
    this.#more.before(el("span", { class: "option-field" }, el("label", { for: id }, option.name), field));
    this.#showMore();
    return field;
  }

  #showMore() {
    const rest = this.command.options.filter((option) => !this.#fields.has(option.name));
    const buttons = rest.map((option) => {
      const add = () => {
        this.#add(option).focus();
      };
      return el(
        "button",
        {
          type: "button",
          class: "add-option",
          title: option.description,
          "data-add-option": option.name,
          onclick: add,
        },
        `+ ${option.name}`,
      );
    });
    this.#more.replaceChildren(...buttons);
  }

  // ---- typing -----------------------------------------------------------------------------------------------

  #focused(option, field) {
    this.#showHint(option);
    this.#suggest(option, field);
  }

  #blurred(option, field) {
    this.#suggestions.hide();
    if (field.value) this.#mark(option, field);
  }

  #typed(option, field) {
    field.removeAttribute("aria-invalid");
    this.#error.textContent = "";
    field.style.width = `${Math.min(28, Math.max(6, field.value.length + 2))}ch`;
    this.#suggest(option, field);
  }

  /** Keeps the file that was chosen, to be sent along. */
  async #chose(option, field) {
    const [file] = field.files;
    this.#files.delete(option.name);
    if (!file) return;
    const bytes = new Uint8Array(await file.arrayBuffer());
    const text = Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
    this.#files.set(option.name, { filename: file.name, base64: btoa(text) });
  }

  #read(option, field) {
    if (option.type !== ATTACHMENT) return read(option, field.value, this.#choicesOf(option));
    const file = this.#files.get(option.name);
    if (file) return { value: file };
    return option.required ? { error: `“${option.name}” is required.` } : {};
  }

  #showHint(option) {
    const [name, words, type] = option ? describe(option) : [`/${this.command.name}`, this.command.description, ""];
    this.#hint.replaceChildren(el("strong", {}, name), ` ${words} `, el("span", { class: "type" }, type));
  }

  #suggest(option, field) {
    if (option.type === ATTACHMENT) return this.#suggestions.hide();
    if (option.autocomplete) return this.#autocomplete(option, field);
    const typed = field.value.trim().toLowerCase();
    const all = fixedChoices(option, this.#page.state);
    const isWhole = all.some((choice) => choice.name.toLowerCase() === typed);
    const shown = isWhole ? [] : all.filter((choice) => choice.name.toLowerCase().includes(typed)).slice(0, MOST_SHOWN);
    return this.#show(option, field, shown, {
      highlight: isClosed(option) && (typed !== "" || option.required === true),
    });
  }

  #show(option, field, choices, how) {
    const entries = choices.map((choice) => ({ label: choice.name, choice }));
    this.#suggestions.show(
      field,
      `${option.name}: ${option.description}`,
      entries,
      ({ choice }) => this.#picked(option, field, choice),
      how,
    );
  }

  #picked(option, field, choice) {
    this.#offered.set(option.name, [choice]);
    field.value = choice.name;
    field.removeAttribute("aria-invalid");
    field.style.width = `${Math.min(28, Math.max(6, field.value.length + 2))}ch`;
    this.#asked += 1;
    const next = [...this.#fields.values()].find((other) => !other.value && other.getAttribute("aria-required"));
    next?.focus();
  }

  #autocomplete = (() => {
    const fetch = debounced(DEBOUNCE, (option, field, asked) => this.#fetch(option, field, asked));
    return (option, field) => {
      this.#asked += 1;
      this.#suggestions.show(field, option.name, [], () => null, { note: "Loading options…" });
      fetch(option, field, this.#asked);
    };
  })();

  async #fetch(option, field, asked) {
    const isStale = () => asked !== this.#asked || document.activeElement !== field;
    if (isStale()) return;
    const fields = {
      channel_id: this.#page.state.open,
      name: this.command.name,
      application_id: this.command.applicationId,
      options: this.#typedSoFar(option),
      focused: option.name,
    };
    try {
      const { choices } = await this.#page.socket.ask("autocomplete", fields);
      if (isStale()) return;
      this.#offered.set(option.name, choices);
      // If all of a choice is typed already, Enter sends the command instead of picking the choice again.
      const highlight = !choices.some((choice) => isNamed(choice, field.value));
      this.#show(option, field, choices, { highlight, note: choices.length ? null : "No options match." });
    } catch (refused) {
      if (!isStale())
        this.#suggestions.show(field, option.name, [], () => null, {
          note: `Loading options failed. ${refused.message}`,
        });
    }
  }

  /** The options that can be read, and the text typed so far in the current one. */
  #typedSoFar(focused) {
    const options = {};
    for (const [name, field] of this.#fields) {
      const option = this.#option(name);
      const { value } = option.type === ATTACHMENT ? {} : this.#read(option, field);
      if (value !== undefined) options[name] = value;
      else if (option === focused) options[name] = field.value;
    }
    return options;
  }

  #option(name) {
    return this.command.options.find((one) => one.name === name);
  }

  #choicesOf(option) {
    return option.autocomplete ? (this.#offered.get(option.name) ?? []) : fixedChoices(option, this.#page.state);
  }

  // ---- keys and sending -------------------------------------------------------------------------------------

  #key(event) {
    if (event.isComposing) return;
    this.#intoFirstOption(event);
    const act = {
      Enter: () => this.#enter(event),
      Tab: () => this.#tab(event),
      Escape: () => this.#escape(),
      Backspace: () => this.#back(event),
    }[event.key];
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault();
      this.#suggestions.move(event.key === "ArrowDown" ? 1 : -1);
    } else if (act?.() !== false && act) event.preventDefault();
  }

  /** Text typed while the command's name has the focus goes into the first option, so that nothing is lost. */
  #intoFirstOption({ target, key, ctrlKey, metaKey, altKey }) {
    const isTyped = key.length === 1 && key !== " " && !ctrlKey && !metaKey && !altKey;
    const option = this.command.options.find((one) => !this.#fields.has(one.name));
    if (isTyped && option && target.matches(".command-name")) this.#add(option).focus();
  }

  #enter(event) {
    if (event.target.matches("button")) return false;
    if (!this.#suggestions.pick()) this.submit();
    return true;
  }

  #tab(event) {
    if (event.shiftKey || !event.target.value || event.target.dataset.picked === event.target.value) return false;
    if (!this.#suggestions.pick({ orFirst: true })) return false;
    return true;
  }

  #escape() {
    if (this.#suggestions.isShown) this.#suggestions.hide();
    else this.leave("");
  }

  /** In an empty field, goes back to the previous field, and from the first field to plain text. */
  #back(event) {
    if (event.target.value || event.target.matches("button")) return false;
    const fields = [...this.#fields.values()];
    const at = fields.indexOf(event.target);
    if (at > 0) {
      this.#dropIfOptional(event.target);
      fields[at - 1].focus();
    } else this.leave(`/${this.command.name}`);
    return true;
  }

  #dropIfOptional(field) {
    const option = this.#option(field.dataset.option);
    if (option.required) return;
    this.#fields.delete(option.name);
    field.closest(".option-field").remove();
    this.#showMore();
  }

  #mark(option, field) {
    const { error } = this.#read(option, field);
    field.setAttribute("aria-invalid", String(Boolean(error)));
    this.#error.textContent = error ?? "";
    return error;
  }

  /** Sends the command, or shows its first mistake. */
  submit() {
    const options = {};
    for (const [name, field] of this.#fields) {
      const option = this.#option(name);
      if (this.#mark(option, field)) return field.focus();
      const { value } = this.#read(option, field);
      if (value !== undefined) options[name] = value;
    }
    return this.send(this.command, options);
  }
}
