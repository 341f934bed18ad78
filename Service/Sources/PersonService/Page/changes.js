// The history of a person: who has changed what, and when.
import { send } from "./api.js";
import { differences } from "./attributes.js";
import { element } from "./elements.js";
import { moment } from "./formats.js";
import { texts } from "./texts.js";

const fields = ["name", "surname", "age", "email", "birthDate"];

const valueOf = (person, name, isAttribute) => {
  const values = isAttribute ? person?.attributes ?? {} : person ?? {};
  return Object.hasOwn(values, name) && values[name] !== null && values[name] !== "" ? String(values[name]) : null;
};

/** What is different: lines of a title, the value before and the one after. */
export function lines({ before, after, subject }) {
  if (subject !== "person") return [];
  const line = (title, name, isAttribute) => {
    const [old, now] = [before, after].map((person) => valueOf(person, name, isAttribute));
    return old === now ? null : { title, old, now };
  };
  return [...fields.map((field) => line(texts[field], field, false)),
    ...differences(before?.attributes, after?.attributes).map((name) => line(name || texts.noName, name, true))]
    .filter(Boolean);
}

/** A list of what is different. */
export function differenceList(change) {
  const part = (name, value) => (value === null ? [] : [element(name, {}, element("bdi", {}, value))]);
  return element("ul", { className: "differences" }, lines(change).map(({ title, old, now }) =>
    element("li", {}, element("bdi", { className: "quiet" }, title), ": ", ...part("del", old),
      old !== null && now !== null ? " → " : "", ...part("ins", now))));
}

/** A link to the person of an entry; the name of the group. */
function subjectOf({ subject, id, before, after }) {
  const state = after ?? before;
  if (subject === "group") return [element("bdi", {}, state?.letter ?? ""), " "];
  if (subject !== "person") return [];
  const name = [state?.name, state?.surname].filter(Boolean).join(" ") || texts.noName;
  return [element("a", { href: `/?person=${id}`, "data-view": "people" }, element("bdi", {}, name)), " "];
}

/** An entry: what, who, when, and what is different; `isNamed` if it says whose it is. */
export function entry(change, isNamed = false) {
  return element("li", {},
    element("p", {}, element("strong", {}, texts.changeKind(change)), " ", ...(isNamed ? subjectOf(change) : []),
      element("span", { className: "quiet" },
        element("time", { dateTime: change.time }, moment(change.time)),
        ...(change.user ? [" · ", element("bdi", {}, change.user)] : []))),
    differenceList(change));
}

/** Changes that are read when they are opened, page by page. */
export class History {
  /** Those of a person, or all of them (null). */
  constructor(id) {
    this.id = id;
    this.list = element("ol", { className: "history" });
    this.note = element("p", { className: "quiet", role: "status" });
    this.more = element("button", { type: "button", hidden: true, onclick: () => this.read(this.next) },
      texts.earlierChanges);
    this.element = element("details", { className: "past", ontoggle: () => { if (this.element.open) this.read(); } },
      element("summary", {}, id === null ? texts.allChanges : texts.personHistory), this.list, this.note,
      element("p", { className: "buttons" }, this.more));
  }

  /** Shows the last changes, or those before one. */
  async read(after) {
    try {
      const path = `${this.id === null ? "/api/changes" : `/api/people/${this.id}/history`}?limit=20`
        + (after ? `&after=${after}` : "");
      const { value } = await send("GET", path);
      if (!after) this.list.replaceChildren();
      this.list.append(...value.changes.map((change) => entry(change, this.id === null)));
      this.next = value.next;
      this.more.hidden = !value.next;
      this.note.textContent = this.list.firstChild ? "" : value.isRecorded ? texts.noChanges : texts.noHistory;
    } catch (problem) {
      this.note.textContent = problem.status ? problem.message : texts.unreachable;
    }
  }
}
