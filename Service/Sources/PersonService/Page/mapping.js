// The columns of a file that become the fields of a person, and the first rows of the file.
import { element } from "./elements.js";
import { shown } from "./formats.js";
import { texts } from "./texts.js";

const fields = ["name", "surname", "age", "email", "birthDate", "id"];
const needed = ["name", "surname"];

export class Mapping {
  constructor({ columns, rows, mapping }) {
    this.columns = columns;
    this.selects = fields.map((field) => this.select(field, mapping[field]));
    this.targets = columns.map(() => element("span", { className: "quiet target" }));
    const heads = columns.map((column, place) =>
      element("th", { scope: "col" }, element("bdi", {}, column || texts.noName), this.targets[place]));
    this.element = element("div", {},
      element("fieldset", {}, element("legend", {}, texts.mapping),
        element("div", { className: "fields" }, this.selects.map((select) =>
          element("p", {}, element("label", { htmlFor: select.id }, texts[select.name]), select,
            element("span", { className: "error", id: `${select.id}-error` })))),
        element("p", { className: "quiet" }, texts.mappingHint)),
      element("h3", { id: "first-rows" }, texts.firstRows),
      rows.length ? element("div", {
        className: "table rows-of-file", tabIndex: 0, role: "group", "aria-labelledby": "first-rows",
      }, element("table", {}, element("thead", {}, element("tr", {}, heads)),
        element("tbody", {}, rows.map((row) => element("tr", {}, columns.map((_, place) =>
          element("td", {}, element("bdi", {}, shown(row[place])))))))))
        : element("p", { className: "empty" }, texts.noFileRows));
    this.showTargets();
  }

  select(field, guess) {
    const isNeeded = needed.includes(field);
    return element("select", {
      id: `map-${field}`, name: field, required: isNeeded,
      onchange: (event) => { this.showError(event.target, ""); this.showTargets(); },
    },
    element("option", { value: "", selected: guess === null },
      isNeeded ? texts.chooseColumn : texts.notImported),
    [...new Set(this.columns)].map((column) => element("option", {
      // A comma ends a pair of the mapping.
      value: column, disabled: column === "" || column.includes(","), selected: column === guess,
    }, column || texts.noName)));
  }

  /** The table tells which field each column becomes. */
  showTargets() {
    this.columns.forEach((column, place) => {
      const found = this.selects.filter((select) => select.value === column && column !== "");
      const names = found.map((select) => texts[select.name]).join(", ");
      this.targets[place].textContent = names ? `→ ${names}` : "–";
    });
  }

  /** Whether each field that is needed has a column; the first that has none gets the focus. */
  check() {
    const missing = this.selects.filter((select) => select.required && !select.value);
    for (const select of this.selects) {
      this.showError(select, missing.includes(select) ? texts.columnNeeded : "");
    }
    missing[0]?.focus();
    return !missing.length;
  }

  showError(select, text) {
    const error = document.getElementById(`${select.id}-error`);
    error.textContent = text;
    select.setAttribute("aria-invalid", String(text !== ""));
    if (text) select.setAttribute("aria-describedby", error.id);
    else select.removeAttribute("aria-describedby");
  }

  /** The mapping as the service reads it. */
  get text() {
    return this.selects.map((select) => `${select.name}=${select.value}`).join(",");
  }
}
