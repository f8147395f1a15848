// The messages of the open channel. Guarantees: each is shown once, oldest first, and changes in place; what you
// are reading never moves; the keyboard focus survives an edit and a repost.

import { arrange, arrangeOne } from "./arrange.js";
import { beginning } from "./beginning.js";
import { el } from "./dom.js";
import { passFocus } from "./focus.js";
import { commandNode, messageNode, showInteractions } from "./messages.js";
import { patch } from "./patch.js";
import { keepUntilLoaded } from "./picture.js";
import { Scroll } from "./scroll.js";

/** How many messages stay on the page while you read the newest. Older ones can be fetched again. */
const KEPT = 400;

export class Log {
  #page;
  #place;
  #list = el("div", { class: "log-list" });
  #pending = new Map();
  #nodes = new Map();
  #scroll;
  /** The message at which "New" begins: the first one that was unread. */
  #firstUnread = null;
  /** Whether the channel has messages older than the first one shown. */
  #hasOlder = false;
  channelId = null;

  constructor(page, place, jump) {
    this.#page = page;
    this.#place = place;
    place.append(this.#list);
    place.addEventListener("keydown", (event) => this.#walk(event));
    this.#scroll = new Scroll(place, this.#list, jump, () => page.seen());
    this.#listen(page.state);
  }

  #listen(state) {
    state.on("MESSAGE_CREATE", (message) => this.#isMine(message) && this.#arrived(message));
    state.on("MESSAGE_UPDATE", (message) => this.#isMine(message) && this.#changed(message));
    state.on("MESSAGE_DELETE", (gone) => this.#isMine(gone) && this.#removed(gone.id));
    state.on("interaction", (one) => this.#interacted(one));
  }

  #isMine({ channel_id }) {
    return channel_id === this.channelId;
  }

  #message(id) {
    return this.#page.state.messages.get(this.channelId)?.get(id) ?? null;
  }

  /** Whether the newest message is visible. */
  get isAtBottom() {
    return this.#scroll.isAtBottom;
  }

  /** Shows a channel: its history, with the divider before the last `unread` messages. */
  async show(channelId, unread) {
    this.clear();
    this.channelId = channelId;
    this.#place.setAttribute("aria-busy", "true");
    const { messages, older } = await this.#page.socket.ask("history", { channel_id: channelId });
    if (this.channelId !== channelId) return;
    this.#hasOlder = older;
    this.#page.state.setHistory(channelId, messages);
    this.#firstUnread = unread ? (messages[Math.max(0, messages.length - unread)]?.id ?? null) : null;
    this.#fill(messages);
    this.#place.removeAttribute("aria-busy");
  }

  /** Shows no channel. */
  clear() {
    this.channelId = null;
    this.#nodes.clear();
    this.#pending.clear();
    this.#list.replaceChildren();
    this.#firstUnread = null;
    this.#scroll.reset();
  }

  #fill(messages) {
    for (const message of messages) this.#nodes.set(message.id, this.#make(message));
    this.#list.replaceChildren(this.#top(), ...this.#nodes.values());
    this.#showPending();
    this.#arrange();
    this.#scroll.toBottom();
  }

  /** What is shown above the first message: a button for older ones, or the channel's beginning. */
  #top() {
    if (!this.#hasOlder) return beginning(this.channelId, this.#page);
    const more = el("button", { type: "button", class: "button secondary older" }, "Show older messages");
    more.addEventListener("click", async () => {
      const newest = await this.#addOlder();
      newest?.focus({ preventScroll: true });
    });
    return more;
  }

  /** Fetches the messages before the first one. Returns the newest of them, or null if that failed. */
  async #addOlder() {
    const { channelId } = this;
    const [first] = this.#nodes.keys();
    const answer = await this.#page.attempt("history", { channel_id: channelId, before: first });
    if (!answer || this.channelId !== channelId || first !== this.#nodes.keys().next().value) return null;
    this.#hasOlder = answer.older;
    this.#page.state.addHistory(channelId, answer.messages);
    const fresh = answer.messages.map((message) => [message.id, this.#make(message)]);
    const below = this.#place.scrollHeight - this.#place.scrollTop;
    this.#nodes.get(first).before(...fresh.map(([, node]) => node));
    this.#nodes = new Map([...fresh, ...this.#nodes]);
    this.#showTop();
    this.#arrange();
    this.#place.scrollTop = this.#place.scrollHeight - below;
    return fresh.at(-1)?.[1] ?? null;
  }

  #showTop() {
    this.#list.querySelector(":scope > .beginning, :scope > .older")?.replaceWith(this.#top());
  }

  /** Drops the oldest while you read the newest, to keep long channels fast. Returns whether it dropped any. */
  #dropOldest() {
    if (!this.isAtBottom || this.#nodes.size <= KEPT) return false;
    for (const [id, node] of [...this.#nodes].slice(0, KEPT / 2)) {
      this.#nodes.delete(id);
      this.#page.state.messages.get(this.channelId)?.delete(id);
      node.remove();
    }
    this.#hasOlder = true;
    this.#showTop();
    return true;
  }

  #make(message) {
    const node = messageNode(message, this.#page);
    showInteractions(node, message.id, this.#page);
    return node;
  }

  #arrived(message) {
    if (this.#nodes.has(message.id)) return this.#changed(message);
    this.#scroll.notice();
    const isOwn = message.author.id === this.#page.state.me.id;
    const isSeen = isOwn || (this.isAtBottom && this.#page.isVisible());
    if (isOwn) this.#firstUnread = null;
    else if (!isSeen) this.#firstUnread ??= message.id;
    if (!this.isAtBottom && !isOwn) this.#scroll.miss();
    const before = this.#message([...this.#nodes.keys()].at(-1));
    const node = this.#make(message);
    this.#nodes.set(message.id, node);
    this.#list.append(node);
    if (this.#dropOldest() || isOwn) this.#arrange();
    else arrangeOne(node, message, before, this.#firstUnread);
    if (isOwn) this.#scroll.toBottom();
    else this.#scroll.stick();
    return undefined;
  }

  #changed({ id }) {
    const old = this.#nodes.get(id);
    const message = this.#message(id);
    if (!message) return;
    if (!old) return void this.#arrived(message);
    const fresh = this.#make(message);
    keepUntilLoaded(old, fresh);
    fresh.classList.toggle("follows", old.classList.contains("follows"));
    // While a pointer or the focus is on it, it doesn't get lower, so that nothing moves under a thumb.
    const isHeld = old.matches(":hover, :focus-within");
    old.style.minHeight = isHeld ? `${Math.min(old.offsetHeight, this.#place.clientHeight)}px` : "";
    patch(old, fresh);
    this.#scroll.stick();
  }

  #removed(id) {
    const node = this.#nodes.get(id);
    if (!node) return;
    const nodes = [...this.#nodes.values()];
    const isHandedOn = passFocus(node, nodes.slice(nodes.indexOf(node) + 1));
    const hadFocus = !isHandedOn && node.contains(document.activeElement);
    const next = node.nextElementSibling ?? node.previousElementSibling;
    this.#nodes.delete(id);
    node.remove();
    if (id === this.#firstUnread) this.#firstUnread = null;
    this.#arrange();
    if (hadFocus) (next?.matches("article") ? next : this.#place).focus();
  }

  #arrange() {
    arrange(this.#list, this.#nodes, this.#page.state.messages.get(this.channelId), this.#firstUnread);
  }

  #interacted(one) {
    const node = this.#nodes.get(one.message_id);
    if (node) showInteractions(node, one.message_id, this.#page);
    if (one.verb === "command") this.#showPending();
    if (one.verb === "command" && one.state === "waiting") this.#scroll.toBottom();
    this.#scroll.stick();
  }

  /** Shows the commands that don't have a message yet, where they were used. */
  #showPending() {
    const commands = this.#page.interactions.commandsIn(this.channelId);
    for (const [one, node] of this.#pending) if (!commands.includes(one)) this.#dropPending(one, node);
    for (const one of commands) {
      const node = commandNode(one, this.#page);
      const old = this.#pending.get(one);
      if (old) old.replaceWith(node);
      else this.#list.append(node);
      this.#pending.set(one, node);
    }
  }

  #dropPending(one, node) {
    this.#pending.delete(one);
    node.remove();
  }

  /** Removes the "New" divider, because everything here was read. */
  clearNew() {
    this.#firstUnread = null;
    this.#arrange();
  }

  /** Scrolls to a message, however far up it is, and focuses it. Returns false if it isn't in the channel. */
  async reveal(messageId) {
    const isFurtherUp = () => !this.#nodes.has(messageId) && this.#hasOlder && this.#nodes.size;
    while (isFurtherUp() && (await this.#addOlder()));
    const node = this.#nodes.get(messageId);
    if (!node) return false;
    node.scrollIntoView({ block: "center" });
    node.focus();
    node.classList.add("flash");
    setTimeout(() => node.classList.remove("flash"), 1500);
    return true;
  }

  // ---- keyboard ---------------------------------------------------------------------------------------------

  /** Up, Down, Home and End move between messages. */
  #walk(event) {
    const article = document.activeElement?.closest("article");
    if (document.activeElement !== this.#place && document.activeElement !== article) return;
    const nodes = [...this.#nodes.values()];
    const at = article ? nodes.indexOf(article) : nodes.length;
    const goal = { ArrowUp: at - 1, ArrowDown: at + 1, Home: 0, End: nodes.length - 1 }[event.key];
    if (goal === undefined || !nodes.length) return;
    event.preventDefault();
    nodes[Math.max(0, Math.min(goal, nodes.length - 1))].focus();
  }
}
