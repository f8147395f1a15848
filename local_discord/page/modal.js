// The forms that bots open. Guarantees: nothing is sent that the components don't allow, the field shows the reason,
// what was typed stays until the bot has answered, and Escape closes the form without sending it.

import { face } from "./emoji.js";
import { el, freshId } from "./dom.js";
import { markdown } from "./markdown.js";
import { selectMenu } from "./select.js";

/** Opens the modal of a `MODAL` event. */
export function openModal(about, page) {
  const fields = about.components.flatMap((one) => fieldOf(one, page));
  const problem = el("p", { class: "problem", role: "alert" });
  const send = el("button", { type: "submit", class: "button primary" }, el("span", {}, "Submit"));
  const cancel = el("button", { type: "button", class: "button secondary" }, "Cancel");
  const titleId = freshId("modal");
  const form = el(
    "form",
    { novalidate: true },
    el("h2", { id: titleId }, about.title),
    fields.map((field) => field.node),
    problem,
    el("div", { class: "row end" }, cancel, send),
  );
  const dialog = el("dialog", { class: "modal", "aria-labelledby": titleId, "data-custom-id": about.custom_id }, form);
  cancel.addEventListener("click", () => dialog.close());
  dialog.addEventListener("close", () => dialog.remove());
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    void submit({ about, fields, problem, send, dialog }, page);
  });
  document.body.append(dialog);
  dialog.showModal();
}

async function submit({ about, fields, problem, send, dialog }, page) {
  const wrong = fields.filter((field) => field.check?.());
  if (wrong.length) return wrong[0].focus();
  problem.textContent = "";
  send.setAttribute("aria-busy", "true");
  const values = Object.fromEntries(
    fields.filter((field) => field.read).map((field) => [field.customId, field.read()]),
  );
  try {
    const one = await page.interactions.begin("submit", { interaction_id: about.interaction_id, values });
    await ended(one, page);
    dialog.close();
  } catch (refused) {
    problem.textContent = refused.message;
  } finally {
    send.removeAttribute("aria-busy");
  }
}

/** Waits for the bot's answer. Throws if there is none. */
function ended(one, page) {
  return new Promise((resolve, reject) => {
    const look = () => {
      if (one.state === "waiting") return;
      stop();
      if (one.state !== "failed") resolve();
      else reject(new Error("Something went wrong: the application did not respond. Try again."));
    };
    const stop = page.state.on("interaction", look);
    look();
  });
}

// ---- fields ---------------------------------------------------------------------------------------------------

function fieldOf(one, page) {
  if (one.type === 10) return [{ node: markdown(one.content, page.known) }];
  if (one.type === 1) return one.components.flatMap((inner) => labelled(inner, inner.label ?? "", null, page));
  if (one.type === 18) return labelled(one.component, one.label, one.description, page);
  return [{ node: el("p", { class: "unknown" }, `This page doesn't know component type ${one.type}.`) }];
}

const BUILDERS = { 3: selectField, 4: textField, 21: radioField, 22: checksField, 23: checkField };

function labelled(component, label, description, page) {
  const build = BUILDERS[component.type];
  if (!build)
    return [
      { node: el("p", { class: "unknown" }, `${label}: this page doesn't know component type ${component.type}.`) },
    ];
  const ids = { label: freshId("label"), problem: freshId("problem"), description: freshId("description") };
  const made = build(component, ids, page, label);
  const problem = el("p", { class: "problem", id: ids.problem, role: "alert" });
  const isRequired = component.type !== 23 && component.required !== false;
  const title = el(
    made.labelTag ?? "span",
    { id: ids.label, class: "field-label", for: made.labelFor },
    label,
    isRequired ? el("span", { class: "required", "aria-hidden": "true" }, " *") : null,
  );
  const note = description ? el("p", { class: "field-description", id: ids.description }, description) : null;
  const node = el(
    "div",
    { class: "modal-field", "data-field": component.custom_id },
    made.isSelfLabelled ? null : title,
    note,
    made.node,
    problem,
  );
  const check = () => {
    const sentence = made.problem();
    problem.textContent = sentence ?? "";
    made.control?.setAttribute("aria-invalid", String(Boolean(sentence)));
    return sentence;
  };
  return [{ node, check, customId: component.custom_id, read: made.read, focus: made.focus }];
}

