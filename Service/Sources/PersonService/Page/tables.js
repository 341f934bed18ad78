// The tables of a database: one of them, its rows in an order, those that are looked for, and one row.
import { ask, send } from "./api.js";
import { element } from "./elements.js";
import { Filters } from "./filters.js";
import { follow } from "./follow.js";
import { shown } from "./formats.js";
import { sortHead } from "./heads.js";
import { hasLiterals, hasOrder, isNumber } from "./literals.js";
import { isRow, related } from "./relations.js";
import { RowPanel } from "./tableRow.js";
import { tableFilters } from "./tableFilters.js";
import { texts } from "./texts.js";

const step = 200;

/**
 * Shows the view. Returns a function that ends it; its `restore` shows the state of the address, or returns false if
 * that has another table. The address has the table, its filters, the order and the row.
 */
export function showTables(main) {
  let isOver = false;
  let view = null;
  const name = new URLSearchParams(location.search).get("table");
  const items = element("ul", {});
  const note = element("p", { className: "quiet", role: "status" });
  const content = element("section", { className: "table-rows", "aria-label": name ?? texts.table });
  main.append(element("div", { className: "groups tables" },
    element("nav", { className: "group-list", "aria-label": texts.tables }, note, items), content));
  start();

  async function start() {
    if (name === null) content.append(element("p", { className: "empty" }, texts.chooseTable));
    try {
      const [outline, table] = await Promise.all([send("GET", "/api/tables"),
        name === null ? null : send("GET", `/api/tables/${encodeURIComponent(name)}`)]);
      if (isOver) return;
      showNames(outline.value);
      if (table) view = new TableView(content, table.value);
    } catch (problem) {
      if (!isOver) note.textContent = problem.status ? problem.message : texts.unreachable;
    }
  }

  function showNames({ tables, notes }) {
    items.replaceChildren(...tables.map((table) => element("li", {}, element("a", {
      href: `/tables?${new URLSearchParams({ table: table.name })}`, "data-view": "tables", title: table.comment,
      "aria-current": table.name === name ? "true" : null,
    }, element("bdi", {}, table.schemaName),
    table.isView ? element("span", { className: "quiet" }, texts.databaseView) : null))));
    if (notes.length) {
      items.after(element("details", { className: "quiet" }, element("summary", {}, texts.leftOutTables(notes.length)),
        element("ul", { className: "findings" }, notes.map((one) => element("li", {}, element("bdi", {}, one))))));
    }
  }

  const leave = () => {
    isOver = true;
    view?.stop();
  };
  // Another table is another view.
  leave.restore = () => new URLSearchParams(location.search).get("table") === name && view?.restore();
  return leave;
}

class TableView {
  constructor(content, table) {
    this.table = table;
    this.rows = [];
    this.count = step;
    this.running = new AbortController();
    const address = new URLSearchParams(location.search);
    this.filters = new Filters(address, tableFilters(table), () => this.changed());
    this.isLive = element("input", { type: "checkbox", id: "live", onchange: () => this.read() });
    this.askLink = element("a", { className: "button", "data-view": "ask" }, texts.askThis);
    this.summary = element("select", { "aria-label": texts.countBy, onchange: () => this.countBy() },
      element("option", { value: "" }, texts.countBy),
      table.columns.filter(({ type }) => hasLiterals(type)).map((column) =>
        element("option", { value: column.name }, column.schemaName)));
    this.base = element("p", { className: "base" });
    this.number = element("p", { className: "quiet number", role: "status" });
    this.status = element("p", { className: "quiet empty", role: "status", hidden: true });
    this.head = element("tr", {});
    this.body = element("tbody", { onclick: (event) => this.clicked(event) });
    this.scroller = element("div", {
      className: "table", tabIndex: 0, role: "group", "aria-label": table.schemaName, onscroll: () => this.more(),
    }, element("table", {}, element("thead", {}, this.head), this.body));
    this.panel = new RowPanel(table, { onClose: () => this.open(null), onChange: () => this.read() });
    content.replaceChildren(
      element("div", { className: "found-rows" },
        element("h2", {}, element("bdi", {}, table.schemaName)),
        table.comment ? element("p", { className: "quiet" }, element("bdi", {}, table.comment)) : null,
        element("div", { className: "buttons" }, this.filters.button, this.askLink, this.summary,
          element("button", { type: "button", onclick: () => this.read() }, texts.readAgainRows),
          element("label", { htmlFor: "live" }, this.isLive, " ", texts.live)),
        this.filters.panel, this.filters.chips, this.base, this.number, this.status, this.scroller),
      this.panel.element);
    this.take(address);
    this.read();
    this.showRow();
  }

