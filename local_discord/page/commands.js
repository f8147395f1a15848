// Slash commands as data: which exist, what their options allow, what was typed. Guarantees that every value returned
// has its option's type, and that a wrong one comes with a sentence. Doesn't use the document.

const STRING = 3;
const INTEGER = 4;
const BOOLEAN = 5;
const USER = 6;
const CHANNEL = 7;
const ROLE = 8;
const MENTIONABLE = 9;
const NUMBER = 10;
export const ATTACHMENT = 11;
const GROUPS = [1, 2];
const IN_SERVER = 0;
const WITH_BOT = 1;
const IN_GROUP = 2;
const BY_SERVER = 0;
const BY_PERSON = 1;

/** The page's name for each type of option. */
const TYPE_NAMES = {
  [STRING]: "text",
  [INTEGER]: "whole number",
  [BOOLEAN]: "true or false",
  [USER]: "person",
  [CHANNEL]: "channel",
  [ROLE]: "role",
  [MENTIONABLE]: "person or role",
  [NUMBER]: "number",
  [ATTACHMENT]: "file",
};

/** Every command that can be used here, sorted by name. Subcommands have their full names. */
export function commandsHere(state) {
  const channel = state.channels.get(state.open);
  const withBot = state.isGroup(channel) ? IN_GROUP : WITH_BOT;
  const context = state.isDirect(channel) ? withBot : IN_SERVER;
  const isAllowed = (command) => (command.type ?? 1) === 1 && (command.contexts?.includes(context) ?? true);
  const isFor = (command, kind) => (command.integration_types ?? [BY_SERVER]).includes(kind);
  const isOwn = (command) =>
    !command.guild_id &&
    isFor(command, BY_PERSON) &&
    state.applications.get(command.application_id)?.people?.includes(state.me.id);
  const hasOnlyCommands = (command) =>
    state.applications.get(command.application_id)?.commands_only?.includes(state.guildId);
  const isHere = (command) =>
    context === IN_SERVER
      ? (state.member(command.application_id) || hasOnlyCommands(command)) && (command.guild_id ?? state.guildId) === state.guildId
      : !command.guild_id && state.applicationOf(state.otherOf(channel).id)?.id === command.application_id;
  const isTheirs = (command) => (isFor(command, BY_SERVER) && isHere(command)) || isOwn(command);
  const named = state.commands
    .filter((command) => isAllowed(command) && isTheirs(command))
    .flatMap((command) => leaves(command, command));
  return named.sort((a, b) => a.name.localeCompare(b.name));
}

function leaves(node, root, path = []) {
  const words = [...path, node.name];
  const inner = (node.options ?? []).filter((option) => GROUPS.includes(option.type));
  if (inner.length) return inner.flatMap((option) => leaves(option, root, words));
  return [
    {
      name: words.join(" "),
      description: node.description,
      options: node.options ?? [],
      applicationId: root.application_id,
      id: root.id,
    },
  ];
}

