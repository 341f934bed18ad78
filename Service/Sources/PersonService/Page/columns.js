// The columns of the list of people: fields and attributes. The browser remembers which are chosen.
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
  /** `people` returns the people of the list, `onChange` is called when others are chosen. */
  constructor(people, onChange) {
    this.people = people;
    this.onChange = onChange;
    this.chosen = remembered();
    /** The attributes of the whole store, as the service has told them last. */
    this.names = [];
    this.button = element("button", {
      type: "button", "aria-expanded": "false", "aria-controls": "choice", onclick: () => this.turn(),
    }, texts.columns);
    this.choice = element("div", {
      className: "choice", id: "choice", role: "group", "aria-label": texts.columns, hidden: true,
    });
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
    const focused = this.choice.contains(document.activeElement) ? document.activeElement.value : null;
    const columns = this.choice.hidden ? [] : this.offered();
    this.choice.replaceChildren(...columns.map((column) => this.item(column)));
    if (focused !== null) this.choice.querySelector(`[value="${CSS.escape(focused)}"]`)?.focus();
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

  item(column) {
    const box = element("input", {
      type: "checkbox", value: column, checked: this.chosen.includes(column),
      onchange: () => this.choose(column, box.checked),
    });
    return element("label", {}, box, " ", element("bdi", {}, short(title(column), 60)));
  }

  choose(column, isChosen) {
    this.chosen = this.chosen.filter((other) => other !== column).concat(isChosen ? [column] : []);
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
    const names = this.chosen.filter((column) => column.startsWith(prefix))
      .slice(0, mostSearched).map((column) => column.slice(prefix.length));
    return names.map((name, place) => `, ${place === 0 ? "also: " : ""}{ $0.attributes[${literal(name)}] }`).join("");
  }

  /** Tells an element how wide the columns below it are. */
  setWidths(list) {
    const all = this.chosen.map((column) => widths[column] ?? "minmax(6rem, 1fr)");
    list.style.setProperty("--columns", ["minmax(9rem, 2fr)", ...all].join(" "));
    list.style.setProperty("--count", all.length);
  }

  /** The titles; each value says its own to who does not see them. */
  head() {
    return element("div", { className: "heads quiet", "aria-hidden": "true" },
      element("span", {}, texts.fullName),
      this.chosen.map((column) => element("bdi", {}, short(title(column), 60))));
  }

  /** The values of a person. What begins with words of a search is marked where one looks for them. */
  cells(person, found) {
    return this.chosen.map((column) => {
      const text = value(person, column);
      return element("span", { className: "cell quiet" }, text === "" ? [] : [
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
    const isKnown = (column) =>
      typeof column === "string" && (fields.includes(column) || column.startsWith(prefix));
    return Array.isArray(columns) ? [...new Set(columns.filter(isKnown))] : usual;
  } catch {
    return usual;
  }
}
