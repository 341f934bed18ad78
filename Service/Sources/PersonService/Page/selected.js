// What can be done with the people who are selected.
import { send } from "./api.js";
import { openDialog, said } from "./dialog.js";
import { element, message } from "./elements.js";
import { Pair } from "./pair.js";
import { hasHistory } from "./session.js";
import { texts } from "./texts.js";

/** As many people can be changed at once. */
export const mostSelected = 10000;
/** The number of people that are merged one after another. */
const mostMerged = 10;
const fields = ["name", "surname", "age", "birthDate"];

/** Deletes people, and offers to take that back. `onDone` is called after both. */
export async function deletePeople(ids, name, onDone) {
  const { value } = await send("POST", "/api/people/batch", { ids, delete: true });
  onDone(value.done);
  const text = value.done.length === 1 && name ? texts.deleted(name) : texts.deletedMany(value.done.length);
  offerRestoring(value.done, text, onDone);
}

/** Says that people are deleted, and offers to take that back. */
export function offerRestoring(ids, text, onRestored) {
  if (!hasHistory() || !ids.length) return message(text);
  return message(text, {
    title: texts.undo,
    run: async () => {
      try {
        const { value } = await send("POST", "/api/trash/restore", { ids });
        onRestored([], value.people);
      } catch (problem) {
        message(texts.notRestored(problem.status ? problem.message : texts.unreachable));
      }
    },
  });
}

/** Asks, where a deletion cannot be taken back. */
export function askToDelete(number, run) {
  if (hasHistory()) return run();
  openDialog(texts.deleteMany(number), element("p", {}, texts.cannotBeUndone), texts.delete, run);
}

export class Selected {
  /** `list` is the list of people; `onDone` is called when people have changed. */
  constructor(list, { selectAll, onDone }) {
    Object.assign(this, { list, selectAll, onDone });
    const button = (title, run) => element("button", { type: "button", onclick: run }, title);
    this.count = element("span", { role: "status" });
    this.all = button("", () => this.selectAll());
    this.mergeButton = button(texts.mergeSelected, () => this.merge());
    this.element = element("div", {
      className: "selected-bar", role: "toolbar", "aria-label": texts.withSelected, hidden: true,
    }, this.count, this.all, button(texts.editSelected, () => this.edit()),
    button(texts.addToGroup, () => this.addToGroup()), this.mergeButton,
    button(texts.deleteSelected, () => askToDelete(this.ids.length, () => this.delete())),
    button(texts.selectNobody, () => this.list.select([])));
  }

  get ids() { return [...this.list.selected]; }

  /** Shows how many are selected, and how many there are in all. */
  show(total) {
    const { size } = this.list.selected;
    this.element.hidden = size === 0;
    this.count.textContent = texts.selected(size);
    this.mergeButton.disabled = size < 2 || size > mostMerged;
    this.mergeButton.title = this.mergeButton.disabled ? texts.mergeSome(mostMerged) : "";
    this.all.hidden = !total || size < this.list.people.length || size >= Math.min(total, mostSelected);
    if (total) this.all.textContent = texts.selectTotal(Math.min(total, mostSelected), total > mostSelected);
  }

  async delete() {
    try {
      await deletePeople(this.ids, null, (ids, people) => {
        if (!people) this.list.select([]);
        this.onDone(ids);
      });
    } catch (problem) {
      message(texts.notDeleted(problem.status ? problem.message : texts.unreachable));
    }
  }