/** The commands that match a text such as `/pl`, beginning with those whose names start with it. */
export function matching(commands, text) {
  const typed = text.replace(/^\//, "").trimStart().toLowerCase();
  const starts = commands.filter((command) => command.name.startsWith(typed));
  const holds = commands.filter((command) => !command.name.startsWith(typed) && command.name.includes(typed));
  return [...starts, ...holds];
}

/** The command at the start of a text and the rest of it, or null unless a space follows the name. */
export function split(commands, text) {
  const longestFirst = [...commands].sort((a, b) => b.name.length - a.name.length);
  const command = longestFirst.find(({ name }) => text.toLowerCase().startsWith(`/${name} `));
  return command ? { command, rest: text.slice(command.name.length + 2) } : null;
}

/** The texts of a command's options in `rest`, which has `name:text` pairs or else the first option's text. */
export function rawOptions(command, rest) {
  const names = command.options.map((option) => option.name);
  const marks = [...rest.matchAll(/(?:^|\s)([-_\p{L}\p{N}]{1,32}):\s?/gu)].filter((match) => names.includes(match[1]));
  if (!marks.length) return names.length && rest ? { [names[0]]: rest } : {};
  const end = (index) => marks[index + 1]?.index ?? rest.length;
  return Object.fromEntries(
    marks.map((match, index) => [match[1], rest.slice(match.index + match[0].length, end(index)).trim()]),
  );
}

/** The choices of an option that need no question to the bot: `[{name, value}]`. */
export function fixedChoices(option, state) {
  if (option.choices?.length) return option.choices;
  const people = () => state.guild.members.map(({ user }) => ({ name: state.nameOf(user), value: user.id }));
  const roles = () => state.guild.roles.map((role) => ({ name: role.name, value: role.id }));
  if (option.type === BOOLEAN)
    return [
      { name: "True", value: true },
      { name: "False", value: false },
    ];
  if (option.type === USER) return people();
  if (option.type === ROLE) return roles();
  if (option.type === MENTIONABLE) return [...people(), ...roles()];
  if (option.type === CHANNEL)
    return state.textChannels().map((channel) => ({ name: `#${channel.name}`, value: channel.id }));
  return [];
}

/** Whether the option allows only what is on its list. */
export function isClosed(option) {
  return Boolean(option.choices?.length) || ![STRING, INTEGER, NUMBER].includes(option.type);
}

/** Whether a text is this choice's name or value, in upper or lower case. */
export function isNamed(choice, text) {
  const typed = text.trim().toLowerCase();
  return [choice.name, `@${choice.name}`, String(choice.value)].some((word) => word.toLowerCase() === typed);
}

/** Reads a typed text: `{value}`, `{}` if it's empty and that is allowed, or `{error}` with a sentence. */
export function read(option, text, offered) {
  const typed = text.trim();
  if (!typed) return option.required ? { error: `“${option.name}” is required.` } : {};
  const known = offered.find((choice) => isNamed(choice, typed));
  if (known) return { value: known.value };
  if (isClosed(option))
    return {
      error: `“${option.name}” must be one of the choices: ${offered
        .map((choice) => choice.name)
        .slice(0, 8)
        .join(", ")}.`,
    };
  if (option.type === STRING) return readText(option, typed);
  return readNumber(option, typed);
}

function readText(option, typed) {
  const { min_length: least = 0, max_length: most = 6000, name } = option;
  if (typed.length < least) return { error: `“${name}” must have at least ${least} characters.` };
  return typed.length > most ? { error: `“${name}” can have at most ${most} characters.` } : { value: typed };
}

function readNumber(option, typed) {
  const isWhole = option.type === INTEGER;
  const value = Number(typed);
  const isGood = isWhole ? /^[+-]?\d+$/.test(typed) && Number.isSafeInteger(value) : Number.isFinite(value);
  if (!isGood) return { error: `“${option.name}” must be a ${isWhole ? "whole number" : "number"}.` };
  if (option.min_value !== undefined && value < option.min_value)
    return { error: `“${option.name}” must be at least ${option.min_value}.` };
  if (option.max_value !== undefined && value > option.max_value)
    return { error: `“${option.name}” must be at most ${option.max_value}.` };
  return { value };
}

/** An option's name, its description, and what it allows. */
export function describe(option) {
  const needed = option.required ? "" : ", optional";
  return [option.name, option.description, `${TYPE_NAMES[option.type] ?? "unknown"}${needed}${boundsOf(option)}`];
}

function boundsOf({ min_value: least, max_value: most, min_length: shortest, max_length: longest }) {
  if (least !== undefined && most !== undefined) return `, ${least} to ${most}`;
  if (least !== undefined) return `, at least ${least}`;
  if (most !== undefined) return `, at most ${most}`;
  if (shortest && longest) return `, ${shortest} to ${longest} characters`;
  return longest ? `, at most ${longest} characters` : "";
}
