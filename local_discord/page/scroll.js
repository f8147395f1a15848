// How far a log is scrolled. Guarantees: a log at the bottom stays there, whatever grows; scrolling up is never undone;
// the button that jumps back says how many messages you have missed.

const NEAR_BOTTOM = 60;

export class Scroll {
  #place;
  #jump;
  #onBottom;
  #isAtBottom = true;
  /** How far the log was scrolled when the bottom was last visible. If it's less now, somebody has scrolled. */
  #restedAt = 0;
  #missed = 0;

  /** `place` scrolls, `list` is what grows in it, and `onBottom` is called when the bottom becomes visible. */
  constructor(place, list, jump, onBottom) {
    this.#place = place;
    this.#jump = jump;
    this.#onBottom = onBottom;
    place.addEventListener("scroll", () => this.#scrolled());
    jump.addEventListener("click", () => this.toBottom());
    new ResizeObserver(() => this.stick()).observe(list);
    new ResizeObserver(() => this.stick()).observe(place);
  }

  /** Whether the newest message is visible. */
  get isAtBottom() {
    return this.#isAtBottom;
  }

  toBottom() {
    this.#rest();
    this.#isAtBottom = true;
    this.#missed = 0;
    this.#showJump();
    this.#onBottom();
  }

  /** Scrolls to the newest message, unless somebody has just scrolled away from it. */
  stick() {
    this.notice();
    if (this.#isAtBottom) this.#rest();
  }

  /** A browser reports scrolling only in the next frame. What arrives before that must not undo it. */
  notice() {
    if (this.#isAtBottom && this.#place.scrollTop < this.#restedAt) this.#scrolled();
  }

  /** Counts a message that arrived below what you are reading. */
  miss() {
    this.#missed += 1;
    this.#showJump();
  }

  /** Starts again with an empty log. */
  reset() {
    this.#missed = 0;
    this.#isAtBottom = true;
  }

  #scrolled() {
    const { scrollTop, clientHeight, scrollHeight } = this.#place;
    const isAtBottom = scrollHeight - scrollTop - clientHeight < NEAR_BOTTOM;
    if (isAtBottom && !this.#isAtBottom) this.#onBottom();
    this.#isAtBottom = isAtBottom;
    if (isAtBottom) {
      this.#missed = 0;
      this.#restedAt = scrollTop;
    }
    this.#showJump();
  }

  #rest() {
    this.#place.scrollTop = this.#place.scrollHeight;
    this.#restedAt = this.#place.scrollTop;
  }

  #showJump() {
    this.#jump.hidden = this.#isAtBottom;
    const words = this.#missed === 1 ? "1 new message" : `${this.#missed} new messages`;
    this.#jump.textContent = this.#missed ? `${words} — jump to the newest` : "Jump to the newest";
  }
}
