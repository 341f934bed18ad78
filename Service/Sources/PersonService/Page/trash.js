// The trash: people who were deleted, who can be restored.
import { send } from "./api.js";
import { openDialog } from "./dialog.js";
import { element, message } from "./elements.js";
import { moment } from "./formats.js";
import { canWrite, isAdmin } from "./session.js";
import { texts } from "./texts.js";

/** Shows the view, and returns a function that ends it. */
export function showTrash(main) {
  let next = null;
  const body = element("tbody");
  const note = element("p", { className: "quiet", role: "status" });
  const more = element("button", { type: "button", hidden: true, onclick: () => read(next) }, texts.earlierChanges);
  const head = (title) => element("th", { scope: "col" }, title);
  const table = element("div", { className: "table", tabIndex: 0, role: "group", "aria-labelledby": "trash-title",
    hidden: true },
  element("table", {}, element("thead", {}, element("tr", {}, head(texts.fullName), head(texts.email),
    head(texts.deletedAt), head(texts.restore))), body));
  main.append(element("section", { className: "trash", "aria-labelledby": "trash-title" },
    element("h2", { id: "trash-title", tabIndex: -1 }, texts.trash),
    element("p", { className: "quiet" }, texts.trashHint), note, table,
    element("p", { className: "buttons" }, more)));

  async function read(after) {
    try {
      const { value } = await send("GET", `/api/trash?limit=100${after ? `&after=${after}` : ""}`);
      if (!after) body.replaceChildren();
      body.append(...value.changes.map(row));
      next = value.next;
      more.hidden = !next;
      empty(value.isRecorded ? texts.noTrash : texts.noHistory);
    } catch (problem) {
      note.textContent = problem.status ? problem.message : texts.unreachable;
    }
  }

  function empty(text = texts.noTrash) {
    table.hidden = !body.firstChild;
    note.textContent = body.firstChild ? "" : text;
  }

  function row(change) {
    const { id, before, time, user, kind, other } = change;
    const name = [before.name, before.surname].filter(Boolean).join(" ") || texts.noName;
    const made = element("tr", {},
      element("td", {}, element("bdi", {}, name)), element("td", {}, element("bdi", {}, before.email ?? "")),
      element("td", {}, element("time", { dateTime: time }, moment(time)),
        ...(user ? [" · ", element("bdi", {}, user)] : []),
        kind === "merge" ? element("div", { className: "quiet" }, texts.mergedInto(other)) : null),
      element("td", {}, element("div", { className: "buttons" },
        canWrite() ? element("button", {
          type: "button", "aria-label": texts.restoreName(name), onclick: () => restore(id, name, made),
        }, texts.restore) : null,
        isAdmin() ? element("button", {
          type: "button", "aria-label": texts.forgetName(name), onclick: () => forget(id, name, made),
        }, texts.forget) : null)));
    return made;
  }

  /** Takes a row away. The focus goes to the next one. */
  function remove(made) {
    const follower = made.nextElementSibling ?? made.previousElementSibling;
    made.remove();
    empty();
    (follower?.querySelector("button") ?? document.getElementById("trash-title")).focus();
  }

  async function restore(id, name, made) {
    try {
      await send("POST", "/api/trash/restore", { ids: [id] });
      remove(made);
      message(texts.restored(name));
    } catch (problem) {
      const isTaken = problem.document?.errors?.some(({ field }) => field === "email");
      message(texts.notRestored(isTaken ? texts.addressTaken : problem.status ? problem.message : texts.unreachable));
    }
  }

  function forget(id, name, made) {
    openDialog(texts.forgetName(name), element("p", {}, texts.forgetHint), texts.forget, async () => {
      await send("DELETE", `/api/trash/${id}`);
      remove(made);
      message(texts.forgotten(name));
    });
  }

  const refresh = () => read();
  document.addEventListener("authenticated", refresh);
  read();
  return () => document.removeEventListener("authenticated", refresh);
}
