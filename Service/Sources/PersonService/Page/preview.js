// What an import would store of the first rows of a file, and what it would refuse.
import { element } from "./elements.js";
import { shown, short } from "./formats.js";
import { texts } from "./texts.js";

const fields = ["id", "name", "surname", "age", "email", "birthDate"];

/** The first people, and the rows that would be refused. */
export function previewOf({ people, rows, isWhole, rejected, rejections, notes }) {
  return [
    element("h3", { id: "first-people" }, texts.firstPeople),
    people.length ? table(people)
      : element("p", { className: "empty" }, rows ? texts.nobodyCanBeStored : texts.noFileRows),
    element("p", { className: rejected ? "error" : "quiet" }, texts.wouldBeRefused(rejected, rows, isWhole)),
    ...list(rejections.map((row) => [
      texts.refusedRows(row.count), ": ", ...(row.column ? [element("bdi", {}, row.column), ": "] : []),
      row.reason, ` (${texts.firstAt(row.line)}`,
      ...(row.value ? [": ", element("bdi", {}, short(row.value, 60))] : []), ")"])),
    ...notesOf(notes),
  ];
}

/** What was done with values that a field cannot have as they are. */
export const notesOf = (notes) => list(notes.map(({ field, finding, column, count: number }) =>
  [element("bdi", {}, column), `: ${texts.importNotes[finding](number, texts[field])}`]));

const list = (lines) =>
  (lines.length ? [element("ul", { className: "findings quiet" }, lines.map((line) => element("li", {}, line)))] : []);

function table(people) {
  const columns = fields.filter((field) => field !== "id" || people.some(({ id }) => id));
  const attributes = (person) => Object.entries(person.attributes ?? {}).sort(([one], [two]) => (one < two ? -1 : 1))
    .map(([name, text]) => `${name}: ${text}`).join(", ");
  const cell = (text, className = "") => element("td", { className }, element("bdi", {}, text));
  const kind = (field) => (field === "age" || field === "id" ? "number" : "");
  return element("div", {
    className: "table rows-of-file", tabIndex: 0, role: "group", "aria-labelledby": "first-people",
  }, element("table", {},
    element("thead", {}, element("tr", {},
      columns.map((field) => element("th", { scope: "col", className: kind(field) }, texts[field])),
      element("th", { scope: "col" }, texts.attributes))),
    element("tbody", {}, people.map((person) => element("tr", {},
      columns.map((field) => cell(shown(person[field]), kind(field))),
      cell(short(attributes(person), 200)))))));
}
