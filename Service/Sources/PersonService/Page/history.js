// The imports of the store, which can be undone.
import { send } from "./api.js";
import { element, message } from "./elements.js";
import { count, moment } from "./formats.js";
import { texts } from "./texts.js";

/** Undoes an import, and returns it. */
export const undoImport = async (number) => (await send("POST", `/api/imports/${number}/undo`)).value;

export class PastImports {
  constructor() {
    this.body = element("tbody");
    this.problem = element("div", { role: "alert" });
    const head = (title, className = "") => element("th", { scope: "col", className }, title);
    this.table = element("div", {
      className: "table", tabIndex: 0, role: "group", "aria-labelledby": "past-imports", hidden: true,
    }, element("table", {},
      element("thead", {}, element("tr", {}, head(texts.number, "number"), head(texts.file), head(texts.time),
        head(texts.inserted, "number"), head(texts.updated, "number"), head(texts.undo))),
      this.body));
    this.more = element("button", { type: "button", hidden: true, onclick: () => this.read(this.next) },
      texts.earlierImports);
    this.note = element("p", { className: "quiet", role: "status" });
    this.element = element("section", { "aria-labelledby": "past-imports" },
      element("h3", { id: "past-imports" }, texts.pastImports), this.note, this.problem, this.table,
      element("p", { className: "buttons" }, this.more));
  }

  /** Shows the last imports, or those before one. */
  async read(after) {
    try {
      const path = `/api/imports?limit=20${after ? `&after=${after}` : ""}`;
      const { imports, next, isRecorded } = (await send("GET", path)).value;
      if (!after) this.body.replaceChildren();
      this.body.append(...imports.map((entry) => this.row(entry)));
      this.next = next;
      this.more.hidden = !next;
      this.table.hidden = !this.body.firstChild;
      this.note.textContent = !isRecorded ? texts.notRecorded : this.table.hidden ? texts.noImports : "";
    } catch (problem) {
      this.note.textContent = problem.status ? problem.message : texts.unreachable;
    }
  }

  row(entry) {
    const { number, source, importedAt, inserted, updated, undoneAt } = entry;
    const cell = (value, className = "") => element("td", { className }, element("bdi", {}, value));
    const row = element("tr", {}, cell(String(number), "number"), cell(source), cell(moment(importedAt)),
      cell(count(inserted), "number"), cell(count(updated), "number"),
      element("td", {}, undoneAt ? element("span", { className: "quiet" }, texts.undoneAt(moment(undoneAt)))
        : element("button", {
          type: "button", "aria-label": texts.undoOf(number, source), onclick: () => this.ask(entry, row),
        }, texts.undo)));
    return row;
  }

  /** Asks before people are deleted. */
  ask(entry, row) {
    const dialog = element("dialog", { "aria-labelledby": "undo-title", onclose: () => dialog.remove() },
      element("h2", { id: "undo-title" }, texts.undoOf(entry.number, entry.source)),
      element("p", {}, texts.wouldUndo(entry)),
      element("p", { className: "buttons" },
        element("button", {
          type: "button", className: "first", onclick: () => { dialog.close(); this.undo(entry, row); },
        }, texts.undo),
        element("button", { type: "button", onclick: () => dialog.close() }, texts.cancel)));
    document.body.append(dialog);
    dialog.showModal();
  }

  async undo(entry, row) {
    this.problem.replaceChildren();
    const button = row.querySelector("button");
    button.disabled = true;
    try {
      const undone = await undoImport(entry.number);
      row.replaceWith(this.row(undone));
      message(texts.undone(undone));
      this.table.focus();
    } catch (problem) {
      this.problem.replaceChildren(element("p", { className: "note error" },
        problem.status ? problem.message : texts.unreachable));
      button.disabled = false;
      button.focus();
    }
  }
}
