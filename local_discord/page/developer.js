// The page for developers: failures to switch on, to see how a bot copes. Guarantees that it shows which are on
// according to the server, not according to what was pressed.

import { act, field, menu, part, redraw, useTheme } from "./controls.js";
import { el } from "./dom.js";
import { refusals } from "./refusals.js";
import { Socket } from "./socket.js";
import { State } from "./state.js";
import { toast } from "./toast.js";

const STATUSES = [429, 500, 502, 503, 504, 520, 400, 401, 403, 404, 408, 413];
const RESET = "reset";
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

const OUTAGES = [
  ["", "are answered"],
  [503, "get 503: an outage"],
  [10003, "get 10003: an outage"],
];
const WAYS = [
  ["bot", "with its bot"],
  ["commands", "with its commands alone"],
  ["nothing", "not at all"],
];

const state = new State();
const socket = new Socket(
  (name, about) => state.apply(name, about),
  (isUp) => (document.getElementById("connection").hidden = isUp),
);
const place = document.getElementById("switches");
/** The channel whose permissions are shown. */
let channelId = null;
/** The server whose outage and applications are shown. */
let guildId = null;

async function change(fields) {
  try {
    const { faults } = await socket.ask("faults", fields);
    draw(faults);
    if (fields.reconnect) say("Every bot was asked to connect again.");
    if (fields.drop_gateway) say("Every bot's connection was closed.");
  } catch (refused) {
    say(refused.message);
  }
}

function say(sentence) {
  toast(document.getElementById("toasts"), sentence);
}

function draw(faults) {
  const refused = refusals(faults, state, change, () => draw(faults));
  redraw(place, network(faults), answers(faults), refused, gateway(), servers(faults), forbidden(faults));
}

function gateway() {
  const code = menu(CLOSE_CODES);
  return part(
    "Gateway",
    field("Close code", code),
    act("Ask every bot to reconnect", () => change({ reconnect: {} })),
    act("Drop every bot's connection", () => change({ drop_gateway: { code: Number(code.value) } }), "danger"),
  );
}

function network(faults) {
  const numbers = (name, step) => el("input", { type: "number", min: 0, step, value: faults[name] ?? 0 });
  const [delay, jitter, upload] = [numbers("delay", 0.01), numbers("jitter", 0.01), numbers("upload", 1)];
  const chosen = () => ({ delay: Number(delay.value), jitter: Number(jitter.value), upload: Number(upload.value) });
  return part(
    "The bots' network",
    el(
      "div",
      { class: "pair" },
      field("Delay each way, seconds", delay),
      field("Jitter, seconds", jitter),
      field("Upload, bytes a second", upload),
    ),
    act("Set the network", () => change(chosen())),
  );
}

function answers(faults) {
  const status = menu([...STATUSES.map((one) => [one, String(one)]), [RESET, "none: break the connection"]]);
  const times = el("input", { type: "number", min: 1, max: 100, value: 1 });
  const seconds = el("input", { type: "number", min: 0, step: 1, value: 0 });
  const chance = el("input", { type: "number", min: 0.01, max: 1, step: 0.01, value: 1 });
  const path = el("input", { type: "text", placeholder: "any path (regular expression)" });
  const method = menu([["", "any method"], ...["GET", "POST", "PATCH", "PUT", "DELETE"].map((one) => [one, one])]);
  const wait = el("input", { type: "number", min: 0, step: 0.1, value: 1 });
  const code = el("input", { type: "number", min: 0, value: 0 });
  const after = el("input", { type: "checkbox" });
  const html = el("input", { type: "checkbox" });
  const next = () => ({
    ...(status.value === RESET ? { reset: true } : { status: Number(status.value), html: html.checked }),
    code: Number(code.value),
    after: after.checked,
    chance: Number(chance.value),
    ...(Number(seconds.value) ? { seconds: Number(seconds.value) } : { times: Number(times.value) }),
    ...(method.value ? { method: method.value } : {}),
    ...(path.value ? { path: path.value } : {}),
    ...(status.value === "429" ? { retry_after: Number(wait.value) } : {}),
  });
  const inForce = faults.fail_next ?? [];
  return part(
    "Answers to the bot",
    el(
      "div",
      { class: "pair" },
      field("Status", status),
      field("Discord's code, if any", code),
      field("Times", times),
      field("Or for so many seconds", seconds),
      field("Chance of each, 0 to 1", chance),
      field("Method", method),
      field("Wait after 429, seconds", wait),
    ),
    field("Path", path),
    el("label", { class: "choice" }, html, el("span", {}, "Answer with a proxy's page instead of JSON")),
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
  const what = one.reset ? "broken connection" : `${one.status}${one.html ? " as a page" : ""}`;
  const chance = one.chance < 1 ? `, ${Math.round(one.chance * 100)} %` : "";
  const times = one.times === undefined ? "" : `, ${one.times} more`;
  const left = one.seconds === undefined ? "" : `, for ${Math.ceil(one.seconds)} s`;
  return `${what} ${one.method ?? "any method"} ${one.path || "any path"}${chance}${times}${left}`;
}

function servers(faults) {
  const guild = state.guilds.get(guildId) ?? [...state.guilds.values()][0];
  const which = choice([...state.guilds.values()].map((one) => [one.id, one.name]), guild.id, "server", (id) => {
    guildId = id;
    draw(faults);
  });
  const { [guild.id]: code, ...others } = faults.outages ?? {};
  const outage = choice(OUTAGES, code ?? "", "outage", (chosen) =>
    change({ outages: chosen ? { ...others, [guild.id]: Number(chosen) } : others }),
  );
  const applications = [...state.applications.values()].map((one) =>
    field(`${one.name} is there`, choice(WAYS, wayIn(guild, one), one.id, (way) => install(one, guild, way))),
  );
  return part("Servers", field("Server", which), field("Requests for it", outage), applications);
}

function choice(options, value, keep, chosen) {
  const made = menu(options);
  made.value = String(value);
  made.dataset.keep = keep;
  made.addEventListener("change", () => chosen(made.value));
  return made;
}

function wayIn(guild, application) {
  if (guild.members.some(({ user }) => user.id === application.id)) return "bot";
  return application.commands_only?.includes(guild.id) ? "commands" : "nothing";
}

async function install(application, guild, way) {
  try {
    await socket.ask("install", { application_id: application.id, guild_id: guild.id, as: way });
  } catch (refused) {
    say(refused.message);
  }
  change({});
}

function forbidden(faults) {
  const channels = [...state.channels.values()].filter((one) => !state.isDirect(one));
  const channel = channels.find((one) => one.id === channelId) ?? channels[0];
  if (!channel) return null;
  const choice = menu(channels.map((one) => [one.id, state.channelTitle(one)]));
  choice.value = channel.id;
  choice.dataset.keep = "channel";
  choice.addEventListener("change", () => {
    channelId = choice.value;
    draw(faults);
  });
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
  return part("Permissions that bots lack", field("Channel", choice), el("div", { class: "choices" }, boxes));
}

state.on("HELLO", () => draw(state.faults));
useTheme(localStorage.getItem("theme") ?? "system");
socket.be(new URLSearchParams(location.search).get("person") ?? localStorage.getItem("person"));
