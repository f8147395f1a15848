// The WebSocket to the local Discord. Guarantees: every request ends exactly once (answered, refused, or
// cut off with a sentence), events arrive in order, and a lost connection is retried forever.

const FIRST_WAIT = 250;
const LONGEST_WAIT = 3000;

/** The server's reason for not doing what was asked. */
export class Refused extends Error {}

export class Socket {
  #connection = null;
  #questions = new Map();
  #nextId = 1;
  #wait = FIRST_WAIT;
  #timer = 0;
  #person = null;
  #onevent;
  #onstate;

  /** Calls `onevent(name, about)` for every event, and `onstate(isUp, failures)` when it connects or disconnects. */
  constructor(onevent, onstate) {
    this.#onevent = onevent;
    this.#onstate = onstate;
    this.failures = 0;
  }

  /** Connects as this person, or as the first one if none is given, and closes the previous connection. */
  be(person) {
    this.#person = person;
    this.#wait = FIRST_WAIT;
    this.failures = 0;
    this.#leave();
    this.#connect();
  }

  /** Sends one `do` request and returns the answer. Throws `Refused` with a sentence. */
  ask(name, fields = {}) {
    if (this.#connection?.readyState !== WebSocket.OPEN) {
      return Promise.reject(new Refused("The local Discord isn't connected. Wait a moment, then try again."));
    }
    const id = this.#nextId++;
    this.#connection.send(JSON.stringify({ ...fields, id, do: name }));
    return new Promise((resolve, reject) => this.#questions.set(id, { resolve, reject }));
  }

  #connect() {
    const address = new URL("/page/socket", location.href);
    address.protocol = location.protocol === "https:" ? "wss:" : "ws:";
    if (this.#person) address.searchParams.set("person", this.#person);
    const connection = new WebSocket(address);
    this.#connection = connection;
    connection.addEventListener("message", ({ data }) => this.#receive(connection, JSON.parse(data)));
    connection.addEventListener("close", () => this.#lost(connection));
  }

  #receive(connection, { t, d }) {
    if (connection !== this.#connection) return;
    if (t === "DONE" || t === "REFUSED") return this.#settle(t, d);
    if (t === "HELLO") {
      this.#wait = FIRST_WAIT;
      this.failures = 0;
      this.#onstate(true, 0);
    }
    this.#onevent(t, d);
  }

  #settle(t, answer) {
    const question = this.#questions.get(answer.id);
    this.#questions.delete(answer.id);
    if (t === "DONE") question?.resolve(answer);
    else question?.reject(new Refused(answer.message));
  }

  #lost(connection) {
    if (connection !== this.#connection) return;
    this.failures += 1;
    this.#cutOff();
    this.#onstate(false, this.failures);
    this.#timer = setTimeout(() => this.#connect(), this.#wait);
    this.#wait = Math.min(this.#wait * 1.6, LONGEST_WAIT);
  }

  #cutOff() {
    const cut = [...this.#questions.values()];
    this.#questions.clear();
    for (const { reject } of cut)
      reject(new Refused("The connection to the local Discord was lost before it answered. Try again."));
  }

  #leave() {
    clearTimeout(this.#timer);
    const old = this.#connection;
    this.#connection = null;
    this.#cutOff();
    old?.close();
  }
}
