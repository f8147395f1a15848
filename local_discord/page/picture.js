// Pictures in messages. Guarantees: the alternative text is the picture's `alt`, and everybody can read it
// with the ALT badge; a press opens the picture as large as the window allows, and Escape closes it.

import { el, placeBeside, sameOrigin } from "./dom.js";

/** A picture that can be enlarged. `place` says how it's shown: alone, tile, thumbnail or attachment. */
export function picture(page, { url, width, height, alt, place }) {
  const address = sameOrigin(url);
  const drawn = el("img", { src: address, alt, width, height, decoding: "async" });
  drawn.addEventListener("error", () => drawn.classList.add("broken"));
  const open = el(
    "button",
    {
      type: "button",
      class: "open-picture",
      "aria-label": alt ? null : "Picture without alternative text",
      "aria-haspopup": "dialog",
    },
    drawn,
  );
  open.addEventListener("click", () => openLarger(address, alt));
  const frame = el("div", { class: `picture ${place}` }, open, alt ? badge(alt) : null);
  if (width && height) frame.style.setProperty("--ratio", `${width} / ${height}`);
  return frame;
}

function badge(alt) {
  const made = el(
    "button",
    {
      type: "button",
      class: "alt-badge",
      "aria-label": "Show the picture's alternative text",
      "aria-expanded": "false",
    },
    "ALT",
  );
  made.addEventListener("click", () => (made.open ? made.open.hidePopover() : showText(made, alt)));
  return made;
}

function showText(anchor, alt) {
  const text = el("div", { class: "alt-text", popover: "auto", role: "note" }, alt);
  anchor.after(text);
  anchor.open = text;
  anchor.setAttribute("aria-expanded", "true");
  text.addEventListener("toggle", ({ newState }) => {
    if (newState !== "closed") return;
    text.remove();
    anchor.open = null;
    anchor.setAttribute("aria-expanded", "false");
  });
  text.showPopover();
  placeBeside(text, anchor, { width: false });
}

function openLarger(address, alt) {
  const close = el("button", { type: "button", class: "button secondary", autofocus: true }, "Close");
  const whole = el(
    "a",
    { class: "button link", href: address, target: "_blank", rel: "noopener" },
    "Open in a new tab",
  );
  const large = el("img", { src: address, alt });
  const caption = alt ? el("p", { class: "caption" }, alt) : null;
  const shown = el(
    "dialog",
    { class: "lightbox", "aria-label": "Picture" },
    large,
    caption,
    el("div", { class: "row" }, whole, close),
  );
  shown.addEventListener("close", () => shown.remove());
  shown.addEventListener(
    "click",
    ({ target }) => (target === shown || target === large || target === close) && shown.close(),
  );
  document.body.append(shown);
  shown.showModal();
}

/**
 * Keeps the old pictures visible under the new ones until these have loaded, so that a board doesn't flicker when it's
 * edited in place.
 */
export function keepUntilLoaded(oldNode, newNode) {
  const before = [...oldNode.querySelectorAll(".open-picture > img")];
  const after = [...newNode.querySelectorAll(".open-picture > img")];
  after.forEach((fresh, index) => {
    const old = before[index];
    if (!old || old.src === fresh.src) return;
    const isThere = old.complete && old.naturalWidth;
    // One that hasn't loaded itself has the one before under it.
    fresh.style.backgroundImage = isThere ? `url("${old.src.replace(/["\\]/g, "\\$&")}")` : old.style.backgroundImage;
    const clear = () => (fresh.style.backgroundImage = "");
    fresh.decode().then(clear, clear);
  });
}
