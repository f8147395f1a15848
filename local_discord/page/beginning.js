// The text above a channel's first message. Guarantees that an empty channel says what you can do in it, and
// that one press begins the command it names, or uses it.

import { el } from "./dom.js";
import { markdown } from "./markdown.js";

/** The beginning of a channel, with its welcome if it has one. */
export function beginning(channelId, page) {
  const channel = page.state.channels.get(channelId);
  if (!channel) return el("div", { class: "beginning" });
  const words = el(
    "p",
    {},
    "This is the beginning of ",
    el("bdi", {}, page.state.channelTitle(channel)),
    ". Type / to see what you can do here.",
  );
  return el("div", { class: "beginning" }, welcome(page.state.welcomes[channelId], page), words);
}

function welcome(given, page) {
  if (!given) return null;
  const { text, command, label, picture } = given;
  const attempt = () => page.known.command(command, { isSent: Boolean(label) });
  const style = label ? "success" : "primary";
  return el(
    "div",
    { class: "welcome" },
    picture ? el("img", { src: picture, alt: "" }) : null,
    markdown(text, page.known),
    command
      ? el("button", { type: "button", class: `button ${style}`, onclick: attempt }, label || `Try /${command}`)
      : null,
  );
}
