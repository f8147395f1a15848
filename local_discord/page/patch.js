// Makes an element match a new one by changing only what differs. Guarantees: whatever stays the same keeps its
// node, so that pictures don't flicker, a screen reader reads only what's new, and the focus is where `focus.js` says.

import { focusWithin, restoreFocus } from "./focus.js";

/** These are replaced as a whole, because what they do depends on more than their attributes. */
const WHOLE = ".picture, .select-frame, .spoiler, .file";

/** Makes `old`, which stays in the document and keeps its style, show the same as `fresh`, which can't be used afterwards. */
export function patch(old, fresh) {
  const focus = focusWithin(old);
  copyAttributes(old, fresh);
  patchChildren(old, fresh);
  if (focus) restoreFocus(old, focus);
}

function copyAttributes(old, fresh) {
  for (const { name } of [...old.attributes])
    if (name !== "style" && !fresh.hasAttribute(name)) old.removeAttribute(name);
  for (const { name, value } of [...fresh.attributes])
    if (old.getAttribute(name) !== value) old.setAttribute(name, value);
}

function patchChildren(old, fresh) {
  const before = [...old.childNodes];
  const after = [...fresh.childNodes];
  after.forEach((node, index) => {
    if (before[index]) patchNode(before[index], node);
    else old.append(node);
  });
  for (const extra of before.slice(after.length)) extra.remove();
}

function patchNode(old, fresh) {
  if (staysAsItIs(old, fresh)) return;
  const isSameShell = old.nodeType === Node.ELEMENT_NODE && !old.matches(WHOLE) && shell(old).isEqualNode(shell(fresh));
  if (isSameShell) patchChildren(old, fresh);
  else old.replaceWith(fresh);
}

function shell(node) {
  return node.cloneNode(false);
}

function staysAsItIs(old, fresh) {
  if (old.keepsWith) return old.keepsWith(fresh);
  // Any other closed menu loses what was chosen in it, and its options aren't in the document.
  return old.isEqualNode(fresh) && !old.matches?.(".select-frame") && !old.querySelector?.(".select-frame");
}
