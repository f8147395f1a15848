// What was asked of a bot in this tab, and how it ended. Guarantees: each press, choice, command and form is
// followed from the click to `answered` or `failed`, even if the event comes before the server's reply.

const ENDED = ["answered", "failed"];

export class Interactions {
  #state;
  #socket;
  #early = new Map();
  #asking = 0;
  /** Those in progress and those that failed, oldest first. */
  list = [];

  constructor(state, socket) {
    this.#state = state;
    this.#socket = socket;
    state.on("INTERACTION", (about) => this.#follow(about));
    state.on("MESSAGE_CREATE", (message) => this.#answeredBy(message));
    state.on("MESSAGE_UPDATE", (message) => this.#answeredBy(message));
    state.on("HELLO", () => this.#forgetAll());
  }

  /** Sends `verb` with `fields`. `about` describes it for the page. Throws `Refused` if Discord refuses it. */
  async begin(verb, fields, about = {}) {
    const one = { verb, ...fields, ...about, state: "waiting", interactionId: null };
    this.#clear(one);
    this.list.push(one);
    this.#tell(one);
    this.#asking += 1;
    try {
      const { interaction_id } = await this.#socket.ask(verb, fields);
      one.interactionId = interaction_id;
      if (this.#early.has(interaction_id)) this.#become(one, this.#early.get(interaction_id));
    } catch (refused) {
      one.state = "refused";
      this.forget(one);
      throw refused;
    } finally {
      this.#asking -= 1;
      if (this.#asking === 0) this.#early.clear();
    }
    return one;
  }

  /** Stops showing a failed one. */
  forget(one) {
    this.list = this.list.filter((other) => other !== one);
    this.#tell(one);
  }

  /** The presses and choices on this message. */
  onMessage(messageId) {
    return this.list.filter((one) => one.message_id === messageId && one.verb !== "submit");
  }

  /** The commands used in this channel that don't have a message yet. */
  commandsIn(channelId) {
    return this.list.filter((one) => one.verb === "command" && one.channel_id === channelId);
  }

  #clear(fresh) {
    for (const one of this.onMessage(fresh.message_id ?? "none")) if (one.state === "failed") this.forget(one);
  }

  #follow({ interaction_id, state }) {
    const one = this.list.find((other) => other.interactionId === interaction_id);
    if (one) this.#become(one, state);
    else if (this.#asking) this.#early.set(interaction_id, state);
  }

  #become(one, state) {
    if (ENDED.includes(one.state)) return;
    one.state = state;
    // After a deferred press nothing more is shown and the button can be pressed again, as on Discord.
    const isOver = state === "answered" || (state === "thinking" && one.verb !== "command");
    if (isOver) this.forget(one);
    else this.#tell(one);
  }

  #answeredBy(message) {
    const id = message.interaction_metadata?.id ?? message.interaction?.id;
    const one = id && this.list.find((other) => other.interactionId === id && other.verb === "command");
    if (one) this.#become(one, "answered");
  }

  #forgetAll() {
    const gone = this.list;
    this.list = [];
    for (const one of gone) {
      if (one.state === "waiting") one.state = "failed";
      this.#tell(one);
    }
  }

  #tell(one) {
    this.#state.tell("interaction", one);
  }
}
