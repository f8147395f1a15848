// The keyboard focus while a message changes. Guarantees: the focus never falls back to the top of the
// page; a control that is still there keeps it; when a question is replaced, the first control of the new one gets
// it at once or as soon as it appears, and a screen reader reads out the question.

const CONTROLS = "button, a[href], input, [tabindex='0']";
const HEADINGS = "[class^='heading-']";
const TEXTS = ".markdown, .embed";
const LONGEST = 300;

/** The message whose question is gone and whose next one hasn't appeared yet. The message itself has the focus. */
let waiting = null;

/** What to remember about a message before it changes: its controls, and which has the focus. Null if none has. */
export function focusWithin(node) {
  const active = document.activeElement;
  if (!node.contains(active)) return null;
  const control = active.closest(".select-frame")?.querySelector(".select") ?? active;
  const controls = enabled(node);
  return {
    id: control.dataset.customId,
    words: control.textContent,
    at: controls.indexOf(control),
    ids: new Set(controls.map((one) => one.dataset.customId).filter(Boolean)),
    rows: new Set(controls.map((one) => wordsOf(rowOf(one)))),
  };
}

/** Moves the focus to the right place in the changed message. */
export function restoreFocus(node, focus) {
  const active = document.activeElement;
  const isKept = active !== node && node.contains(active) && !active.disabled;
  if (isKept) return;
  const isOnMessage = active === node;
  if (isOnMessage && waiting !== node) return;
  giveFocus(node, isOnMessage ? { ...focus, id: undefined, words: "" } : focus);
}

function giveFocus(node, focus) {
  const same = sameControl(node, focus);
  if (same) return void same.focus({ preventScroll: true });
  const next = enabled(node).find((one) => isAsked(one, focus));
  if (next) toQuestion(next, node);
  else wait(node);
}

/** Moves the focus from a message about to be deleted to the message posted in its place, if any of
 * these is: one that shares a control with it, such as a board posted again. False if none is. */
export function passFocus(node, later) {
  const focus = focusWithin(node);
  const isInPlace = (one) => enabled(one).some((control) => focus.ids.has(control.dataset.customId));
  const heir = focus && later.findLast(isInPlace);
  if (!heir) return false;
  if (document.activeElement === node && waiting !== node) heir.focus();
  else giveFocus(heir, focus);
  return true;
}

function enabled(node) {
  return [...node.querySelectorAll(CONTROLS)].filter((one) => !one.disabled);
}

/** The same control in the new message, by its id or, as after turning a page, by its words in the same place. */
function sameControl(node, focus) {
  const controls = enabled(node);
  const byId = controls.find((one) => focus.id && one.dataset.customId === focus.id);
  const inPlace = controls[focus.at];
  return byId ?? (focus.words && inPlace?.textContent === focus.words ? inPlace : null);
}

/** Whether a control belongs to a new question: nothing in its row was there before, and the row's words are new. */
function isAsked(control, { ids, rows }) {
  const row = rowOf(control);
  const isNew = enabled(row).every((one) => !ids.has(one.dataset.customId));
  return control.dataset.customId && isNew && !rows.has(wordsOf(row));
}

function rowOf(control) {
  return control.closest(".row") ?? control.parentElement;
}

function wordsOf(row) {
  return enabled(row)
    .map((one) => one.textContent)
    .join("\n");
}

function toQuestion(control, node) {
  waiting = null;
  control.focus({ preventScroll: true });
  announce(questionBefore(control, node));
}

function wait(node) {
  waiting = node;
  node.focus({ preventScroll: true });
}

document.addEventListener("focusin", ({ target }) => {
  if (target !== waiting) waiting = null;
});

/** The last heading before a control, or else the last line of text. */
function questionBefore(control, node) {
  const isBefore = (one) => one.compareDocumentPosition(control) & Node.DOCUMENT_POSITION_FOLLOWING;
  const last = (kind) => [...node.querySelectorAll(kind)].filter(isBefore).at(-1);
  const line = (last(HEADINGS) ?? last(TEXTS))?.innerText.trim().split("\n").at(-1) ?? "";
  return line ? `New question: ${line.slice(0, LONGEST)}` : "There is a new question.";
}

/** Has a screen reader say a sentence without moving the focus. */
export function announce(sentence) {
  document.getElementById("said").textContent = sentence;
}