function textField(one, ids) {
  const id = freshId("text");
  const control = el(one.style === 2 ? "textarea" : "input", {
    id,
    type: one.style === 2 ? null : "text",
    rows: one.style === 2 ? 4 : null,
    maxlength: one.max_length,
    placeholder: one.placeholder,
    "aria-required": one.required === false ? null : "true",
    "aria-describedby": `${ids.description} ${ids.problem}`,
    "data-custom-id": one.custom_id,
  });
  control.value = one.value ?? "";
  const count = one.max_length ? el("span", { class: "count", "aria-hidden": "true" }) : null;
  const showCount = () => count && (count.textContent = `${control.value.length}/${one.max_length}`);
  control.addEventListener("input", showCount);
  showCount();
  return {
    node: el("div", { class: "text-frame" }, control, count),
    control,
    labelTag: "label",
    labelFor: id,
    read: () => control.value,
    focus: () => control.focus(),
    problem: () => textProblem(control.value, one),
  };
}

function textProblem(value, one) {
  if (!value) return one.required === false ? null : "Fill in this field.";
  if (one.min_length && value.length < one.min_length)
    return `Enter at least ${one.min_length} characters (${value.length} so far).`;
  if (one.max_length && value.length > one.max_length)
    return `Enter at most ${one.max_length} characters (${value.length} so far).`;
  return null;
}

function selectField(one, ids, page, label) {
  const isRequired = one.required !== false;
  const menu = selectMenu(
    { ...one, min_values: isRequired ? (one.min_values ?? 1) : 0 },
    { name: label, labelledBy: ids.label },
  );
  const trigger = menu.querySelector(".select");
  return {
    node: menu,
    control: trigger,
    read: () => menu.values(),
    focus: () => trigger.focus(),
    problem: () => selectProblem(menu.values().length, one, isRequired),
  };
}

function selectProblem(count, one, isRequired) {
  if (!count) return isRequired ? "Choose an option." : null;
  return count < (one.min_values ?? 1) ? `Choose at least ${one.min_values}.` : null;
}

function choice(type, name, option, customId) {
  const control = el("input", {
    type,
    name,
    value: option.value,
    checked: option.default === true,
    "data-custom-id": customId,
  });
  const words = el(
    "span",
    { class: "option-words" },
    el("span", { class: "option-label" }, face(option.label, option.emoji)),
    option.description ? el("span", { class: "option-description" }, option.description) : null,
  );
  return el("label", { class: "choice" }, control, words);
}

/** A control of this type for each of a field's options. */
function choices(type, role, one, ids) {
  const name = freshId(type);
  return el(
    "div",
    { role, class: "choices", "aria-labelledby": ids.label, "aria-describedby": ids.problem },
    one.options.map((option) => choice(type, name, option, one.custom_id)),
  );
}

function radioField(one, ids) {
  const node = choices("radio", "radiogroup", one, ids);
  const chosen = () => node.querySelector("input:checked")?.value ?? "";
  return {
    node,
    control: node,
    read: chosen,
    focus: () => node.querySelector("input")?.focus(),
    problem: () => (one.required !== false && !chosen() ? "Choose an option." : null),
  };
}

function checksField(one, ids) {
  const node = choices("checkbox", "group", one, ids);
  const chosen = () => [...node.querySelectorAll("input:checked")].map((input) => input.value);
  return {
    node,
    control: node,
    read: chosen,
    focus: () => node.querySelector("input")?.focus(),
    problem: () => checksProblem(chosen().length, one),
  };
}

function checksProblem(count, one) {
  const isRequired = one.required !== false;
  if (!count && !isRequired) return null;
  const least = Math.max(one.min_values ?? 1, isRequired ? 1 : 0);
  const most = one.max_values ?? one.options.length;
  if (count < least) return `Choose at least ${least}.`;
  return count > most ? `Choose at most ${most}.` : null;
}

function checkField(one, ids, page, label) {
  const control = el("input", { type: "checkbox", checked: one.default === true, "data-custom-id": one.custom_id });
  return {
    node: el("label", { class: "choice" }, control, el("span", {}, label)),
    control,
    isSelfLabelled: true,
    // The protocol has only strings and lists, so a checkbox is "true" or "false".
    read: () => String(control.checked),
    focus: () => control.focus(),
    problem: () => null,
  };
}
