// The page: connects the socket, the state and the parts that show it. Guarantees that the address names the person
// and the channel, so that a reload, the back button and a second tab show the right ones.

import { channelInAddress, goTo, personInAddress, stayAt } from "./address.js";
import { showChannels, symbolOf } from "./channels.js";
import { commandsHere } from "./commands.js";
import { Composer } from "./composer.js";
import { useTheme } from "./controls.js";
import { icon } from "./dom.js";
import { openDrawer } from "./drawer.js";
import { Interactions } from "./interactions.js";
import { Log } from "./log.js";
import { openModal } from "./modal.js";
import { showMembers, showPeople } from "./people.js";
import { Picked } from "./picked.js";
import { openPins } from "./pins.js";
import { closeSides, isNarrow, setUpSides } from "./sides.js";
import { showServers } from "./servers.js";
import { Socket } from "./socket.js";
import { State } from "./state.js";
import { setClock } from "./time.js";
import { toast } from "./toast.js";
import { Typing } from "./typing.js";

const part = (id) => document.getElementById(id);

const state = new State();
const socket = new Socket(
  (name, about) => state.apply(name, about),
  (isUp, failures) => showConnection(isUp, failures),
);
const interactions = new Interactions(state, socket);

/** What the parts of the page can use. */
const page = {
  state,
  socket,
  interactions,
  known: namesFor(state),
  isVisible: () => document.visibilityState === "visible",
  toast: (sentence) => toast(part("toasts"), sentence),
  open: (channelId, messageId) => openChannel(channelId, messageId),
  seen: () => markSeen(),
  markRead: () => log.clearNew(),
  applicationOfCommand: (name) =>
    state.applications.get(commandsHere(state).find((one) => one.name === name)?.applicationId),
  async attempt(verb, fields) {
    try {
      return await socket.ask(verb, fields);
    } catch (refused) {
      page.toast(refused.message);
      return null;
    }
  },
};

page.picked = new Picked(page, part("log"), part("picked"));
const log = new Log(page, part("log"), part("jump"));
const composer = new Composer(page, part("composer"));
const typing = new Typing(part("typing"));

function namesFor(known) {
  return {
    user(id) {
      const user = known.users.get(id);
      return user ? { name: known.nameOf(user), isMe: id === known.me.id } : null;
    },
    role: (id) => ({ name: known.roleName(id), isMe: known.member(known.me.id)?.roles.includes(id) }),
    channel(id) {
      const channel = known.channels.get(id);
      return channel ? { name: known.channelName(channel) } : null;
    },
    open: (channelId, messageId) => openChannel(channelId, messageId),
    command: (name, how) => composer.begin(name, how),
  };
}

// ---- who and where --------------------------------------------------------------------------------------------

function be(personId) {
  if (personId === state.me?.id) return;
  goTo(personId, channelInAddress());
  become(personId);
}

function become(personId) {
  // A form that a bot opened for one person isn't for the next.
  for (const dialog of document.querySelectorAll("dialog")) dialog.close();
  socket.be(personId);
  closeSides();
}

let memberships = "";

function greet() {
  memberships = state.memberships();
  setClock(state.ahead);
  localStorage.setItem("person", state.me.id);
  const wanted = [channelInAddress(), state.open].find((id) => state.channels.has(id));
  state.open = null;
  if (!wanted && !state.channels.size) return showNowhere();
  const channelId = wanted ?? state.textChannels()[0]?.id ?? [...state.channels.keys()][0];
  return void showChannel(channelId);
}

function openChannel(channelId, messageId = null) {
  if (!state.channels.has(channelId)) return page.toast("You can't see that channel. Choose another one.");
  if (channelId !== state.open) goTo(state.me.id, channelId);
  return void showChannel(channelId, messageId);
}

async function showChannel(channelId, messageId = null) {
  const isOther = channelId !== state.open;
  state.open = channelId;
  state.guildId = state.channels.get(channelId).guild_id ?? state.guildId;
  stayAt(state.me.id, channelId);
  closeSides();
  if (isOther) {
    page.picked.clear();
    const { count } = state.unreadOf(channelId);
    showAll();
    try {
      await log.show(channelId, count);
    } catch (refused) {
      return page.toast(refused.message);
    }
    markSeen();
    if (!isNarrow()) composer.focus();
  }
  if (messageId && !(await log.reveal(messageId))) page.toast("That message doesn't exist anymore.");
  return undefined;
}

function showNowhere() {
  state.open = null;
  log.clear();
  showAll();
  part("title").textContent = "No channel is open";
  part("topic").textContent = "";
  composer.show("", "nowhere", false);
}

/** Fetches everything again, because leaving and joining a server change the channels. */
function guildChanged() {
  if (state.memberships() !== memberships) socket.be(state.me.id);
  else showTop();
}

function markSeen() {
  const id = state.open;
  if (!id || !page.isVisible() || !log.isAtBottom || !state.unreadOf(id).count) return;
  state.unread.delete(id);
  socket.ask("read", { channel_id: id }).catch(() => null);
  showLists();
}

async function openDirect(userId) {
  const answer = await page.attempt("open_dm", { user_id: userId });
  if (!answer) return;
  if (!state.channels.has(answer.channel.id)) state.apply("CHANNEL_CREATE", answer.channel);
  openChannel(answer.channel.id);
}

