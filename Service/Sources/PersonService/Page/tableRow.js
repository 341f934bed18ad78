// One row of a table: its values, the rows that belong to it, and its changes where they are allowed.
import { ask, send } from "./api.js";
import { openDialog, said } from "./dialog.js";
import { element, message } from "./elements.js";
import { count, shown } from "./formats.js";
import { hasLiterals, hasSame, isNumber, typed } from "./literals.js";
import { related } from "./relations.js";
import { changesTables } from "./session.js";
import { texts } from "./texts.js";

export class RowPanel {
  /** `onClose` is called when the row is to be closed, `onChange` when it has been changed. */
  constructor(table, { onClose, onChange }) {
    Object.assign(this, { table, onClose, onChange });
    this.canChange = changesTables() && !table.isView;
    this.element = element("section", { className: "row-panel", "aria-label": texts.row, tabIndex: -1, hidden: true,
      onkeydown: (event) => { if (event.key === "Escape" && !event.defaultPrevented) onClose(); } });
  }

  close() {
    this.reading?.abort();
    this.condition = null;
    this.element.hidden = true;
  }

  /** Opens the row for which a condition holds. */
  async open(condition) {
    if (condition === this.condition) return;
    this.condition = condition;
    await this.read();
    if (this.condition === condition) this.element.focus();
  }

  async read() {
    this.reading?.abort();
    this.reading = new AbortController();
    const { signal } = this.reading;
    const rows = [];
    try {
      await ask({ chain: `${this.table.name}.where { ${this.condition} }.take(1)` }, (line) => {
        if ("row" in line) rows.push(line.row);
      }, signal);
    } catch (problem) {
      if (!signal.aborted) this.say(problem.status ? problem.message : texts.unreachable);
      return;
    }
    if (!signal.aborted) this.show(rows[0] ?? null);
  }

  say(text) {
    this.element.hidden = false;
    this.element.replaceChildren(element("p", { className: "empty", role: "status" }, text), this.closeButton());
  }

  closeButton() { return element("button", { type: "button", onclick: () => this.onClose() }, texts.close); }

  show(row) {
    if (row === null) return this.say(texts.rowIsGone);
    this.row = row;
    this.element.hidden = false;
    const { table } = this;
    this.fields = table.columns.map((column) => new Field(column, row[column.name] ?? null, this.canChange));
    const isForm = this.fields.some(({ input }) => input);
    const relations = element("ul", { className: "relations" });
    this.element.replaceChildren(
      element("form", { noValidate: true, onsubmit: (event) => { event.preventDefault(); this.save(); } },
        element("h3", {}, element("bdi", {}, table.schemaName)),
        element("dl", {}, this.fields.map((field) => field.element)),
        this.error = element("p", { className: "error", role: "alert" }),
        element("p", { className: "buttons actions" },
          isForm ? element("button", { type: "submit", className: "first" }, texts.save) : null,
          this.canChange ? element("button", { type: "button", onclick: () => this.delete() }, texts.delete) : null,
          this.closeButton())),
      table.relations.length ? element("h3", {}, texts.relatedRows) : "", relations);
    for (const relation of table.relations) {
      const item = this.relation(relation);
      if (item) relations.append(item);
    }
  }

  /** A link to the rows that belong to the row, with their number. */
  relation(relation) {
    const parameters = related(this.table, relation, this.row);
    if (parameters === null) return null;
    const number = element("span", { className: "number" });
    if (!relation.isOne) this.number(relation, number);
    return element("li", {}, element("a", { href: `/tables?${parameters}`, "data-view": "tables" }, relation.name), " ",
      number);
  }

  async number(relation, place) {
    const chain = `${this.table.name}.where { ${this.condition} }.selectMany { $0.${relation.name} }.count()`;
    try {
      await ask({ chain }, (line) => { if ("row" in line) place.textContent = count(line.row); }, this.reading.signal);
    } catch { /* the link is there without its number */ }
  }