  /** Asks for a field and a value that all of them get. */
  edit() {
    const attribute = "attribute";
    const field = element("select", { id: "edit-field", onchange: () => offer() },
      [...fields, attribute].map((name) => element("option", { value: name }, texts[name])));
    field.value = attribute;
    const name = element("input", { id: "edit-attribute", autocomplete: "off", placeholder: texts.nameHint });
    const names = element("p", {}, element("label", { htmlFor: name.id }, texts.attributeName), name);
    const place = element("p");
    let input;
    const offer = () => {
      const type = field.value === "age" ? "number" : field.value === "birthDate" ? "date" : "text";
      input = element("input", { id: "edit-value", type, autocomplete: "off" });
      names.hidden = field.value !== attribute;
      place.replaceChildren(element("label", { htmlFor: input.id }, texts.newValue), input,
        element("span", { className: "quiet" }, field.value === "name" ? "" : texts.emptyTakesAway));
    };
    offer();
    const { ids } = this;
    openDialog(texts.editMany(ids.length), [
      element("p", {}, element("label", { htmlFor: field.id }, texts.filteredField), field), names, place,
    ], texts.change, async () => {
      if (input.validity.badInput) throw said(texts.notAValue[field.value]);
      const text = input.value;
      const change = {};
      if (field.value === attribute) {
        if (!name.value) throw said(texts.nameNeeded);
        change.attributes = { [name.value]: text === "" ? null : text };
      } else {
        change[field.value] = field.value === "age" && text !== "" ? Number(text)
          : text === "" && field.value !== "surname" && field.value !== "name" ? null : text;
      }
      const { value } = await send("POST", "/api/people/batch", { ids, change });
      message(texts.changedMany(value.done.length, value.missing.length));
      this.onDone(value.done);
    });
  }

  async addToGroup() {
    const { ids } = this;
    let groups = [];
    try {
      groups = (await send("GET", "/api/groups")).value;
    } catch (problem) {
      return message(problem.status ? problem.message : texts.unreachable);
    }
    const group = element("select", { id: "group", onchange: () => { names.hidden = group.value !== ""; } },
      element("option", { value: "" }, texts.newGroup),
      groups.map(({ id, letter, people }) => element("option", { value: id }, `${letter} (${people})`)));
    const name = element("input", { id: "group-name", autocomplete: "off" });
    const names = element("p", {}, element("label", { htmlFor: name.id }, texts.groupName), name);
    openDialog(texts.addManyToGroup(ids.length), [
      element("p", {}, element("label", { htmlFor: group.id }, texts.group), group), names,
    ], texts.addToGroup, async () => {
      if (group.value === "") {
        if (!name.value.trim()) throw said(texts.nameNeeded);
        const { value } = await send("POST", "/api/groups", { letter: name.value, items: ids });
        return message(texts.inGroup(value.letter, ids.length));
      }
      const added = await addToGroup(group.value, ids);
      return message(texts.inGroup(added.letter, added.count));
    });
  }

  /** Merges the people who are selected: two of them, then what both became with the next one, and so on. */
  async merge() {
    let rest = this.ids;
    const read = async (id) => {
      const { value, tag } = await send("GET", `/api/people/${id}`);
      return { person: value, tag };
    };
    const place = element("div");
    const dialog = openDialog(texts.merge, place, "", null, { isWide: true });
    const next = async () => {
      try {
        const [first, second] = await Promise.all([read(rest[0]), read(rest[1])]);
        const pair = new Pair({
          first: first.person, firstTag: first.tag, second: second.person, secondTag: second.tag, matches: [],
        }, true, (person, tag, removed) => {
          message(texts.merged(removed, person.id));
          rest = [person.id, ...rest.slice(2)];
          this.list.select(rest);
          this.onDone([person.id, removed]);
          if (rest.length > 1) next();
          else dialog.close();
        });
        place.replaceChildren(pair.element);
        pair.heading.focus();
      } catch (problem) {
        place.replaceChildren(element("p", { className: "note error" },
          problem.status ? problem.message : texts.unreachable));
      }
    };
    await next();
  }
}

/** Adds people at the end of a group, once each. What others change meanwhile stays. */
export async function addToGroup(id, ids) {
  for (let attempt = 0; ; attempt += 1) {
    const { value, tag } = await send("GET", `/api/groups/${id}`);
    const items = value.items.map((person) => person.id);
    const added = ids.filter((one) => !items.includes(one));
    try {
      const answer = await send("PUT", `/api/groups/${id}`,
        { letter: value.letter, items: [...items, ...added] }, { "If-Match": tag });
      return { letter: value.letter, count: added.length, group: answer.value, tag: answer.tag };
    } catch (problem) {
      if (problem.status !== 412 || attempt === 5) throw problem;
    }
  }
}
