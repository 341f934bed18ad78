// Filters of a list: what is looked for in its fields. They are parameters of the address.
import { element } from "./elements.js";
import { short } from "./formats.js";
import { texts } from "./texts.js";

/** The number of filters that a request may have. */
const most = 20;

export class Filters {
  /**
   * `form` says what is filtered: `fields()`, their `title(field)`, the `tests(field)`, the `input(field, test)` of a
   * value as properties, null if there is none, the `parameter(filter)` with its name and value, the
   * `filter(name, value)` of a parameter, null if it is none, and the `condition(filter)` in a chain. `onChange` is
   * called when other filters are there.
   */
  constructor(parameters, form, onChange) {
    this.form = form;
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
    this.filters = [...parameters].map(([name, value]) => this.form.filter(name, value)).filter(Boolean).slice(0, most);
    if (this.chips) this.show();
  }

  get parameters() { return this.filters.map((one) => this.form.parameter(one)); }

  get chain() { return this.filters.map((one) => `.where { ${this.form.condition(one)} }`).join(""); }

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
    this.field = element("select", { "aria-label": texts.filteredField, onchange: () => this.offerTests() },
      this.form.fields().map((field) =>
        element("option", { value: field, selected: field === chosen }, short(this.form.title(field), 60))));
    this.test = element("select", { "aria-label": texts.filterTest, onchange: () => this.offerValue() });
    this.value = element("span", { className: "value" });
    this.error = element("p", { className: "error", role: "alert" });
    this.panel.replaceChildren(this.field, this.test, this.value,
      element("button", { type: "submit", className: "first" }, texts.addFilter), this.error);
    this.offerTests();
  }

  offerTests() {
    const { test } = this;
    test.replaceChildren(...this.form.tests(this.field.value).map((name) =>
      element("option", { value: name, selected: name === test.value }, texts.filterTests[name])));
    this.offerValue();
  }

  offerValue() {
    const properties = this.form.input(this.field.value, this.test.value);
    this.input = properties
      ? element("input", { autocomplete: "off", "aria-label": texts.filterValue, ...properties }) : null;
    this.value.replaceChildren(...(this.input ? [this.input] : []));
  }

  add() {
    const made = { field: this.field.value, test: this.test.value, value: this.input?.value ?? "" };
    const [name, value] = this.form.parameter(made);
    // An empty text is one that an attribute may have; numbers and days are needed, and parts.
    if (this.form.filter(name, value) === null || (made.test === "contains" && value === "")) {
      this.error.textContent = texts.filterValueNeeded;
      this.input?.focus();
      return;
    }
    this.error.textContent = "";
    const others = this.filters.filter((other) => this.form.parameter(other)[0] !== name);
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
      const what = texts.filtered(this.form.title(one.field), one.test, short(one.value, 40));
      return element("li", {}, element("button", {
        type: "button", title: texts.removeFilter, onclick: () => this.remove(one),
      }, element("bdi", {}, what), element("span", { "aria-hidden": "true" }, " ×"),
      element("span", { className: "unseen" }, ` ${texts.removeFilter}`)));
    }));
  }
}