  async save() {
    const changes = [];
    for (const field of this.fields.filter(({ isChanged }) => isChanged)) {
      const { literal } = field;
      field.input.setAttribute("aria-invalid", String(literal === null));
      if (literal === null) {
        this.error.textContent = texts.notOfType(field.column.schemaName, field.column.type);
        field.input.focus();
        return;
      }
      changes.push([field, literal]);
    }
    if (!changes.length) return;
    // Nobody else may have changed these values meanwhile.
    const before = changes.map(([{ column, value }]) => hasSame([column], { [column.name]: value }))
      .filter((condition) => condition !== null);
    const assignments = changes.map(([{ column }, literal]) => `$0.set(\\.${column.name}, to: ${literal})`);
    const chain = `${this.table.name}.where { ${[this.condition, ...before].join(" && ")} }`
      + `.update { ${assignments.join("; ")} }`;
    try {
      const { value } = await send("POST", "/api/tables/change", { chain, most: 1 });
      if (!value.rows) {
        this.error.textContent = texts.rowChanged;
        return;
      }
      message(texts.saved);
      this.onChange();
      await this.read();
    } catch (problem) {
      this.error.textContent = problem.status ? problem.message : texts.unreachable;
    }
  }

  delete() {
    openDialog(texts.deleteRow, element("p", {}, texts.deleteRowOf(this.table.schemaName)), texts.delete, async () => {
      const chain = `${this.table.name}.where { ${this.condition} }.delete()`;
      const { value } = await send("POST", "/api/tables/change", { chain, most: 1 });
      if (!value.rows) throw said(texts.rowIsGone);
      message(texts.rowDeleted);
      this.onChange();
      this.onClose();
    });
  }
}

/** A column of the row: its name, and its value, in a field where it may be changed. */
class Field {
  constructor(column, value, canChange) {
    Object.assign(this, { column, value });
    const isText = value === null || typed(column.type, String(value)) !== null;
    const hasInput = canChange && isText && !column.isKey && !column.isGenerated && hasLiterals(column.type);
    const id = `value-${column.name}`;
    if (hasInput) {
      this.input = input(column, value, { id, autocomplete: "off" });
      if (column.isOptional) {
        this.isNil = element("input", {
          type: "checkbox", checked: value === null, onchange: () => this.turn(), "aria-label": texts.noValueOf(column.schemaName),
        });
        this.turn();
      }
    }
    const label = this.input ? element("label", { htmlFor: id }, column.schemaName) : column.schemaName;
    this.element = element("div", {}, element("dt", { title: column.comment }, label,
      element("span", { className: "type" }, ` ${column.type}${column.isOptional ? "?" : ""}`)),
    element("dd", {}, this.input ?? element("bdi", {}, shown(value)),
      this.isNil ? element("label", { className: "nil" }, this.isNil, " ", texts.noValue) : null));
  }

  turn() { this.input.disabled = this.isNil.checked; }

  /** Whether something else was entered. */
  get isChanged() {
    if (!this.input) return false;
    return this.isNil?.checked ? this.value !== null : this.value === null || this.input.value !== String(this.value);
  }

  /** The new value as a literal; null if it is none of the type. */
  get literal() { return this.isNil?.checked ? "nil" : typed(this.column.type, this.input.value); }
}

/** The field in which a value of a column is entered. */
function input({ type, choices }, value, properties) {
  const text = value === null ? "" : String(value);
  if (type === "Bool" || choices) {
    return element("select", properties, (choices ?? ["true", "false"]).map((choice) =>
      element("option", { selected: choice === text }, choice)));
  }
  if (type === "String") return element("textarea", { ...properties, rows: 1, value: text });
  return element("input", {
    ...properties, value: text, type: type === "CalendarDate" ? "date" : "text",
    inputMode: isNumber(type) ? "decimal" : "text",
  });
}
