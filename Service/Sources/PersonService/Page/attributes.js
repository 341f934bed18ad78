// The attributes of a person: rows of a name and a value.
import { element } from "./elements.js";
import { texts } from "./texts.js";

/** The value of an attribute; undefined if there is none, as for `constructor`, which objects inherit. */
export const attribute = (attributes, name) =>
  (Object.hasOwn(attributes ?? {}, name) ? attributes[name] : undefined);

/** The names of the attributes that two people do not have in common. */
export function differences(one, two) {
  const names = new Set([...Object.keys(one ?? {}), ...Object.keys(two ?? {})]);
  return [...names].sort().filter((name) => attribute(one, name) !== attribute(two, name));
}

let number = 0;

export class Attributes {
  /** `onRemove` is called when a row is taken away. */
  constructor(attributes, isEditable, onRemove) {
    this.isEditable = isEditable;
    this.onRemove = onRemove;
    this.rows = [];
    this.list = element("div");
    this.error = element("p", { className: "error", role: "status" });
    this.button = element("button", { type: "button", onclick: () => this.add().name.focus() },
      texts.addAttribute);
    const names = Object.keys(attributes ?? {}).sort();
    this.element = element("fieldset", { className: "attributes", hidden: !isEditable && !names.length },
      element("legend", {}, texts.attributes), this.list, this.error,
      isEditable ? this.button : null);
    for (const name of names) this.add(name, attributes[name], true);
  }

  /** Adds a row, of an attribute that is stored or of a new one. */
  add(name = "", value = "", isStored = false) {
    number += 1;
    const readOnly = !this.isEditable;
    const row = { isStored };
    row.error = element("span", { className: "error", id: `attribute-${number}-error` });
    row.name = element("input", {
      value: name, readOnly, autocomplete: "off", spellcheck: false, placeholder: texts.nameHint,
      "aria-label": texts.attributeName,
    });
    row.value = element("textarea", {
      value, readOnly, rows: Math.min(8, value.split("\n").length), autocomplete: "off",
      placeholder: texts.valueHint, "aria-label": texts.attributeValue,
    });
    row.element = element("div", { className: "attribute" }, row.name, row.value,
      readOnly ? null : element("button", {
        type: "button", "aria-label": texts.removeAttribute, title: texts.removeAttribute,
        onclick: () => this.remove(row),
      }, "×"), row.error);
    // A control has other ends of lines than the text. What nobody has changed is sent as it came.
    const keeper = (control, text) => {
      const shown = control.value;
      return () => (control.value === shown ? text : control.value);
    };
    [row.readName, row.readValue] = [keeper(row.name, name), keeper(row.value, value)];
    this.rows.push(row);
    this.list.append(row.element);
    return row;
  }

  remove(row) {
    const place = this.rows.indexOf(row);
    this.rows.splice(place, 1);
    row.element.remove();
    (this.rows[place]?.name ?? this.button).focus();
    this.onRemove();
  }

  /** The rows that are not only begun. */
  get filled() { return this.rows.filter((row) => row.isStored || row.readName() || row.readValue()); }

  get values() {
    return Object.fromEntries(this.filled.map((row) => [row.readName(), row.readValue()]));
  }

  /** Whether each row has a name of its own. */
  check() {
    const names = new Set();
    let isRight = true;
    for (const row of this.filled) {
      const name = row.readName();
      const reason = names.has(name) ? texts.nameTwice
        : name || row.isStored ? "" : texts.nameNeeded;
      names.add(name);
      if (!reason) continue;
      this.showError(row, reason);
      isRight = false;
    }
    return isRight;
  }

  clearErrors() {
    this.error.textContent = "";
    for (const row of this.rows) this.showError(row, "");
  }

  /** Shows an error of the service, and returns whether it concerns the attributes. */
  take({ field, reason }) {
    if (field !== "attributes" && !field.startsWith("attributes.")) return false;
    const row = this.rows.find((row) => `attributes.${row.readName()}` === field);
    if (row) this.showError(row, reason);
    else this.error.textContent = reason;
    return true;
  }

  showError(row, reason) {
    row.error.textContent = reason;
    if (reason) {
      row.name.setAttribute("aria-invalid", "true");
      row.name.setAttribute("aria-describedby", row.error.id);
    } else {
      row.name.removeAttribute("aria-invalid");
      row.name.removeAttribute("aria-describedby");
    }
  }
}
