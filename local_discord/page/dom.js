// Creates elements. Guarantees that text gets into the document only as text nodes and attribute values:
// nothing that a person or a bot wrote is ever treated as HTML.

const SVG = "http://www.w3.org/2000/svg";

/** An element. Attributes and children that are `null`, `undefined` or `false` are left out. */
export function el(tag, attributes = {}, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) set(node, name, value);
  node.append(...children.flat(Infinity).filter(isShown));
  return node;
}

function isShown(value) {
  return value !== null && value !== undefined && value !== false;
}

function set(node, name, value) {
  if (!isShown(value)) return;
  if (typeof value === "function") node.addEventListener(name.slice(2), value);
  else if (name === "data") setDataset(node, value);
  else node.setAttribute(name, value === true ? "" : String(value));
}

function setDataset(node, entries) {
  for (const [key, value] of Object.entries(entries)) if (isShown(value)) node.dataset[key] = value;
}

const ICONS = {
  hash: "M9 4 7 20M17 4l-2 16M4 9h17M3 15h17",
  voice: "M4 9h4l5-4v14l-5-4H4zM17 9a4 4 0 0 1 0 6",
  news: "M4 10v4l12 5V5zM19 10v4M7 15l1 5h3l-1-4",
  forum: "M4 4h16v12H10l-5 4v-4H4z",
  thread: "M9 4 7 20M16 4l-1 8M4 9h16M3 15h8M14 16h7v4h-4l-3 2z",
  at: "M16 12a4 4 0 1 1-8 0 4 4 0 0 1 8 0zm0 0v2a2.5 2.5 0 0 0 5 0v-2a9 9 0 1 0-4 7.5",
  menu: "M4 6h16M4 12h16M4 18h16",
  members:
    "M9 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7zM2.5 20c0-4 3-6 6.5-6s6.5 2 6.5 6M16 4.5a3.5 3.5 0 0 1 0 6.5M18 14.5c2.5.7 3.5 2.7 3.5 5.500",
  tools: "M4 7h10M18 7h2M4 17h2M10 17h10M16 5v4M8 15v4",
  eye: "M2 12s3.5-6 10-6 10 6 10 6-3.5 6-10 6-10-6-10-6zM12 15a3 3 0 1 0 0-6 3 3 0 0 0 0 6z",
  close: "M6 6l12 12M18 6 6 18",
  trash: "M4 7h16M9 7V4h6v3M6 7l1 13h10l1-13M10 11v5M14 11v5",
  file: "M6 3h8l4 4v14H6zM14 3v4h4",
  chevron: "M6 9l6 6 6-6",
  out: "M14 4h6v6M20 4l-9 9M18 14v6H4V6h6",
  plus: "M12 5v14M5 12h14",
  send: "M4 12 20 4l-5 16-3-7z",
  reply: "M20 18v-4a4 4 0 0 0-4-4H5M9 6l-4 4 4 4",
  slash: "M8 20 16 4",
  check: "M5 12l5 5 9-10",
  pin: "M9 3h6l-1 7 4 4H6l4-4zM12 14v7",
  smile: "M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM8 14c1 2 2.500 3 4 3s3-1 4-3M9 9v.5M15 9v.5",
  edit: "M4 20l1-5L16 4l4 4L9 19z",
};

/** An icon of 24 by 24 in the colour of the text, hidden from screen readers. */
export function icon(name) {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("viewBox", "0 0 24 24");
  svg.setAttribute("aria-hidden", "true");
  svg.setAttribute("class", `drawn drawn-${name}`);
  const path = document.createElementNS(SVG, "path");
  path.setAttribute("d", ICONS[name]);
  svg.append(path);
  return svg;
}

let counter = 0;

/** An id that no other element of the page has. */
export function freshId(stem) {
  counter += 1;
  return `${stem}-${counter}`;
}

/** The address, without the host if the local Discord serves it, so that it works through any port. */
export function sameOrigin(url) {
  let parsed;
  try {
    parsed = new URL(url, location.href);
  } catch {
    return "";
  }
  if (/^\/(attachments|avatars|emojis|app-icons|icons)\//.test(parsed.pathname)) return parsed.pathname + parsed.search;
  return /^https?:$/.test(parsed.protocol) ? parsed.href : "";
}

/** Runs `action` once there was no call for `wait` milliseconds. */
export function debounced(wait, action) {
  let timer = 0;
  return (...given) => {
    clearTimeout(timer);
    timer = setTimeout(() => action(...given), wait);
  };
}

/** Keeps `floating` above or below `anchor`, wherever there's more room, inside the window. */
export function placeBeside(floating, anchor, { width = true } = {}) {
  const box = anchor.getBoundingClientRect();
  const below = innerHeight - box.bottom - 12;
  const above = box.top - 12;
  const isBelow = below >= Math.min(floating.scrollHeight, 320) || below >= above;
  if (width) floating.style.width = `${Math.min(Math.max(box.width, 220), innerWidth - 16)}px`;
  floating.style.maxHeight = `${Math.max(120, Math.min(360, isBelow ? below : above))}px`;
  floating.style.left = `${Math.max(8, Math.min(box.left, innerWidth - floating.offsetWidth - 8))}px`;
  floating.style.top = isBelow ? `${box.bottom + 4}px` : `${Math.max(8, box.top - 4 - floating.offsetHeight)}px`;
}