// ---- what is shown --------------------------------------------------------------------------------------------

function showAll() {
  showPeople(part("people"), { state, be });
  showMembers(part("members"), { state, openDirect });
  showLists();
  showTop();
  showOffline();
}

/** Shows the first channel of a server, or says that this person can't see any. */
function openServer(guildId) {
  state.guildId = guildId;
  const first = state.textChannels()[0];
  if (first) return openChannel(first.id);
  goTo(state.me.id);
  return showNowhere();
}

function showLists() {
  if (!state.me) return;
  showServers(part("servers"), { state, open: openServer });
  const focused = part("channels").contains(document.activeElement) ? document.activeElement.dataset.channelId : null;
  showChannels(part("channels"), { state, open: openChannel });
  if (focused) part("channels").querySelector(`[data-channel-id="${focused}"]`)?.focus();
  showTitle();
}

function showTop() {
  const channel = state.channels.get(state.open);
  if (!channel) return;
  const direct = state.isGroup(channel) ? "members" : "at";
  const symbol = state.isDirect(channel) ? direct : symbolOf(channel, state);
  const name = document.createElement("bdi");
  name.textContent = state.channelName(channel);
  part("title").replaceChildren(icon(symbol), name);
  part("topic").textContent = channel.topic ?? "";
  part("log").setAttribute("aria-label", `Messages in ${state.channelTitle(channel)}`);
  composer.show(channel.id, state.channelTitle(channel), state.isDirect(channel) || state.isMember());
}

function showTitle() {
  const waiting = [...state.unread.entries()].filter(([id]) => id !== state.open);
  const count = waiting.reduce(
    (sum, [id, { count: all, mentions }]) => sum + (state.isDirect(state.channels.get(id)) ? all : mentions),
    0,
  );
  const channel = state.channels.get(state.open);
  const where = channel ? `${state.channelTitle(channel)} · ` : "";
  document.title = `${count ? `(${count}) ` : ""}${where}${state.nameOf(state.me)} — Local Discord`;
}

function showOffline() {
  const gone = [...state.applications.values()].filter((one) => one.online === false);
  part("offline").hidden = !gone.length;
  part("offline").textContent = gone.map((one) => `${one.name} is offline. Its buttons don't work until it's back.`).join(" ");
}

function showConnection(isUp, failures) {
  part("connection").hidden = isUp;
  document.body.classList.toggle("cut-off", !isUp);
  if (!isUp) part("connection").textContent = "The local Discord doesn't answer. Trying again…";
  // If the address names somebody who doesn't exist, the server chooses a person.
  const isStranger = personInAddress() !== state.me?.id;
  if (!isUp && failures === 3 && isStranger) socket.be(null);
}

// ---- events ---------------------------------------------------------------------------------------------------

function showTyping({ channel_id, user_id }) {
  if (channel_id !== state.open || user_id === state.me.id) return;
  typing.show(state.nameOf(state.users.get(user_id) ?? { id: user_id }));
}

function channelGone({ id }) {
  showLists();
  if (id !== state.open) return;
  page.toast("This channel was deleted.");
  const next = state.textChannels()[0];
  if (next) openChannel(next.id);
  else showNowhere();
}

state.on("HELLO", greet);
for (const kind of ["CHANNEL_CREATE", "CHANNEL_UPDATE", "THREAD_CREATE", "UNREAD"]) state.on(kind, showLists);
state.on("CHANNEL_UPDATE", showTop);
state.on("GUILD", guildChanged);
for (const kind of ["CHANNEL_DELETE", "THREAD_DELETE"]) state.on(kind, channelGone);
for (const kind of ["GUILD", "APPLICATION"])
  state.on(kind, () => (showMembers(part("members"), { state, openDirect }), showOffline()));
state.on("UNREAD", ({ channel_id }) => channel_id === state.open && markSeen());
state.on("MESSAGE_CREATE", ({ channel_id }) => channel_id === state.open && typing.hide());
state.on("TYPING", showTyping);
state.on("MODAL", (about) => openModal(about, page));
document.addEventListener("visibilitychange", markSeen);
addEventListener("popstate", () => {
  const person = personInAddress();
  if (person && person !== state.me?.id) return become(person);
  const channelId = channelInAddress();
  return state.channels.has(channelId) ? void showChannel(channelId) : undefined;
});

// ---- the keyboard -------------------------------------------------------------------------------------------

/** Typing goes to the message box, wherever the focus was. */
function toComposer(event) {
  const isWritten = event.key.length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey;
  const target = event.target;
  if (!isWritten || target.closest("input, textarea, select, dialog, [role=listbox]")) return;
  if (event.key === " " || (target.closest("button, a") && event.key !== "/")) return;
  composer.focus();
}

part("open-pins").append(icon("pin"));
part("open-pins").addEventListener("click", () => state.open && void openPins(page));
part("open-drawer").append(icon("tools"));
part("open-drawer").addEventListener("click", () => void openDrawer(page));
document.querySelector("[data-skip]").addEventListener("click", (event) => {
  event.preventDefault();
  composer.focus();
});
document.addEventListener("keydown", toComposer);
setUpSides();

useTheme(localStorage.getItem("theme") ?? "system");
socket.be(personInAddress() ?? localStorage.getItem("person"));
