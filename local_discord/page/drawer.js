// The drawer "Local Discord": what can be broken, opened and changed here to try a bot. Guarantees that what is in
// force is shown as the server tells it, not as it was last pressed.

import { el, icon } from "./dom.js";

const STATUSES = [429, 500, 502, 403, 404];
const CLOSE_CODES = [
  [4000, "4000 unknown error (resumes)"],
  [1001, "1001 going away (new session)"],
  [4007, "4007 invalid sequence"],
  [4009, "4009 session timed out"],
];
const PERMISSIONS = [
  "VIEW_CHANNEL",
  "SEND_MESSAGES",
  "SEND_MESSAGES_IN_THREADS",
  "ATTACH_FILES",
  "EMBED_LINKS",
  "READ_MESSAGE_HISTORY",
  "CREATE_PUBLIC_THREADS",
  "MANAGE_MESSAGES",
];
const THEMES = ["system", "dark", "light"];

/** Opens the drawer; `page` gives `state`, `attempt`, `toast`. */
export async function openDrawer(page) {
  const faults = (await page.attempt("faults"))?.faults ?? page.state.faults;
  const place = el("div", { class: "drawer-parts" });
  const close = el("button", { type: "button", class: "icon", "aria-label": "Close" }, icon("close"));
  const dialog = el(
    "dialog",
    { class: "drawer", "aria-label": "Local Discord" },
    el("header", {}, el("h2", {}, "Local Discord"), close),
    place,
  );
  close.addEventListener("click", () => dialog.close());
  dialog.addEventListener("click", ({ target }) => target === dialog && dialog.close());
  dialog.addEventListener("close", () => dialog.remove());
  const change = async (fields) => {
    const answer = await page.attempt("faults", fields);
    if (answer) draw(place, page, answer.faults, change, dialog);
    if (answer && fields.drop_gateway) page.toast("Every bot's connection was closed.");
  };
  draw(place, page, faults, change, dialog);
  document.body.append(dialog);
  dialog.showModal();
}

function draw(place, page, faults, change, dialog) {
  const focused = place.contains(document.activeElement) ? document.activeElement.dataset.keep : null;
  place.replaceChildren(
    gateway(change),
    answers(faults, change),
    forbidden(page, faults, change),
    mine(page, faults, change),
    channelPart(page, dialog),
    look(),
  );
  if (focused) place.querySelector(`[data-keep="${focused}"]`)?.focus();
}

function part(title, ...children) {
  return el("section", {}, el("h3", {}, title), children);
}

function act(words, action, style = "secondary") {
  return el("button", { type: "button", class: `button ${style}`, "data-keep": words, onclick: action }, words);
}

function field(words, control) {
  return el("label", { class: "drawer-field" }, el("span", {}, words), control);
}

function menu(options) {
  return el(
    "select",
    {},
    options.map(([value, words]) => el("option", { value }, words)),
  );
}

function gateway(change) {
  const code = menu(CLOSE_CODES);
  return part(
    "Gateway",
    field("Close code", code),
    act("Drop every bot's connection", () => change({ drop_gateway: { code: Number(code.value) } }), "danger"),
  );
}

function answers(faults, change) {
  const delay = el("input", { type: "number", min: 0, max: 30, step: 0.1, value: faults.delay ?? 0 });
  const status = menu(STATUSES.map((one) => [one, String(one)]));
  const times = el("input", { type: "number", min: 1, max: 100, value: 1 });
  const path = el("input", { type: "text", placeholder: "any path (regular expression)" });
  const method = menu([["", "any method"], ...["GET", "POST", "PATCH", "PUT", "DELETE"].map((one) => [one, one])]);
  const wait = el("input", { type: "number", min: 0, step: 0.1, value: 1 });
  const after = el("input", { type: "checkbox" });
  const next = () => ({
    status: Number(status.value),
    after: after.checked,
    times: Number(times.value),
    ...(method.value ? { method: method.value } : {}),
    ...(path.value ? { path: path.value } : {}),
    ...(status.value === "429" ? { retry_after: Number(wait.value) } : {}),
  });
  const inForce = faults.fail_next ?? [];
  return part(
    "Answers to the bot",
    field("Delay, seconds", delay),
    act("Set the delay", () => change({ delay: Number(delay.value) })),
    el(
      "div",
      { class: "pair" },
      field("Status", status),
      field("Times", times),
      field("Method", method),
      field("Wait after 429, seconds", wait),
    ),
    field("Path", path),
    el("label", { class: "choice" }, after, el("span", {}, "Carry out the request and lose only the answer")),
    act("Fail the next answers", () => change({ fail_next: [...inForce, next()] }), "danger"),
    inForce.length
      ? el(
          "ul",
          { class: "in-force", "aria-label": "Failures still to come" },
          inForce.map((one) => el("li", {}, describe(one))),
        )
      : null,
    inForce.length ? act("Clear the failures", () => change({ fail_next: [] })) : null,
  );
}

