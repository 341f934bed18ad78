// Two people side by side: what differs, which value is chosen, and Merge.
import { send } from "./api.js";
import { element } from "./elements.js";
import { texts } from "./texts.js";

const fields = ["name", "surname", "age", "email", "birthDate"];
let made = 0;

/** The value of a field or an attribute; undefined if there is none. */
function valueOf(person, field) {
  if (fields.includes(field)) return person[field] === "" ? undefined : person[field] ?? undefined;
  const name = field.slice("attributes.".length);
  return Object.hasOwn(person.attributes ?? {}, name) ? person.attributes[name] : undefined;
}

/** What one of two people has, the attributes in the order of their names. */
function fieldsOf(first, second) {
  const names = new Set([...Object.keys(first.attributes ?? {}), ...Object.keys(second.attributes ?? {})]);
  return [...fields, ...[...names].sort().map((name) => `attributes.${name}`)]
    .filter((field) => valueOf(first, field) !== undefined || valueOf(second, field) !== undefined);
}

const fullName = (person) => [person.name, person.surname].filter(Boolean).join(" ") || texts.noName;

export class Pair {
  /** Makes a pair. `onMerged` gets the person that both became, the entity tag, and the id that is gone. */
  constructor({ first, firstTag, second, secondTag, matches }, canMerge, onMerged) {
    this.people = [first, second];
    this.tags = [firstTag, secondTag];
    this.matches = matches;
    this.canMerge = canMerge;
    this.onMerged = onMerged;
    this.id = `pair-${made += 1}`;
    this.element = element("section", { className: "pair", "aria-labelledby": this.id });
    this.show();
  }

  has(id) { return this.people.some((person) => person.id === id); }

  /** Shows a person with new values. */
  replace(person, tag) {
    const place = this.people.findIndex(({ id }) => id === person.id);
    this.people[place] = person;
    this.tags[place] = tag;
    this.show();
  }

  show() {
    this.choices = new Map();
    const [first, second] = this.people;
    this.heading = element("h3", { id: this.id, tabIndex: -1 },
      element("bdi", {}, fullName(first)), ` ${texts.and} `, element("bdi", {}, fullName(second)));
    this.problem = element("div", { role: "alert" });
    this.button = element("button", { type: "submit", className: "first" }, texts.merge);
    const rows = [this.row("id", String(first.id), String(second.id)),
      ...fieldsOf(first, second).map((field) => this.row(field, valueOf(first, field), valueOf(second, field)))];
    const table = element("table", {}, element("caption", { className: "unseen" }, texts.pairCaption),
      element("tbody", {}, rows));
    const form = element("form", { onsubmit: (event) => { event.preventDefault(); this.merge(); } },
      element("div", { className: "table" }, table), this.problem,
      this.canMerge ? element("p", { className: "buttons" }, this.button) : null);
    this.element.replaceChildren(this.heading,
      element("p", { className: "quiet" }, this.matches.map((match) => texts.matched(match)).join(", ")), form);
  }

  /** A row with both values. Where both are there and differ, one of them is chosen. */
  row(field, one, other) {
    const title = field.startsWith("attributes.") ? field.slice("attributes.".length)
      : field === "id" ? texts.keptPerson : texts[field];
    const differs = one !== other;
    const isChosen = differs && one !== undefined && other !== undefined && this.canMerge;
    const heading = element("th", { scope: "row" }, element("bdi", {}, title),
      differs && field !== "id" ? element("span", { className: "mark", title: texts.differs }, " ≠",
        element("span", { className: "unseen" }, ` ${texts.differs}`)) : null);
    const cells = [one, other].map((value, place) => {
      const text = value === undefined ? "" : String(value);
      if (!isChosen) return element("td", {}, element("bdi", {}, text));
      const input = element("input", {
        type: "radio", name: `${this.id}-${field}`, checked: place === 0,
        onchange: () => this.choose(field, place),
      });
      return element("td", {}, element("label", {}, input, element("span", { className: "unseen" }, `${title}: `),
        element("bdi", {}, text)));
    });
    if (isChosen) this.choices.set(field, 0);
    return element("tr", { className: differs && field !== "id" ? "differs" : "" }, heading, ...cells);
  }

  /** Keeps a choice. The person whose number is kept brings its other values, until others are chosen. */
  choose(field, place) {
    this.choices.set(field, place);
    if (field !== "id") return;
    for (const other of this.choices.keys()) {
      this.choices.set(other, place);
      this.element.querySelectorAll(`input[name="${CSS.escape(`${this.id}-${other}`)}"]`)[place].checked = true;
    }
  }

  async merge() {
    this.problem.replaceChildren();
    this.button.disabled = true;
    const kept = this.choices.get("id");
    const removed = 1 - kept;
    const take = [...this.choices].filter(([field, place]) => field !== "id" && place === removed)
      .map(([field]) => field);
    try {
      const { value, tag } = await send("POST", `/api/people/${this.people[kept].id}/merge`,
        { from: this.people[removed].id, fromTag: this.tags[removed], take }, { "If-Match": this.tags[kept] });
      this.onMerged(value.person, tag, value.removed);
    } catch (problem) {
      this.problem.replaceChildren(element("p", { className: "note error" },
        [404, 412].includes(problem.status) ? texts.pairChanged
          : problem.status ? problem.message : texts.unreachable));
      this.button.disabled = false;
      this.button.focus();
    }
  }
}
