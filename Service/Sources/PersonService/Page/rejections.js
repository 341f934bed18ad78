// The rows of a file that were refused: a table, and a file of them.
import { element } from "./elements.js";
import { csv, download } from "./files.js";
import { shown } from "./formats.js";
import { texts } from "./texts.js";

const names = ["line", "record", "column", "reason"];

export class Rejections {
  constructor() {
    this.rows = [];
    this.body = element("tbody");
    this.note = element("p", { className: "quiet" });
    this.element = element("section", { hidden: true, "aria-labelledby": "rejected-rows" },
      element("h3", { id: "rejected-rows" }, texts.rejectedRows), this.note,
      element("div", { className: "table", tabIndex: 0, role: "group", "aria-labelledby": "rejected-rows" },
        element("table", {},
          element("thead", {}, element("tr", {}, [...names, "given"].map((name, place) =>
            element("th", { scope: "col", className: place < 2 ? "number" : "" }, texts[name])))),
          this.body)),
      element("div", { className: "buttons" },
        element("button", { type: "button", onclick: () => this.download() }, texts.downloadRejected),
        element("span", { className: "quiet" }, texts.downloadHint)));
  }

  add(row) {
    this.rows.push(row);
    this.element.hidden = false;
    const cell = (value, className) =>
      element("td", { className }, element("bdi", {}, shown(value)));
    this.body.append(element("tr", {}, cell(row.line, "number"), cell(row.record, "number"),
      cell(row.column), cell(row.reason), cell(row.value)));
  }

  /** Says how many there are, if not all of them have come. */
  end(number) {
    if (number > this.rows.length) this.note.textContent = texts.someRejected(this.rows.length, number);
  }

  /** The refused rows, in the form in which they can be mended and imported again. */
  download() {
    const own = names.map((name) => `rejected_${name}`);
    // The columns of an earlier file of refused rows are not copied.
    const fields = [...new Set(this.rows.flatMap((row) => Object.keys(row.fields ?? {})))]
      .filter((name) => !name.startsWith("rejected_"));
    const lines = this.rows.map((row) =>
      [...names.map((name) => row[name]), ...fields.map((field) => row.fields?.[field])]);
    // They are imported again, so they are what they were.
    download("refused.csv", csv([[...own, ...fields], ...lines], false), "text/csv");
  }
}
