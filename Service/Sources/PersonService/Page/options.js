// How a file is read, and what an import does: the options of the form.
import { element } from "./elements.js";
import { texts } from "./texts.js";

/** Forms of days that files have. */
const forms = ["%d/%m/%Y", "%m/%d/%Y", "%d.%m.%Y", "%Y/%m/%d", "%d-%b-%Y", "%b %d, %Y"];
const encodings = ["utf-8", "utf-16", "utf-16le", "utf-16be", "latin-1", "windows-1252"];

export class Options {
  /** `onChange` is called when another option may change what is made of the columns. */
  constructor(onChange) {
    const changes = {
      onchange: onChange,
      // Enter is not yet the wish to import what has not been shown.
      onkeydown: (event) => {
        if (event.key !== "Enter") return;
        event.preventDefault();
        onChange();
      },
    };
    const select = (name, label, values, more) => {
      const made = element("select", { id: `option-${name}`, name, ...more },
        values.map(([value, text]) => element("option", { value }, text)));
      this[name] = made;
      return element("p", {}, element("label", { htmlFor: made.id }, label), made);
    };
    const input = (name, label, hint, more) => {
      const made = element("input", {
        id: `option-${name}`, name, autocomplete: "off", "aria-describedby": `option-${name}-hint`, ...more,
      });
      this[name] = made;
      return element("p", {}, element("label", { htmlFor: made.id }, label), made,
        element("span", { className: "quiet", id: `option-${name}-hint` }, hint));
    };
    const box = (name, label, more = {}) => {
      const made = element("input", { id: `option-${name}`, name, type: "checkbox", ...more });
      this[name] = made;
      return element("p", { className: "check" }, element("label", { htmlFor: made.id }, made, " ", label));
    };
    const fields = (title, ...parts) => element("fieldset", {}, element("legend", {}, title),
      element("div", { className: "fields" }, parts));
    this.element = element("div", {},
      fields(texts.howRead,
        select("encoding", texts.encoding,
          [["", texts.usualEncoding], ...encodings.map((name) => [name, name.toUpperCase()])],
          { onchange: onChange }),
        input("dates", texts.dates, texts.datesHint, { list: "forms-of-days", ...changes }),
        element("datalist", { id: "forms-of-days" }, forms.map((value) => element("option", { value }))),
        input("null", texts.nullWords, texts.nullWordsHint, changes),
        input("asOf", texts.asOf, texts.asOfHint, { type: "date", ...changes }),
        box("noHeader", texts.noHeader, { onchange: onChange }),
        box("trim", texts.trim, { onchange: onChange })),
      fields(texts.options,
        select("onConflict", texts.onConflict, ["error", "ignore", "update"].map((value) => [value, texts[value]]),
          { onchange: onChange }),
        select("key", texts.key, [["", texts.usualKey]], { onchange: onChange }),
        input("maxErrors", texts.maxErrors, texts.maxErrorsHint,
          { type: "number", min: 0, step: 1, value: 0, inputMode: "numeric" }),
        box("dryRun", texts.dryRun)));
  }

  /** Offers values by which people can be found. The one that is chosen stays, if it is there. */
  offer(keys) {
    const { value } = this.key;
    this.key.replaceChildren(...[["", texts.usualKey], ...keys].map(([key, title]) =>
      element("option", { value: key, selected: key === value }, title)));
  }

  /** The parameters that decide what is made of the columns. Empty ones are left out. */
  get parameters() {
    const values = ["encoding", "dates", "null", "asOf", "key"].map((name) => [name, this[name].value]);
    const flags = ["noHeader", "trim"].filter((name) => this[name].checked).map((name) => [name, "true"]);
    return Object.fromEntries([
      ...values.filter(([, value]) => value), ...flags, ["onConflict", this.onConflict.value]]);
  }

  /** Whether they can be sent; the first mistake gets the focus. */
  check() {
    const isNumber = /^\d+$/.test(this.maxErrors.value);
    const hint = document.getElementById("option-maxErrors-hint");
    this.maxErrors.setAttribute("aria-invalid", String(!isNumber));
    hint.className = isNumber ? "quiet" : "error";
    hint.textContent = isNumber ? texts.maxErrorsHint : texts.notANumber;
    if (!isNumber) this.maxErrors.focus();
    return isNumber;
  }
}
