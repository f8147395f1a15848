// What this person can see in the local Discord. Guarantees: a HELLO fills it, every later event changes it as
// Discord would, and a listener hears of every change once. It doesn't use the document.

/** Text, voice, announcement, stage, forum and media channels. */
const IN_SERVER = [0, 2, 5, 13, 15, 16];
const DIRECT = 1;
const GROUP = 3;
const THREADS = [10, 11, 12];

/** The message flags that the page shows. */
export const EPHEMERAL = 1 << 6;
export const LOADING = 1 << 7;
export const COMPONENTS_V2 = 1 << 15;

export class State {
  #listeners = new Map();
  me = null;
  people = [];
  guilds = new Map();
  /** The id of the current server, whose channels are shown. */
  guildId = null;
  channels = new Map();
  commands = [];
  applications = new Map();
  unread = new Map();
  faults = {};
  /** The welcomes at the beginning of channels, by the channel's id: `{text, command}`. */
  welcomes = {};
  users = new Map();
  messages = new Map();
  open = null;
  /** How many milliseconds the server's clock is ahead of the browser's. */
  ahead = 0;

  /** Calls `listener(about)` after each change of this kind. Returns a function that stops it. */
  on(kind, listener) {
    if (!this.#listeners.has(kind)) this.#listeners.set(kind, new Set());
    this.#listeners.get(kind).add(listener);
    return () => this.#listeners.get(kind).delete(listener);
  }

  tell(kind, about) {
    for (const listener of [...(this.#listeners.get(kind) ?? [])]) listener(about);
  }

  /** Handles one event. Events with unknown names are only passed on. */
  apply(name, about) {
    EVENTS[name]?.(this, about);
    this.tell(name, about);
  }

  isDirect(channel) {
    return channel?.type === DIRECT || this.isGroup(channel);
  }

  isGroup(channel) {
    return channel?.type === GROUP;
  }

  isThread(channel) {
    return THREADS.includes(channel?.type);
  }

  /** The current server, whose channels are shown. */
  get guild() {
    return this.guilds.get(this.guildId) ?? null;
  }

  /** The channels of a server, without threads, by default the current one. */
  textChannels(guildId = this.guildId) {
    const isHere = (channel) => IN_SERVER.includes(channel.type) && channel.guild_id === guildId;
    return [...this.channels.values()].filter(isHere).sort(byPosition);
  }

  threadsOf(parentId) {
    return [...this.channels.values()].filter((one) => this.isThread(one) && one.parent_id === parentId);
  }

  directs() {
    return [...this.channels.values()].filter((channel) => this.isDirect(channel));
  }

  /** The other person in a direct channel. */
  otherOf(channel) {
    const others = (channel.recipients ?? []).filter((user) => user.id !== this.me.id);
    return others[0] ?? { id: "0", username: "nobody" };
  }

  member(userId) {
    return this.guild?.members.find((member) => member.user.id === userId) ?? null;
  }

  isMember() {
    return this.member(this.me.id) !== null;
  }

  /** The ids of the servers this person is in, joined into one string. */
  memberships() {
    const isIn = (guild) => guild.members.some(({ user }) => user.id === this.me.id);
    return [...this.guilds.values()].filter(isIn).map((guild) => guild.id).join();
  }

  /** How many messages and mentions are unread in a server's channels and threads. */
  unreadIn(guildId) {
    let all = { count: 0, mentions: 0 };
    for (const [id, { count, mentions }] of this.unread) {
      if (this.channels.get(id)?.guild_id === guildId)
        all = { count: all.count + count, mentions: all.mentions + mentions };
    }
    return all;
  }

  /** The name shown for a user: their nickname, their display name, their application's name, or their username. */
  nameOf(user) {
    const known = this.users.get(user.id) ?? user;
    const application = known.bot ? this.applicationOf(user.id) : null;
    return this.member(user.id)?.nick || known.global_name || application?.name || known.username || "someone";
  }

  /** The address of a user's picture, the one for this server or else their own; empty if they have none. */
  pictureOf(user) {
    const inServer = this.member(user.id)?.avatar;
    if (inServer) return `/guilds/${this.guild.id}/users/${user.id}/avatars/${inServer}.png?size=128`;
    return user.avatar ? `/avatars/${user.id}/${user.avatar}.png?size=128` : "";
  }

  channelName(channel) {
    if (this.isGroup(channel)) return channel.name || channel.recipients.map((user) => this.nameOf(user)).join(", ");
    return this.isDirect(channel) ? this.nameOf(this.otherOf(channel)) : channel.name;
  }

  /** `#general` for a channel, only the name for a person. */
  channelTitle(channel) {
    if (this.isGroup(channel)) return this.channelName(channel);
    return this.isDirect(channel) ? `@${this.channelName(channel)}` : `#${channel.name}`;
  }

  /** Whether this person's roles in the server include the permission, a BigInt of Discord's bits. */
  has(permission) {
    if (this.guild?.owner_id === this.me.id) return true;
    const mine = [this.guild?.id, ...(this.member(this.me.id)?.roles ?? [])];
    const roles = (this.guild?.roles ?? []).filter((role) => mine.includes(role.id));
    return roles.some((role) => BigInt(role.permissions) & permission);
  }

  roleName(roleId) {
    return this.guild?.roles.find((role) => role.id === roleId)?.name ?? "unknown-role";
  }

  unreadOf(channelId) {
    return this.unread.get(channelId) ?? { count: 0, mentions: 0 };
  }

  mentionsMe(message) {
    const roles = this.member(this.me.id)?.roles ?? [];
    return (
      message.mention_everyone === true ||
      (message.mentions ?? []).some((user) => user.id === this.me.id) ||
      (message.mention_roles ?? []).some((role) => roles.includes(role.id ?? role))
    );
  }

  applicationOf(userId) {
    return [...this.applications.values()].find((one) => (one.bot?.id ?? one.bot ?? one.id) === userId) ?? null;
  }

  /** Replaces a channel's messages with its history. */
  setHistory(channelId, messages) {
    this.messages.set(channelId, new Map(messages.map((message) => [message.id, message])));
    for (const message of messages) this.meet(message.author, ...(message.mentions ?? []));
  }

  /** Adds older messages before the ones already there. */
  addHistory(channelId, messages) {
    this.setHistory(channelId, [...messages, ...this.messages.get(channelId).values()]);
  }

  meet(...users) {
    for (const user of users) if (user?.id) this.users.set(user.id, { ...this.users.get(user.id), ...user });
  }
}

function byPosition(a, b) {
  return (a.position ?? 0) - (b.position ?? 0) || Number(BigInt(a.id) - BigInt(b.id));
}

function hello(state, about) {
  state.me = about.me;
  state.people = about.people;
  state.channels = new Map([...about.channels, ...about.dms].map((channel) => [channel.id, channel]));
  state.unread = new Map(Object.entries(about.unread ?? {}));
  state.commands = about.commands;
  state.applications = new Map(about.applications.map((one) => [one.id, one]));
  state.faults = about.faults ?? {};
  state.welcomes = about.welcomes ?? {};
  state.messages = new Map();
  state.ahead = about.now - Date.now();
  state.guilds = new Map();
  for (const guild of about.guilds) setGuild(state, guild);
  if (!state.guild) state.guildId = about.guilds[0].id;
  state.meet(...about.people, ...about.dms.flatMap((channel) => channel.recipients ?? []));
}

function setGuild(state, guild) {
  state.guilds.set(guild.id, guild);
  state.meet(...guild.members.map((member) => member.user));
}

function putMessage(state, message) {
  const kept = state.messages.get(message.channel_id);
  state.meet(message.author, ...(message.mentions ?? []));
  kept?.set(message.id, { ...kept.get(message.id), ...message });
}

function putChannel(state, channel) {
  state.channels.set(channel.id, { ...state.channels.get(channel.id), ...channel });
  state.meet(...(channel.recipients ?? []));
}

function dropChannel(state, { id }) {
  state.channels.delete(id);
  state.messages.delete(id);
  state.unread.delete(id);
}

const EVENTS = {
  HELLO: hello,
  MESSAGE_CREATE: putMessage,
  MESSAGE_UPDATE: putMessage,
  MESSAGE_DELETE: (state, { id, channel_id }) => state.messages.get(channel_id)?.delete(id),
  CHANNEL_CREATE: putChannel,
  CHANNEL_UPDATE: putChannel,
  THREAD_CREATE: putChannel,
  CHANNEL_DELETE: dropChannel,
  THREAD_DELETE: dropChannel,
  UNREAD: (state, { channel_id, count, mentions }) => state.unread.set(channel_id, { count, mentions }),
  COMMANDS: (state, { commands }) => (state.commands = commands),
  APPLICATION: (state, application) => state.applications.set(application.id, application),
  GUILD: (state, { guild }) => setGuild(state, guild),
};
