// Filters of the list: what is looked for in fields and attributes. They are parameters of the address, the same as
// those of the interface.
import { literal } from "./api.js";
import { element } from "./elements.js";
import { short } from "./formats.js";
import { texts } from "./texts.js";

const prefix = "attributes.";
const ranges = { minAge: ["age", "min"], maxAge: ["age", "max"], minBirthDate: ["birthDate", "min"],
  maxBirthDate: ["birthDate", "max"] };
const fields = ["name", "surname", "email", "age", "birthDate"];
/** The number of attributes, parts and presences that a request may have. */
const most = 20;

/** What a field can be asked for. */
function tests(field) {
  const known = field === "name" ? [] : ["known", "unknown"];
  return field === "age" || field === "birthDate" ? ["min", "max", ...known] : ["is", "contains", ...known];
}

/** The parameter of a filter, and its value. */
function parameter({ field, test, value }) {
  const whole = field === "birthDate" ? "BirthDate" : "Age";
  if (test === "min" || test === "max") return [test + whole, value];
  if (test === "is") return [field, value];
  return test === "contains" ? [`contains.${field}`, value] : [`has.${field}`, String(test === "known")];
}

/** The filter of a parameter; null if it is none. */
function filter(name, value) {
  const isText = (field) => ["name", "surname", "email"].includes(field) || field.startsWith(prefix);
  if (Object.hasOwn(ranges, name)) {
    const [field, test] = ranges[name];
    const isValue = field === "age" ? /^\d{1,3}$/.test(value) : /^\d{4}-\d\d-\d\d$/.test(value);
    return isValue ? { field, test, value } : null;
  }
  if (isText(name)) return { field: name, test: "is", value };
  const [, kind, field] = /^(contains|has)\.(.*)$/su.exec(name) ?? [];
  if (kind === "contains" && isText(field)) return { field, test: "contains", value };
  if (kind === "has" && (fields.includes(field) || isText(field)) && tests(field).includes("known")
    && ["true", "false"].includes(value)) return { field, test: value === "true" ? "known" : "unknown", value: "" };
  return null;
}

/** A filter as a part of a chain. */
function condition({ field, test, value }) {
  const isAttribute = field.startsWith(prefix);
  const member = isAttribute ? `$0.attributes[${literal(field.slice(prefix.length))}]` : `$0.${field}`;
  const isOptional = isAttribute || field === "email";
  if (test === "known" || test === "unknown") {
    const none = field === "surname" ? '""' : "nil";
    return `${member} ${test === "known" ? "!=" : "=="} ${none}`;
  }
  if (test === "is") return `${member} == ${literal(value)}`;
  if (test === "contains") {
    return `${isOptional ? `(${member} ?? "")` : member}.lowercased().contains(${literal(value.toLowerCase())})`;
  }
  const sign = test === "min" ? ">=" : "<=";
  const bound = field === "age" ? value : `CalendarDate(${literal(value)})`;
  return `${member}.map { $0 ${sign} ${bound} } == true`;
}

const title = (field) =>
  (field.startsWith(prefix) ? field.slice(prefix.length) || texts.noName : texts[field]);

export class Filters {
  /** `attributes` returns the names that are offered; `onChange` is called when other filters are there. */
  constructor(parameters, attributes, onChange) {
    this.attributes = attributes;
    this.onChange = onChange;
    this.take(parameters);
    this.button = element("button", {
      type: "button", "aria-expanded": "false", "aria-controls": "filters", onclick: () => this.turn(),
    });
    this.panel = element("form", {
      className: "choice filters", id: "filters", "aria-label": texts.filters, hidden: true, noValidate: true,
      onsubmit: (event) => { event.preventDefault(); this.add(); },
    });
    this.chips = element("ul", { className: "chips", "aria-label": texts.filters });
    this.show();
  }

  /** Takes the filters of an address. */
  take(parameters) {
    this.filters = [...parameters].map(([name, value]) => filter(name, value)).filter(Boolean).slice(0, most);
    if (this.chips) this.show();
  }

  get parameters() { return this.filters.map(parameter); }

  get chain() { return this.filters.map((one) => `.where { ${condition(one)} }`).join(""); }

  turn(isOpen = this.panel.hidden) {
    this.panel.hidden = !isOpen;
    this.button.setAttribute("aria-expanded", String(isOpen));
    if (isOpen) {
      this.offer();
      this.field.focus();
    }
  }

  /** Shows the fields to choose from. */
  offer() {
    const chosen = this.field?.value;
    const options = [...fields, ...this.attributes().map((name) => prefix + name)];
    this.field = element("select", { "aria-label": texts.filteredField, onchange: () => this.offerTests() },
      options.map((field) => element("option", { value: field, selected: field === chosen }, short(title(field), 60))));
    this.test = element("select", { "aria-label": texts.filterTest, onchange: () => this.offerValue() });
    this.value = element("span", { className: "value" });
    this.error = element("p", { className: "error", role: "alert" });
    this.panel.replaceChildren(this.field, this.test, this.value,
      element("button", { type: "submit", className: "first" }, texts.addFilter), this.error);
    this.offerTests();
  }

  offerTests() {
    const { test } = this;
    test.replaceChildren(...tests(this.field.value).map((name) =>
      element("option", { value: name, selected: name === test.value }, texts.filterTests[name])));
    this.offerValue();
  }

  offerValue() {
    const field = this.field.value;
    const isNeeded = !["known", "unknown"].includes(this.test.value);
    const type = field === "age" ? "number" : field === "birthDate" ? "date" : "text";
    this.input = isNeeded ? element("input", {
      type, min: field === "age" ? 0 : undefined, autocomplete: "off", "aria-label": texts.filterValue,
    }) : null;
    this.value.replaceChildren(...(this.input ? [this.input] : []));
  }

  add() {
    const made = { field: this.field.value, test: this.test.value, value: this.input?.value ?? "" };
    const [name, value] = parameter(made);
    // An empty text is one that an attribute may have; numbers and days are needed, and parts.
    if (filter(name, value) === null || (made.test === "contains" && value === "")) {
      this.error.textContent = texts.filterValueNeeded;
      this.input?.focus();
      return;
    }
    this.error.textContent = "";
    const others = this.filters.filter((other) => parameter(other)[0] !== name);
    if (others.length >= most) {
      this.error.textContent = texts.tooManyFilters(most);
      return;
    }
    this.filters = [...others, made];
    if (this.input) this.input.value = "";
    this.input?.focus();
    this.changed();
  }

  remove(one) {
    const place = this.filters.indexOf(one);
    this.filters = this.filters.filter((other) => other !== one);
    this.changed();
    (this.chips.querySelectorAll("button")[Math.min(place, this.filters.length - 1)] ?? this.button).focus();
  }

  changed() {
    this.show();
    this.onChange();
  }

  /** Shows the filters that are there, each as a button that takes it away. */
  show() {
    const { length } = this.filters;
    this.button.textContent = length ? texts.filterOf(length) : texts.filter;
    this.chips.hidden = !length;
    this.chips.replaceChildren(...this.filters.map((one) => {
      const what = texts.filtered(title(one.field), one.test, short(one.value, 40));
      return element("li", {}, element("button", {
        type: "button", title: texts.removeFilter, onclick: () => this.remove(one),
      }, element("bdi", {}, what), element("span", { "aria-hidden": "true" }, " ×"),
      element("span", { className: "unseen" }, ` ${texts.removeFilter}`)));
    }));
  }
}
