// The columns of the list of people: fields and attributes. The address has them, and the browser remembers those
// that were chosen last.
import { literal, send } from "./api.js";
import { attribute } from "./attributes.js";
import { element } from "./elements.js";
import { short } from "./formats.js";
import { marked } from "./marks.js";
import { texts } from "./texts.js";

const key = "columns";
const fields = ["email", "age", "birthDate", "id"];
const usual = ["email", "age"];
/** The names of attributes begin with this, so that one may be called as a field is. */
const prefix = "attributes.";
const mostAttributes = 200;
/** In more attributes a search does not look. */
const mostSearched = 20;
const widths = { email: "minmax(9rem, 1.5fr)", age: "5rem", birthDate: "6.5rem", id: "5rem" };

export class Columns {
  /**
   * `people` returns the people of the list, `onChange` is called when others are chosen. `order` returns the order,
   * `onOrder` gets another one.
   */
  constructor(parameters, people, onChange, { order, onOrder }) {
    this.people = people;
    this.onChange = onChange;
    Object.assign(this, { order, onOrder });
    this.take(parameters);
    /** The attributes of the whole store, as the service has told them last. */
    this.names = [];
    this.button = element("button", {
      type: "button", "aria-expanded": "false", "aria-controls": "choice", onclick: () => this.turn(),
    }, texts.columns);
    this.choice = element("div", {
      className: "choice", id: "choice", role: "group", "aria-label": texts.columns, hidden: true,
    });
  }

  /** Takes the columns of an address; without any, those that were chosen last. */
  take(parameters) {
    this.inAddress = parameters.get("columns");
    this.chosen = this.inAddress === null ? remembered()
      : known(this.inAddress.split(",").filter(Boolean).map(decoded));
  }

  /** The columns as a parameter; null if the address has none. */
  get parameter() {
    return this.inAddress === null ? null : this.chosen.map(encodeURIComponent).join(",");
  }

  /** The names of attributes that are offered, in order. */
  get attributes() {
    if (!this.names.length) this.read();
    return this.offered().filter((column) => column.startsWith(prefix)).map((column) => column.slice(prefix.length));
  }

  /** Opens or closes the choice. */
  turn() {
    const isOpen = this.choice.hidden;
    this.choice.hidden = !isOpen;
    this.button.setAttribute("aria-expanded", String(isOpen));
    this.offer();
    if (isOpen) this.read();
  }

  /** Shows what can be chosen. The focus stays where it is. */
  offer() {
    const { activeElement } = document;
    const focused = !this.choice.contains(activeElement) ? null
      : activeElement.tagName === "SELECT" ? "select" : `[value="${CSS.escape(activeElement.value)}"]`;
    const columns = this.choice.hidden ? [] : this.offered();
    this.choice.replaceChildren(...columns.map((column) => this.item(column)),
      ...(columns.length ? [this.orders()] : []));
    if (focused !== null) this.choice.querySelector(focused)?.focus();
  }

  /** Asks for the attributes of the whole store. Without an answer, those of the list are offered. */
  async read() {
    try {
      const { names } = (await send("GET", "/api/attributes")).value;
      const isKnown = names.length === this.names.length && names.every((name, place) => name === this.names[place]);
      if (isKnown) return;
      this.names = names;
      this.offer();
    } catch { /* the list has some */ }
  }

  /** The orders to choose from: by the name, and by the columns that are chosen. */
  orders() {
    const way = (column, isDescending) => `${column === "surname" ? texts.fullName : title(column)}, `
      + (isDescending ? texts.descending : texts.ascending);
    const choice = element("select", { "aria-label": texts.order, onchange: () => this.onOrder(choice.value || null) },
      element("option", { value: "" }, texts.usualOrder),
      ["surname", ...this.chosen].flatMap((column) => [false, true].map((isDescending) => {
        const value = (isDescending ? "-" : "") + column;
        return element("option", { value, selected: value === this.order() }, way(column, isDescending));
      })));
    return element("p", { className: "order" }, element("span", { className: "quiet" }, texts.order), " ", choice);
  }

