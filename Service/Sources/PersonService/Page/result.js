// The elements of a chain: a picture, and a table that can be sorted and stored.
import { chart } from "./chart.js";
import { element } from "./elements.js";
import { csv, download } from "./files.js";
import { shown } from "./formats.js";
import { sortHead } from "./heads.js";
import { texts } from "./texts.js";

export const keptRows = 100_000;
const shownRows = 1000;

export class ResultTable {
  constructor() {
    this.status = element("p", { className: "quiet", role: "status" });
    this.body = element("div");
    this.element = element("section", { "aria-label": texts.result }, element("h3", {}, texts.result),
      this.status, this.body);
    this.sorted = null;
  }

  /** Says something in the place of the result. */
  say(text) {
    this.status.textContent = text;
    this.body.replaceChildren();
    this.table = null;
  }

  /** Shows rows. The order that was chosen stays while the columns do. */
  show(columns, rows, summary) {
    const isObject = rows.some((row) => row !== null && typeof row === "object" && !Array.isArray(row));
    const names = isObject ? Object.keys(rows.find((row) => row)) : columns.length ? columns : [texts.value];
    if (names.join("\n") !== this.names?.join("\n")) this.sorted = null;
    this.columns = columns;
    this.rows = rows;
    this.names = names;
    this.values = (row) =>
      isObject ? names.map((name) => row?.[name]) : Array.isArray(row) && columns.length ? row : [row];
    this.status.textContent = summary;
    this.draw();
  }

  draw() {
    const { rows, names } = this;
    if (!rows.length) return this.body.replaceChildren(element("p", { className: "empty" }, texts.noRows));
    const focused = this.body.contains(document.activeElement) ? document.activeElement.dataset.key : null;
    const top = this.table?.scrollTop ?? 0;
    this.order = this.ordered();
    const first = this.values(rows.find((row) => row !== null) ?? null);
    this.table = element("div", {
      className: "table", tabIndex: 0, role: "group", "aria-label": texts.result, "data-key": "table",
    }, element("table", {},
      element("thead", {}, element("tr", {}, names.map((name, place) =>
        this.header(name, place, typeof first[place] === "number")))),
      element("tbody", {}, this.order.slice(0, shownRows).map((row) =>
        element("tr", {}, this.values(row).map(cell))))));
    const save = (title, run) =>
      element("button", { type: "button", "data-key": title, onclick: run }, title);
    this.body.replaceChildren(
      ...chart(this.columns, rows, Math.max(280, Math.min(760, this.element.clientWidth))),
      element("div", { className: "buttons exports" },
        save(texts.exportCSV, () => download("result.csv", this.asCSV(), "text/csv")),
        save(texts.exportJSON, () => download("result.json", this.asJSON(), "application/json")),
        rows.length > shownRows
          ? element("span", { className: "quiet" }, texts.shown(shownRows, rows.length)) : null),
      this.table);
    this.table.scrollTop = top;
    if (focused) this.body.querySelector(`[data-key="${CSS.escape(focused)}"]`)?.focus();
  }

  header(name, place, isNumber) {
    const isSorted = this.sorted?.place === place;
    const direction = !isSorted ? "none" : this.sorted.isDown ? "descending" : "ascending";
    return sortHead(name, direction, isNumber, `column-${place}`, () => this.sort(place));
  }

  /** Sorts by a column: up, down, and as it came. */
  sort(place) {
    if (this.sorted?.place !== place) this.sorted = { place, isDown: false };
    else if (!this.sorted.isDown) this.sorted = { place, isDown: true };
    else this.sorted = null;
    this.draw();
  }

  ordered() {
    if (!this.sorted) return this.rows;
    const { place, isDown } = this.sorted;
    const value = (row) => this.values(row)[place] ?? null;
    const sign = isDown ? -1 : 1;
    return [...this.rows].sort((one, two) => sign * compare(value(one), value(two)));
  }

  asCSV() { return csv([this.names, ...this.order.map(this.values)]); }

  /** The elements as they came; tuples as objects if their parts have different names. */
  asJSON() {
    const isTuple = this.columns.length > 1 && new Set(this.columns).size === this.columns.length;
    const named = (row) => (isTuple && Array.isArray(row)
      ? Object.fromEntries(row.map((value, place) => [this.columns[place], value])) : row);
    return `${JSON.stringify(this.order.map(named), null, 1)}\n`;
  }
}

const cell = (value) =>
  element("td", { className: typeof value === "number" ? "number" : "" }, element("bdi", {}, shown(value)));

const collator = new Intl.Collator("en", { numeric: true });

/** Orders nothing first, then numbers, then texts. */
function compare(one, two) {
  if (one === null || two === null) return (one !== null) - (two !== null);
  if (typeof one === "number" && typeof two === "number") return one - two;
  return collator.compare(shown(one), shown(two));
}