  /** Takes the state of an address. */
  take(address) {
    const sort = address.get("sort") ?? "";
    const column = this.table.columns.find(({ name }) => name === sort.replace(/^-/, ""));
    this.sort = column && hasOrder(column.type) ? sort : null;
    this.of = address.get("of");
    this.row = address.get("row");
  }

  restore() {
    const address = new URLSearchParams(location.search);
    this.take(address);
    this.filters.take(address);
    this.count = step;
    this.read();
    this.showRow();
  }

  /** Those who are looked for, without an order. */
  get chosen() { return (this.of ?? this.table.name) + this.filters.chain; }

  get ordered() {
    if (!this.sort) return this.chosen;
    return `${this.chosen}.${this.sort.startsWith("-") ? "sortDescending" : "sort"} { $0.${this.sort.replace(/^-/, "")} }`;
  }

  write(isStep = false) {
    const made = new URLSearchParams({ table: this.table.name });
    if (this.of) made.set("of", this.of);
    for (const [name, value] of this.filters.parameters) made.set(name, value);
    if (this.sort) made.set("sort", this.sort);
    if (this.row) made.set("row", this.row);
    const path = `/tables?${made}`;
    if (path === location.pathname + location.search) return;
    if (isStep) history.pushState(null, "", path);
    else history.replaceState(null, "", path);
  }

  changed() {
    this.count = step;
    this.write();
    this.read();
  }

  stop() {
    this.endLive?.();
    this.endLive = null;
    this.running.abort();
  }

  /** Reads the rows, and how many there are; or follows them. */
  async read() {
    this.stop();
    this.running = new AbortController();
    const { signal } = this.running;
    const chain = `${this.ordered}.take(${this.count})`;
    this.askLink.href = `/ask?${new URLSearchParams({ chain })}`;
    this.base.replaceChildren(...(this.of ? [element("code", {}, this.of), " ", element("button", {
      type: "button", onclick: () => { this.of = null; this.changed(); },
    }, texts.allRows)] : []));
    this.counted(signal);
    if (this.isLive.checked) {
      this.endLive = follow(chain, (rows, changes) => this.show(rows, changes), (problem) => this.fail(problem));
      return;
    }
    const rows = [];
    try {
      await ask({ chain }, (line) => {
        if ("row" in line) rows.push(line.row);
        if (line.problem) throw Object.assign(new Error(line.problem.detail ?? line.problem.title), { status: 1 });
      }, signal);
      this.show(rows, new Set());
    } catch (problem) {
      if (!signal.aborted) this.fail(problem.status ? { title: problem.message } : null);
    }
  }

  fail(problem) {
    this.status.textContent = problem ? problem.detail ?? problem.title : texts.unreachable;
    this.status.hidden = false;
  }

  async counted(signal) {
    try {
      await ask({ chain: `${this.chosen}.count()` }, (line) => {
        if ("row" in line) this.number.textContent = texts.rowsFound(line.row);
      }, signal);
    } catch { /* the rows tell what is wrong */ }
  }

