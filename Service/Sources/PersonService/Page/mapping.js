// What becomes of the columns of a file: a table with the guess, which can be corrected.
import { element } from "./elements.js";
import { texts } from "./texts.js";

const fields = ["name", "surname", "age", "email", "birthDate", "id"];
/** The forms of whole names. */
const forms = ["surname, name", "name surname", "surname name", "name"];
const attributePrefix = "attributes.";
const wholePrefix = "whole:";

export class Mapping {
  /** `onChange` is called after a column has been corrected. */
  constructor({ mapping, examples }, onChange) {
    this.onChange = onChange;
    /** What somebody has chosen, by the numbers of the columns. */
    this.chosen = new Map();
    /** What the columns become as long as nobody chooses anything. */
    this.guessed = new Map();
    /** The column that should become again what was guessed. */
    this.wanted = null;
    this.columns = columnsOf(mapping);
    this.rows = this.columns.map((column) => this.row(column));
    this.reset = element("button", {
      type: "button", disabled: true, onclick: () => { this.chosen.clear(); this.changed(); },
    }, texts.asGuessed);
    this.element = element("fieldset", {}, element("legend", {}, texts.mapping),
      element("p", { className: "quiet", id: "mapping-hint" }, texts.mappingHint),
      element("div", { className: "table mapping", tabIndex: 0, role: "group", "aria-label": texts.mapping },
        element("table", {},
          element("thead", {}, element("tr", {}, [texts.column, texts.becomes, texts.exampleValues, texts.why]
            .map((title) => element("th", { scope: "col" }, title)))),
          element("tbody", {}, this.rows.map(({ row }) => row)))),
      element("p", { className: "buttons" }, this.reset));
    this.show({ mapping, examples });
  }

  row(column) {
    const select = element("select", {
      id: `column-${column.number}`, "aria-label": texts.becomesOf(title(column)),
      onchange: () => this.choose(column.number, select.value),
    },
    [...fields.slice(0, 2).map((field) => [field, texts[field]]),
      ...forms.map((form) => [wholePrefix + form, texts.wholeNames[form]]),
      ...fields.slice(2).map((field) => [field, texts[field]]),
      ["attribute", texts.attribute], ["ignore", texts.ignoreColumn]]
      .map(([value, text]) => element("option", { value }, text)));
    const examples = element("td", {});
    const why = element("td", { className: "quiet" });
    const row = element("tr", {},
      element("th", { scope: "row" }, element("bdi", {}, title(column))),
      element("td", {}, select), examples, why);
    return { row, select, examples, why };
  }

  /** Whether the table is that of these columns. */
  fits(mapping) {
    const columns = columnsOf(mapping);
    return columns.length === this.columns.length
      && columns.every(({ column }, place) => column === this.columns[place].column);
  }

  /** Shows what the service makes of the columns. */
  show({ mapping, examples }) {
    this.columns = columnsOf(mapping);
    if (!this.chosen.size) {
      this.guessed = new Map(this.columns.map(({ number, assignments }) => [number, valueOf(assignments[0].target)]));
    }
    this.columns.forEach((column, place) => {
      const { select, examples: values, why } = this.rows[place];
      const [first, ...others] = column.assignments;
      select.value = valueOf(first.target);
      values.replaceChildren(...examples[place].flatMap((value, number) =>
        [number ? " · " : "", element("bdi", {}, value)]));
      why.replaceChildren(reason(first, this.chosen.has(column.number)),
        ...others.flatMap((other) =>
          [element("br"), texts.alsoBecomes(targetTitle(other.target), reason(other))]));
    });
    this.reset.disabled = !this.chosen.size;
    const { wanted } = this;
    this.wanted = null;
    // The guess is another one beside what is chosen for other columns.
    if (wanted && this.rows[wanted.number - 1].select.value !== wanted.value) {
      this.chosen.set(wanted.number, wanted.value);
      this.changed();
    }
  }

  /**
   * Remembers what a column becomes. What only one column can be, no other one is chosen for. What was
   * guessed is guessed again, with the form of its days, and without refusing other values.
   */
  choose(number, value) {
    for (const [other, taken] of this.chosen) {
      if (excludes(value, taken)) this.chosen.delete(other);
    }
    this.chosen.delete(number);
    this.wanted = null;
    if (this.guessed.get(number) === value) this.wanted = { number, value };
    else this.chosen.set(number, value);
    this.changed();
  }

