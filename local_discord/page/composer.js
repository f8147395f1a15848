// The message box. Guarantees: Enter sends the text and Shift+Enter begins a new line; a text that begins
// with a slash becomes a command, or the page says there's none; a refused text can be corrected, and nothing is lost.

import { CommandLine } from "./commandline.js";
import { commandsHere, matching, rawOptions, split } from "./commands.js";
import { el, icon } from "./dom.js";
import { Suggestions } from "./suggestions.js";

const LONGEST = 2000;

export class Composer {
  #page;
  #place;
  #suggestions;
  #line = null;
  #drafts = new Map();

  constructor(page, place) {
    this.#page = page;
    this.#place = place;
    this.#suggestions = new Suggestions(place);
    this.text = el("textarea", { id: "composer-text", rows: 1, maxlength: LONGEST, "aria-autocomplete": "list" });
    this.#send = el("button", { type: "submit", class: "icon", "aria-label": "Send" }, icon("send"));
    this.#cancel = el(
      "button",
      {
        type: "button",
        class: "icon",
        "aria-label": "Cancel the command",
        hidden: true,
        onclick: () => this.#leaveCommand(""),
      },
      icon("close"),
    );
    this.#box = el("div", { class: "box" }, this.text, this.#cancel, this.#send);
    place.append(this.#box);
    this.text.addEventListener("input", () => this.#typed());
    this.text.addEventListener("keydown", (event) => this.#key(event));
    this.text.addEventListener("blur", () => this.#suggestions.hide());
    place.addEventListener("submit", (event) => {
      event.preventDefault();
      void this.#submit();
    });
  }

  #send;
  #cancel;
  #box;

  /** Shows a channel: its name, whether this person can write there, and their draft. */
  show(channelId, title, isOpen) {
    if (this.channelId === channelId) return void this.#allow(title, isOpen);
    if (this.channelId) this.#drafts.set(this.channelId, this.text.value);
    this.channelId = channelId;
    this.#leaveCommand(this.#drafts.get(channelId) ?? "", { focus: false });
    this.#allow(title, isOpen);
  }

  #allow(title, isOpen) {
    this.text.setAttribute("aria-label", `Message ${title}`);
    // Isolated, so that a right-to-left name doesn't reorder the words around it.
    this.text.placeholder = isOpen ? `Message \u2068${title}\u2069` : "You can't write here.";
    this.text.disabled = !isOpen;
    this.#send.disabled = !isOpen;
  }

  focus() {
    if (this.#line) this.#line.focus();
    else this.text.focus();
  }

  /**
   * Begins a command by its full name, as a command mention does; if it `isSent`, uses it. What follows the name fills
   * the options.
   */
  begin(text, { isSent = false } = {}) {
    const commands = commandsHere(this.#page.state);
    const begun = split(commands, `/${text} `) ?? { command: matching(commands, text)[0], rest: "" };
    if (begun.command) this.#enterCommand(begun.command, begun.rest.trim());
    else return void this.#page.toast(`There's no command /${text} here.`);
    if (isSent) this.#line.submit();
  }

  // ---- plain text -------------------------------------------------------------------------------------------

  #typed() {
    this.#grow();
    const { value } = this.text;
    const begun = value.startsWith("/") && split(commandsHere(this.#page.state), value);
    if (begun) this.#enterCommand(begun.command, begun.rest);
    else if (value.startsWith("/")) this.#suggestCommands(value);
    else this.#suggestPeople();
  }

  #grow() {
    this.text.style.height = "auto";
    this.text.style.height = `${Math.min(this.text.scrollHeight, innerHeight / 3)}px`;
  }

  #suggestCommands(value) {
    const found = matching(commandsHere(this.#page.state), value);
    const entries = found.map((command) => ({
      label: `/${command.name}`,
      detail: optionNames(command),
      note: command.description,
      command,
    }));
    const note = found.length ? null : "No command starts with this.";
    this.#suggestions.show(this.text, "Commands", entries, ({ command }) => this.#enterCommand(command, ""), { note });
  }

  #suggestPeople() {
    const begun = /(?:^|\s)@([^\s@]{0,32})$/.exec(this.text.value.slice(0, this.text.selectionStart));
    if (!begun) return this.#suggestions.hide();
    const { state } = this.#page;
    const names = state.guild.members
      .map(({ user }) => state.nameOf(user))
      .filter((name) => name.toLowerCase().startsWith(begun[1].toLowerCase()));
    if (names.length === 1 && names[0] === begun[1]) return this.#suggestions.hide();
    const entries = names.map((name) => ({ label: `@${name}`, name }));
    return this.#suggestions.show(this.text, "Members", entries, ({ name }) => this.#insertName(begun[1], name));
  }

  #insertName(typed, name) {
    const at = this.text.selectionStart;
    this.text.setRangeText(`${name} `, at - typed.length, at, "end");
    this.text.focus();
  }

  #key(event) {
    if (event.isComposing) return;
    const { isShown } = this.#suggestions;
    if (isShown && (event.key === "ArrowDown" || event.key === "ArrowUp"))
      this.#suggestions.move(event.key === "ArrowDown" ? 1 : -1);
    else if (isShown && (event.key === "Tab" || event.key === "Enter") && !event.shiftKey)
      this.#suggestions.pick({ orFirst: true });
    else if (event.key === "Escape") this.#escape();
    else if (event.key === "Enter" && !event.shiftKey) this.#place.requestSubmit();
    else return;
    event.preventDefault();
  }

  #escape() {
    if (this.#suggestions.isShown) this.#suggestions.hide();
    else this.#page.markRead();
  }

  async #submit() {
    if (this.#line) return void this.#line.submit();
    const content = this.text.value.trim();
    if (!content) return;
    if (content.startsWith("/") && /^\/[\w-]/.test(content))
      return void this.#page.toast(`There's no command ${content.split(/\s/)[0]} here.`);
    this.text.value = "";
    this.#grow();
    try {
      await this.#page.socket.ask("say", { channel_id: this.channelId, content: this.#withMentions(content) });
    } catch (refused) {
      this.#page.toast(refused.message);
      if (!this.text.value) this.text.value = content;
    }
  }

  /** Replaces each `@Name` with a mention. If several names match, the longest wins. */
  #withMentions(content) {
    const { state } = this.#page;
    const users = state.guild.members.map(({ user }) => user);
    const names = users.flatMap((user) => [
      [state.nameOf(user), user.id],
      [user.username, user.id],
    ]);
    names.sort((a, b) => b[0].length - a[0].length);
    return names.reduce((text, [name, id]) => text.replaceAll(`@${name}`, `<@${id}>`), content);
  }

  // ---- a command --------------------------------------------------------------------------------------------

  #enterCommand(command, rest) {
    this.#suggestions.hide();
    this.#line?.element.remove();
    this.#line = new CommandLine(this.#page, command, this.#suggestions, {
      leave: (text) => this.#leaveCommand(text),
      send: (chosen, options) => this.#use(chosen, options),
    });
    this.#line.fill(rawOptions(command, rest));
    this.text.value = "";
    this.text.hidden = true;
    this.#cancel.hidden = false;
    this.#box.prepend(this.#line.element);
    this.#line.focus();
  }

  #leaveCommand(text, { focus = true } = {}) {
    this.#suggestions.hide();
    this.#line?.element.remove();
    this.#line = null;
    this.#cancel.hidden = true;
    this.text.hidden = false;
    this.text.value = text;
    this.#grow();
    if (!focus) return;
    this.text.focus();
    if (text) this.#typed();
  }

  async #use(command, options) {
    const line = this.#line;
    this.#leaveCommand("");
    try {
      const fields = { channel_id: this.channelId, name: command.name, options, application_id: command.applicationId };
      await this.#page.interactions.begin("command", fields);
    } catch (refused) {
      this.#page.toast(refused.message);
      if (!this.#line && !this.text.value) this.#enterAgain(line);
    }
  }

  /** Brings a refused command back as it was, so that it can be corrected. */
  #enterAgain(line) {
    this.#line = line;
    this.text.hidden = true;
    this.#cancel.hidden = false;
    this.#box.prepend(line.element);
    line.focus();
  }
}

function optionNames(command) {
  return command.options.map((option) => (option.required ? option.name : `[${option.name}]`)).join(" ");
}
