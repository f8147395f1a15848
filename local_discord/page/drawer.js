// The "Settings" drawer: who you are here, this channel, and the theme. Guarantees that it shows what the
// server says is set, not what was pressed.

import { act, field, look, menu, part, redraw } from "./controls.js";
import { el, icon } from "./dom.js";

/** Opens the drawer; `page` gives `state`, `attempt`, `toast`. */
export async function openDrawer(page) {
  const faults = (await page.attempt("faults"))?.faults ?? page.state.faults;
  const you = el("div");
  const channel = el("div");
  const place = el("div", { class: "drawer-parts" }, you, channel, look());
  const close = el("button", { type: "button", class: "icon", "aria-label": "Close" }, icon("close"));
  const dialog = el(
    "dialog",
    { class: "drawer", "aria-label": "Settings" },
    el("header", {}, el("h2", {}, "Settings"), close),
    place,
  );
  close.addEventListener("click", () => dialog.close());
  dialog.addEventListener("click", ({ target }) => target === dialog && dialog.close());
  dialog.addEventListener("close", () => dialog.remove());
  const drawYou = (inForce) => redraw(you, mine(page, inForce, again));
  const drawChannel = () => redraw(channel, channelPart(page, dialog));
  // What was typed for the channel stays, unless the channel itself may be gone.
  const again = async (isChannelToo) => {
    const answer = await page.attempt("faults");
    if (answer) drawYou(answer.faults);
    if (isChannelToo) drawChannel();
  };
  drawYou(faults);
  drawChannel();
  document.body.append(dialog);
  dialog.showModal();
}

function mine(page, faults, again) {
  const { state } = page;
  const isClosed = (faults.closed_dms ?? []).includes(state.me.id);
  const box = el("input", { type: "checkbox", checked: isClosed, "data-keep": "closed-dms" });
  box.addEventListener("change", async () => {
    await page.attempt("close_dms", { closed: box.checked });
    again(false);
  });
  const isMember = state.isMember();
  const leave = async () => {
    await page.attempt(isMember ? "leave" : "join", { guild_id: state.guildId });
    again(true);
  };
  return part(
    `You, ${state.nameOf(state.me)}`,
    el("label", { class: "choice" }, box, el("span", {}, "Don't accept direct messages from bots")),
    act(isMember ? "Leave the server" : "Join the server again", leave, isMember ? "danger" : "success"),
  );
}

function channelPart(page, dialog) {
  const { state } = page;
  const channel = state.channels.get(state.open);
  if (!channel || state.isDirect(channel)) return null;
  // The same fields for as long as the drawer is open, so that leaving and joining again loses nothing typed.
  dialog.newName ??= el("input", { type: "text", maxlength: 100, placeholder: "Name", "data-keep": "new name" });
  dialog.isPrivate ??= el("input", { type: "checkbox", "data-keep": "private" });
  const name = dialog.newName;
  const made = async (verb, fields) => {
    const answer = await page.attempt(verb, fields);
    if (!answer) return;
    dialog.close();
    page.open(answer.channel.id);
  };
  const parent = state.isThread(channel) ? channel.parent_id : channel.id;
  const create = () =>
    made("create_thread", {
      channel_id: parent,
      name: name.value.trim() || "thread",
      private: dialog.isPrivate.checked,
    });
  const createChannel = () =>
    made("create_channel", { guild_id: state.guildId, name: name.value.trim() || "channel" });
  const remove = async () => {
    if (await page.attempt("delete_channel", { channel_id: channel.id })) dialog.close();
  };
  const kind = state.isThread(channel) ? "thread" : "channel";
  return part(
    `This ${kind}, ${state.channelTitle(channel)}`,
    field("New thread or channel", name),
    el("label", { class: "choice" }, dialog.isPrivate, el("span", {}, "A private thread, only for those who are added")),
    act("Create the thread", create),
    act("Create the channel", createChannel),
    state.isThread(channel) ? threadParts(page, channel, dialog) : null,
    act(`Delete this ${kind}`, remove, "danger"),
  );
}

/** What can be done with a thread: archive it, lock it, add somebody. The drawer closes afterwards. */
function threadParts(page, thread, dialog) {
  const { state } = page;
  const { archived, locked } = thread.thread_metadata;
  const attempt = async (verb, fields) => {
    if (await page.attempt(verb, { channel_id: thread.id, ...fields })) dialog.close();
  };
  const who = menu(state.guild.members.map(({ user }) => [user.id, state.nameOf(user)]));
  who.dataset.keep = "who";
  return [
    act(archived ? "Open the thread again" : "Archive the thread", () => attempt("edit_thread", { archived: !archived })),
    act(locked ? "Unlock the thread" : "Lock the thread", () => attempt("edit_thread", { locked: !locked })),
    field("Somebody for the thread", who),
    act("Add them to the thread", () => attempt("add_to_thread", { user_id: who.value })),
  ];
}