  changed() {
    this.reset.disabled = !this.chosen.size;
    this.onChange();
  }

  /** The parameters that say what was chosen; everything else is guessed. */
  get parameters() {
    const map = [];
    const ignore = [];
    const parameters = {};
    for (const [number, value] of this.chosen) {
      const column = this.columns[number - 1];
      if (value === "ignore") ignore.push(reference(column));
      else if (value === "attribute") map.push(`${attributeName(nameOfAttribute(column))}=${reference(column)}`);
      else if (value.startsWith(wholePrefix)) {
        parameters.split = `${reference(column)}=${value.slice(wholePrefix.length)}`;
      } else map.push(`${value}=${reference(column)}`);
    }
    if (map.length) parameters.map = map.join(",");
    if (ignore.length) parameters.ignore = ignore.join(",");
    return parameters;
  }

  /** The values by which people can be found, in the manner of the parameter `key`, with their titles. */
  get keys() {
    const targets = this.columns.flatMap(({ assignments }) => assignments.map(({ target }) => target));
    const whole = targets.some((target) => valueOf(target).startsWith(wholePrefix));
    const found = fields.filter((field) =>
      targets.includes(field) || (whole && (field === "name" || field === "surname")));
    const several = ["name", "surname", "birthDate"].filter((field) => found.includes(field));
    return [
      ...(several.length > 1 ? [[several.join(","), several.map((field) => texts[field]).join(", ")]] : []),
      ...found.map((field) => [field, texts[field]]),
      ...targets.filter((target) => target.startsWith(attributePrefix))
        .map((target) => target.slice(attributePrefix.length)).map((name) => [attributeName(name), name]),
    ];
  }
}

/** The columns in their order. One may become several things. */
function columnsOf({ assignments }) {
  const columns = [];
  for (const assignment of assignments) {
    const { column, number } = assignment;
    if (columns.at(-1)?.number === number) columns.at(-1).assignments.push(assignment);
    else columns.push({ column, number, assignments: [assignment] });
  }
  return columns;
}

const title = ({ column, number }) => column || texts.columnNumber(number);

/** The value of the select for what the service says. */
function valueOf(target) {
  if (target === "-") return "ignore";
  if (target.startsWith(attributePrefix)) return "attribute";
  if (target === "name (whole)") return `${wholePrefix}name`;
  return forms.slice(0, 3).includes(target) ? wholePrefix + target : target;
}

function targetTitle(target) {
  const value = valueOf(target);
  if (value === "attribute") return texts.attribute;
  return value.startsWith(wholePrefix) ? texts.wholeNames[value.slice(wholePrefix.length)] : texts[value];
}

/** Why a column becomes what it does, and how its days are written. */
function reason({ reason: why, dateForm }, isChosen) {
  const text = isChosen ? texts.chosen : why;
  return dateForm && !text.includes(dateForm) ? `${text} (${dateForm})` : text;
}

/** Whether two columns cannot become both. */
function excludes(one, other) {
  const parts = (value) => (value.startsWith(wholePrefix) ? ["name", "surname"] : [value]);
  return fields.includes(parts(one)[0]) && parts(one).some((part) => parts(other).includes(part));
}

/** A column as parameters name it: in quotes, or by its number if it has no name. */
const reference = ({ column, number }) => (column ? `"${column.replaceAll('"', '""')}"` : `#${number}`);

/** The attribute that a column becomes. */
function nameOfAttribute({ column, number, assignments }) {
  const given = assignments.find(({ target }) => target.startsWith(attributePrefix));
  if (given) return given.target.slice(attributePrefix.length);
  if (!column) return `column ${number}`;
  return column.startsWith(attributePrefix) ? column.slice(attributePrefix.length) : column;
}

/** An attribute as parameters name it; signs that have a meaning there are written as JSON can. */
function attributeName(name) {
  const text = JSON.stringify(name).slice(1, -1).replaceAll('\\"', "\\u0022").replaceAll("=", "\\u003d");
  return `${attributePrefix}"${text}"`;
}
