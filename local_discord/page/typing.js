// Who is typing in the open channel. Guarantees: it's shown for nine seconds, or until they have written.

const LASTS = 9000;

export class Typing {
  #place;
  #timer = 0;

  constructor(place) {
    this.#place = place;
  }

  show(name) {
    this.#place.textContent = `${name} is typing…`;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.hide(), LASTS);
  }

  hide() {
    this.#place.textContent = "";
  }
}
