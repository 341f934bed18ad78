// Who uses the page: the role, and the dialog that asks for a token.
import { send } from "./api.js";
import { dropDrafts } from "./drafts.js";
import { element } from "./elements.js";
import { texts } from "./texts.js";

let session = null;

/** Whether the session may change people. */
export const canWrite = () => session.role !== "read" && !session.isReadOnly;

/** Whether changes are recorded, so that people who are deleted can be restored. */
export const hasHistory = () => session.hasHistory;

/** Whether the database is a store of people, and whether it has tables of other programs. */
export const hasPeople = () => session.hasPeople;
export const hasTables = () => session.hasTables;

/** Whether the session may change rows of these tables. */
export const changesTables = () => session.changesTables;

/** Whether the session may check the store and copy it. */
export const isAdmin = () => session.role === "admin";

/**
 * Reads the session, and calls `onChange` when it is known, and when what it may do has changed, with whether people
 * could be changed before. Any request that needs a token opens the dialog; what is on the page stays.
 */
export function watchSession(main, onChange) {
  const token = element("input", { id: "token", type: "password", autocomplete: "off", required: true });
  const error = element("p", { className: "error", id: "token-error", role: "alert" });
  const dialog = element("dialog", { "aria-labelledby": "token-title", onclose: closed },
    element("form", { noValidate: true, onsubmit: signIn },
      element("h2", { id: "token-title" }, texts.signIn),
      element("p", { className: "quiet" }, texts.tokenNeeded),
      element("p", {}, element("label", { htmlFor: "token" }, texts.token), token, error),
      element("p", { className: "buttons" },
        element("button", { type: "submit", className: "first" }, texts.signIn),
        element("button", { type: "button", onclick: () => dialog.close() }, texts.cancel))));
  document.addEventListener("unauthenticated", open);

  function open() {
    if (dialog.open) return;
    showError("");
    token.value = "";
    document.body.append(dialog);
    dialog.showModal();
    token.focus();
  }

  function showError(text) {
    error.textContent = text;
    token.setAttribute("aria-invalid", String(text !== ""));
    if (text) token.setAttribute("aria-describedby", error.id);
    else token.removeAttribute("aria-describedby");
  }

  async function signIn(event) {
    event.preventDefault();
    try {
      await send("POST", "/api/session", { token: token.value });
      await load();
    } catch (problem) {
      showError(problem.status === 401 ? texts.wrongToken
        : problem.status ? problem.message : texts.unreachable);
      token.select();
      token.focus();
      return;
    }
    token.value = "";
    dialog.close();
    document.dispatchEvent(new Event("authenticated"));
  }

  /** Says what to do if the dialog was closed without a token, and nothing can be shown. */
  function closed() {
    dialog.remove();
    if (session) return;
    main.replaceChildren(element("div", { className: "empty" }, element("p", {}, texts.tokenNeeded),
      element("button", { type: "button", className: "first", onclick: open }, texts.signIn)));
  }

  async function load() {
    const { value } = await send("GET", "/api/session");
    const couldWrite = session !== null && canWrite();
    const isSame = JSON.stringify(value) === JSON.stringify(session);
    session = value;
    if (isSame) return;
    document.getElementById("session").replaceChildren(
      ...(canWrite() ? [] : [element("span", { className: "badge" }, texts.readOnly)]),
      ...(session.isOpen ? [] : [element("button", { type: "button", onclick: signOut }, texts.signOut)]));
    onChange(couldWrite);
  }

  async function signOut() {
    dropDrafts();
    await send("DELETE", "/api/session").catch(() => {});
    // The live queries of other windows end, too.
    document.dispatchEvent(new Event("signedout"));
    location.reload();
  }

  async function start() {
    try {
      await load();
    } catch (problem) {
      if (problem.status === 401) return;
      main.replaceChildren(element("p", { className: "empty", role: "status" },
        problem.status ? problem.message : texts.offline));
      setTimeout(start, 3000);
    }
  }

  start();
}