  item(column) {
    const box = element("input", {
      type: "checkbox", value: column, checked: this.chosen.includes(column),
      onchange: () => this.choose(column, box.checked),
    });
    return element("label", {}, box, " ", element("bdi", {}, short(title(column), 60)));
  }

  choose(column, isChosen) {
    this.chosen = this.chosen.filter((other) => other !== column).concat(isChosen ? [column] : []);
    this.inAddress = "";
    try {
      localStorage.setItem(key, JSON.stringify(this.chosen));
    } catch { /* the browser keeps nothing */ }
    this.onChange();
  }

  /** The fields, and the attributes that are chosen, or that most people of the list or the store have. */
  offered() {
    const counts = new Map();
    for (const person of this.people()) {
      for (const name of Object.keys(person.attributes ?? {})) counts.set(name, (counts.get(name) ?? 0) + 1);
    }
    const ofList = [...counts].sort((one, two) => two[1] - one[1]).map(([name]) => name);
    const names = [...new Set([...ofList.slice(0, mostAttributes / 2), ...this.names, ...ofList])]
      .slice(0, mostAttributes).map((name) => prefix + name);
    const attributes = [...this.chosen.filter((column) => column.startsWith(prefix)), ...names];
    return [...fields, ...[...new Set(attributes)].sort()];
  }

  /** The attributes that are shown, as a part of a search that looks in them, too. */
  get searched() {
    return this.searchedNames.map((name, place) => `, ${place === 0 ? "also: " : ""}{ $0.attributes[${literal(name)}] }`).join("");
  }

  /** The names of the attributes in which a search looks. */
  get searchedNames() {
    return this.chosen.filter((column) => column.startsWith(prefix))
      .slice(0, mostSearched).map((column) => column.slice(prefix.length));
  }

  /** Tells an element how wide the columns below it are. */
  setWidths(list) {
    const all = this.chosen.map((column) => widths[column] ?? "minmax(6rem, 1fr)");
    list.style.setProperty("--columns", ["2.25rem minmax(9rem, 2fr)", ...all].join(" "));
    list.style.setProperty("--count", all.length);
  }

  /** The titles, which sort; each value says its own, too. `box` selects everybody. */
  head(sort, onSort, box) {
    const button = (column, label) => {
      const way = sort === column ? "▲" : sort === `-${column}` ? "▼" : "";
      return element("button", {
        type: "button", "data-sort": column, title: texts.sortBy, onclick: () => onSort(column),
      }, label, element("span", { className: "arrow", "aria-hidden": "true" }, way),
      way ? element("span", { className: "unseen" }, ` ${way === "▲" ? texts.ascending : texts.descending}`) : null);
    };
    return element("div", { className: "heads quiet" }, box,
      element("div", {}, element("span"), button("surname", element("span", {}, texts.fullName)),
        this.chosen.map((column) => button(column, element("bdi", {}, short(title(column), 60))))));
  }

  /** The values of a person. What begins with words of a search is marked where one looks for them. */
  cells(person, found) {
    return this.chosen.map((column) => {
      const text = value(person, column);
      return element("span", { className: "cell quiet", "data-column": column }, text === "" ? [] : [
        element("span", { className: "label" }, element("bdi", {}, title(column)), ": "),
        element("bdi", {}, marked(short(text, 120), column === "email" || column.startsWith(prefix) ? found : []))]);
    });
  }
}

const title = (column) => (column.startsWith(prefix) ? column.slice(prefix.length) || texts.noName : texts[column]);

function value(person, column) {
  const found = column.startsWith(prefix)
    ? attribute(person.attributes, column.slice(prefix.length)) : person[column];
  if (found === null || found === undefined) return "";
  return column === "age" ? texts.years(found) : String(found);
}

/** The columns that were chosen last, if the browser has kept what this page understands. */
function remembered() {
  try {
    const columns = JSON.parse(localStorage.getItem(key));
    return Array.isArray(columns) ? known(columns) : usual;
  } catch {
    return usual;
  }
}

/** Those of some columns that this page understands, once each. */
function known(columns) {
  return [...new Set(columns.filter((column) =>
    typeof column === "string" && (fields.includes(column) || column.startsWith(prefix))))];
}

/** The text of a part of an address; nothing for one that is broken. */
function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}