  show(rows, changes) {
    this.rows = rows;
    this.status.textContent = texts.noRowsFound;
    this.status.hidden = rows.length > 0;
    const focused = document.activeElement?.dataset.key;
    this.head.replaceChildren(...this.table.columns.map((column) => this.title(column)));
    this.body.replaceChildren(...rows.map((row, place) =>
      element("tr", {
        "data-place": String(place), className: changes.has(place) ? "changed" : "",
        "aria-current": this.row !== null && this.rowText(row) === this.row ? "true" : null,
      }, this.table.columns.map((column, index) => this.cell(row, column, index === 0)))));
    if (focused) this.scroller.querySelector(`[data-key="${CSS.escape(focused)}"]`)?.focus();
  }

  title(column) {
    const isSorted = this.sort?.replace(/^-/, "") === column.name;
    const order = !isSorted ? "none" : this.sort.startsWith("-") ? "descending" : "ascending";
    if (!hasOrder(column.type)) return element("th", { scope: "col" }, column.schemaName);
    return sortHead(column.schemaName, order, isNumber(column.type), `column-${column.name}`, () => {
      this.sort = !isSorted ? column.name : order === "ascending" ? `-${column.name}` : null;
      this.changed();
    });
  }

  cell(row, column, isFirst) {
    const value = row[column.name];
    const text = element("bdi", {}, shown(value));
    const className = isNumber(column.type) ? "number" : "";
    if (isFirst) {
      return element("td", { className }, element("button", {
        type: "button", className: "open-row", "data-key": `row-${this.rowText(row)}`,
        "aria-label": texts.openRow(shown(value)),
      }, text));
    }
    // A value that is the key of another table leads there.
    const relation = this.table.relations.find(({ isOne, matches }) =>
      isOne && matches.length === 1 && matches[0].own === column.name);
    const parameters = relation ? related(this.table, relation, row) : null;
    return element("td", { className },
      parameters ? element("a", { href: `/tables?${parameters}`, "data-view": "tables" }, text) : text);
  }

  /** The key of a row, as the address has it. */
  rowText(row) {
    return JSON.stringify(this.table.columns.filter(({ isKey }) => isKey).map(({ name }) => row[name]));
  }

  clicked(event) {
    const place = event.target.closest("a") ? undefined : event.target.closest("tr")?.dataset.place;
    // A selection of text is no click.
    if (place !== undefined && getSelection().isCollapsed) this.open(this.rows[Number(place)]);
  }

  /** Opens a row, or closes it for null. */
  open(row) {
    const before = this.row;
    this.row = row === null ? null : this.rowText(row);
    if (this.row !== before) this.write(true);
    for (const one of this.body.children) {
      const isOpen = this.row !== null && this.rowText(this.rows[Number(one.dataset.place)]) === this.row;
      if (isOpen) one.setAttribute("aria-current", "true");
      else one.removeAttribute("aria-current");
    }
    this.showRow();
    if (row === null) this.body.querySelector(`[data-key="${CSS.escape(`row-${before}`)}"]`)?.focus();
  }

  /** Shows the row of the address. */
  showRow() {
    if (this.row === null) return this.panel.close();
    let key = null;
    try { key = JSON.parse(this.row); } catch { /* not an address of this page */ }
    const columns = this.table.columns.filter(({ isKey }) => isKey);
    const isKey = Array.isArray(key) && key.length === columns.length;
    const row = isKey ? Object.fromEntries(columns.map(({ name }, place) => [name, key[place]])) : null;
    const condition = row && isRow(this.table, row);
    if (condition) this.panel.open(condition);
    else this.panel.close();
  }

  // More rows follow when the end comes near.
  more() {
    const { scroller } = this;
    const isNearEnd = scroller.scrollTop + scroller.clientHeight * 3 > scroller.scrollHeight;
    if (!isNearEnd || this.rows.length < this.count) return;
    this.count += step * 2;
    this.read();
  }

  /** Asks how often each value of a column is there. */
  countBy() {
    const column = this.summary.value;
    if (!column) return;
    const chain = `${this.chosen}.countBy { $0.${column} }.sortDescending { $0.1 }.take(30)`;
    location.href = `/ask?${new URLSearchParams({ chain })}`;
  }
}
