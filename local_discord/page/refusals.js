// What Discord refuses by a fault: direct messages, messages, files and emojis. Guarantees that what is in force is
// listed as the server says.

import { act, field, menu, part } from "./controls.js";
import { el } from "./dom.js";

const EVERY = "*";
const DIRECT = [50007, 50033, 40003, 20026, 10013, 50009, 50278];
const CONTENT = [200000, 240000, 400001, 40005];
const KINDS = {
  refused_dms: ["Opening direct messages", DIRECT],
  refused_dm_posts: ["Posts in direct messages", DIRECT],
  refused_dm_edits: ["Edits in direct messages", DIRECT],
  refused_messages: ["Messages in a channel", CONTENT],
  refused_files: ["Files in a channel", CONTENT],
};
/** What is chosen, so that it stays when the part is drawn again. */
const chosen = { kind: "refused_dms", code: "", id: EVERY };

/** The part of the page. `change(fields)` sets faults, `again()` draws the page again. */
export function refusals(faults, state, change, again) {
  const [, codes] = KINDS[chosen.kind];
  const kind = remembered("kind", Object.entries(KINDS).map(([name, [words]]) => [name, words]), again);
  const code = remembered("code", codes.map((one) => [one, String(one)]));
  const whom = remembered("id", [[EVERY, codes === DIRECT ? "everybody" : "every channel"], ...among(codes, state)]);
  const refuse = () => {
    const before = faults[chosen.kind] ?? {};
    return change({ [chosen.kind]: { ...before, [whom.value]: Number(code.value) } });
  };
  const inForce = Object.entries(KINDS).flatMap(([name, [words]]) =>
    Object.entries(faults[name] ?? {}).map(([id, one]) => `${words}: ${called(id, state)}, ${one}`),
  );
  const none = Object.fromEntries(Object.keys(KINDS).map((name) => [name, {}]));
  const chance = el("input", { type: "number", min: 0, max: 1, step: 0.01, value: faults.refuse_emojis ?? 0 });
  return part(
    "What Discord refuses",
    el("div", { class: "pair" }, field("What", kind), field("With the code", code)),
    field("Whose, or where", whom),
    act("Refuse it", refuse, "danger"),
    inForce.length
      ? el("ul", { class: "in-force", "aria-label": "Refused" }, inForce.map((one) => el("li", {}, one)))
      : null,
    inForce.length ? act("Refuse nothing", () => change(none)) : null,
    field("Share of messages whose emojis are refused, 0 to 1", chance),
    act("Set the share", () => change({ refuse_emojis: Number(chance.value) })),
    act("Delete every bot's emojis", () => change({ delete_emojis: [EVERY] }), "danger"),
  );
}

function remembered(name, options, again = () => {}) {
  const made = menu(options);
  if (options.some(([value]) => String(value) === chosen[name])) made.value = chosen[name];
  made.dataset.keep = `refused ${name}`;
  made.addEventListener("change", () => {
    chosen[name] = made.value;
    again();
  });
  return made;
}

function among(codes, state) {
  if (codes === DIRECT) return state.people.map((one) => [one.id, state.nameOf(one)]);
  const channels = [...state.channels.values()].filter((one) => !state.isDirect(one));
  return channels.map((one) => [one.id, state.channelTitle(one)]);
}

function called(id, state) {
  if (id === EVERY) return "all";
  const person = state.people.find((one) => one.id === id);
  const channel = state.channels.get(id);
  return (person && state.nameOf(person)) ?? (channel && state.channelTitle(channel)) ?? id;
}
