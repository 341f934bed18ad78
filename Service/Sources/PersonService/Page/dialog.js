// Dialogs: a title, what they ask, and two buttons.
import { element } from "./elements.js";
import { texts } from "./texts.js";

let made = 0;

/**
 * Opens a dialog. `run` does what it is for; an error that it throws is shown, and the dialog stays. `run` is null
 * for a dialog that only shows something.
 */
export function openDialog(title, content, action, run, { isWide = false } = {}) {
  const id = `dialog-${made += 1}`;
  const from = document.activeElement;
  const error = element("p", { className: "error", role: "alert" });
  const submit = run ? element("button", { type: "submit", className: "first" }, action) : null;
  const close = () => dialog.close();
  const form = element(run ? "form" : "div", run ? { noValidate: true, onsubmit: send } : {},
    element("h2", { id }, title), content, error,
    element("p", { className: "buttons" }, submit,
      element("button", { type: "button", onclick: close }, run ? texts.cancel : texts.close)));
  const dialog = element("dialog", { "aria-labelledby": id, className: isWide ? "wide" : "", onclose: closed }, form);

  async function send(event) {
    event.preventDefault();
    if (!run || submit.disabled) return;
    error.textContent = "";
    submit.disabled = true;
    try {
      await run();
      dialog.close();
    } catch (problem) {
      error.textContent = problem.document || problem.isSaid ? problem.message : texts.unreachable;
      submit.disabled = false;
      submit.focus();
    }
  }

  function closed() {
    dialog.remove();
    if (document.activeElement === document.body) from?.focus();
  }

  document.body.append(dialog);
  dialog.showModal();
  return dialog;
}

/** An error whose text the dialog shows. */
export function said(text) {
  return Object.assign(new Error(text), { isSaid: true });
}