function describe(one) {
  return `${one.status} ${one.method ?? "any method"} ${one.path ?? "any path"}, ${one.times ?? 1} more`;
}

function forbidden(page, faults, change) {
  const channel = page.state.channels.get(page.state.open);
  if (!channel) return null;
  const taken = faults.forbid?.[channel.id] ?? [];
  const has = (name) => taken.some((one) => one.toUpperCase() === name);
  const boxes = PERMISSIONS.map((name) => {
    const box = el("input", { type: "checkbox", checked: has(name), "data-keep": name });
    box.addEventListener("change", () => {
      const others = taken.filter((one) => one.toUpperCase() !== name);
      change({ forbid: { ...faults.forbid, [channel.id]: box.checked ? [...others, name] : others } });
    });
    return el("label", { class: "choice" }, box, el("span", {}, name.toLowerCase().replaceAll("_", " ")));
  });
  return part(`Permissions that bots lack in ${page.state.channelTitle(channel)}`, el("div", { class: "choices" }, boxes));
}

function mine(page, faults, change) {
  const { state } = page;
  const isClosed = (faults.closed_dms ?? []).includes(state.me.id);
  const box = el("input", { type: "checkbox", checked: isClosed, "data-keep": "closed-dms" });
  box.addEventListener("change", async () => {
    await page.attempt("close_dms", { closed: box.checked });
    change({});
  });
  const isMember = state.isMember();
  const leave = async () => {
    await page.attempt(isMember ? "leave" : "join", { guild_id: state.guildId });
    change({});
  };
  return part(
    `You, ${state.nameOf(state.me)}`,
    el("label", { class: "choice" }, box, el("span", {}, "Accept no direct messages from bots")),
    act(isMember ? "Leave the server" : "Join the server again", leave, isMember ? "danger" : "success"),
  );
}

function channelPart(page, dialog) {
  const { state } = page;
  const channel = state.channels.get(state.open);
  if (!channel || state.isDirect(channel)) return null;
  // One field for as long as the drawer is open, so that a change of the faults doesn't lose what is typed.
  dialog.newName ??= el("input", { type: "text", maxlength: 100, placeholder: "Its name", "data-keep": "new name" });
  const name = dialog.newName;
  const create = async () => {
    const parent = state.isThread(channel) ? channel.parent_id : channel.id;
    const answer = await page.attempt("create_thread", { channel_id: parent, name: name.value.trim() || "thread" });
    if (!answer) return;
    dialog.close();
    page.open(answer.channel.id);
  };
  const remove = async () => {
    if (await page.attempt("delete_channel", { channel_id: channel.id })) dialog.close();
  };
  const createChannel = async () => {
    const answer = await page.attempt("create_channel", { guild_id: state.guildId, name: name.value.trim() || "channel" });
    if (!answer) return;
    dialog.close();
    page.open(answer.channel.id);
  };
  const kind = state.isThread(channel) ? "thread" : "channel";
  return part(
    `This ${kind}, ${state.channelTitle(channel)}`,
    field("New thread or channel", name),
    act("Create the thread", create),
    act("Create the channel", createChannel),
    act(`Delete this ${kind}`, remove, "danger"),
  );
}

function look() {
  const current = localStorage.getItem("theme") ?? "system";
  const options = menu(THEMES.map((one) => [one, one]));
  options.value = current;
  options.addEventListener("change", () => useTheme(options.value));
  return part("Look", field("Theme", options));
}

/** Dark, light, or as the system says; kept in this browser. */
export function useTheme(theme) {
  localStorage.setItem("theme", theme);
  if (theme === "system") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
}
