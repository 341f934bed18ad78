// One group: its name, and its people, who are ordered, added and taken out.
import { send } from "./api.js";
import { element, message } from "./elements.js";
import { listName } from "./list.js";
import { Reorder } from "./reorder.js";
import { Roving } from "./roving.js";
import { addToGroup } from "./selected.js";
import { canWrite } from "./session.js";
import { texts } from "./texts.js";

export class GroupPanel {
  /** `onChange` gets the group after a change, `onDeleted` the one that is gone. */
  constructor(panel, { onChange, onDeleted }) {
    Object.assign(this, { panel, onChange, onDeleted });
    this.opening = 0;
    this.saving = Promise.resolve();
  }

  end() { clearTimeout(this.typing); this.opening += 1; }

  close() {
    this.opening += 1;
    this.group = null;
    this.panel.replaceChildren(element("p", { className: "quiet" }, texts.chooseGroup));
  }

  async open(id) {
    const opening = ++this.opening;
    try {
      const { value, tag } = await send("GET", `/api/groups/${encodeURIComponent(id)}`);
      if (opening !== this.opening) return;
      this.group = value;
      this.tag = tag;
      this.show();
    } catch (problem) {
      if (opening !== this.opening) return;
      this.close();
      message(problem.status ? problem.message : texts.unreachable);
    }
  }

  show() {
    const { letter } = this.group;
    this.name = element("input", {
      id: "group-title", value: letter, autocomplete: "off", readOnly: !canWrite(), onchange: () => this.rename(),
    });
    this.number = element("p", { className: "quiet", role: "status" });
    this.members = element("ol", {
      className: "members", "aria-label": texts.members, "aria-describedby": "member-keys",
    });
    this.said = element("p", { className: "unseen", role: "status", "aria-live": "assertive" });
    this.panel.replaceChildren(
      element("form", { className: "group-head", noValidate: true,
        onsubmit: (event) => { event.preventDefault(); this.rename(); } },
      element("p", {}, element("label", { htmlFor: "group-title" }, texts.groupName), this.name,
        element("span", { className: "error", id: "group-title-error" })),
      canWrite() ? element("button", { type: "button", onclick: () => this.delete() }, texts.deleteGroup) : null),
      canWrite() ? this.adder() : "", this.number, this.members,
      element("p", { className: "unseen", id: "member-keys" }, canWrite() ? texts.memberKeys : texts.memberKeysToRead),
      this.said);
    if (canWrite()) {
      this.order = new Reorder(this.members, ".handle", (from, to, row) => this.move(from, to, row));
    }
    this.stops = new Roving(this.members, "a", {
      onKey: (event, item, place) => this.key(event, item.closest("li"), place),
    });
    this.showMembers();
  }

  showMembers() {
    const { items } = this.group;
    this.number.textContent = items.length ? texts.peopleFound(items.length) : texts.nobodyInGroup;
    this.members.replaceChildren(...items.map((person, place) => this.row(person, place)));
    this.stops.update();
  }

  row(person, place) {
    const name = listName(person) || texts.noName;
    const row = element("li", {},
      canWrite() ? element("span", { className: "handle", "aria-hidden": "true", title: texts.drag }, "⠿") : null,
      element("a", { href: `/?person=${person.id}`, "data-view": "people", "data-id": `${place}-${person.id}` },
        element("bdi", {}, name)),
      element("span", { className: "quiet" }, element("bdi", {}, person.email ?? "")),
      canWrite() ? element("button", {
        type: "button", tabIndex: -1, "aria-label": texts.takeOut(name), title: texts.takeOut(name),
        onclick: () => this.remove(row),
      }, "×") : null);
    row.person = person;
    return row;
  }

  key(event, row) {
    if (!canWrite()) return false;
    const step = { ArrowUp: -1, ArrowDown: 1, Home: -Infinity, End: Infinity }[event.key];
    if (event.altKey && step !== undefined) {
      this.order.moveBy(row, step);
      return true;
    }
    if (event.key === "Delete") {
      this.remove(row);
      return true;
    }
    return false;
  }

  get rows() { return [...this.members.children]; }

  move(from, to, row) {
    this.said.textContent = texts.movedTo(listName(row.person), to + 1, this.members.children.length);
    this.stops.update();
    this.save({ items: this.rows.map((one) => one.person) });
  }

  remove(row) {
    const follower = row.nextElementSibling ?? row.previousElementSibling;
    row.remove();
    this.said.textContent = texts.takenOut(listName(row.person));
    this.stops.focus(follower?.querySelector("a"));
    if (!follower) this.search?.focus();
    this.save({ items: this.rows.map((one) => one.person) });
  }

  async rename() {
    const error = document.getElementById("group-title-error");
    const letter = this.name.value;
    if (letter === this.group.letter) return;
    if (!letter.trim()) {
      error.textContent = texts.nameNeeded;
      this.name.setAttribute("aria-invalid", "true");
      return;
    }
    error.textContent = "";
    this.name.removeAttribute("aria-invalid");
    if (await this.save({ letter })) message(texts.saved);
  }

  /** Saves a change, after those before. Somebody else's is not overwritten. */
  save(change) {
    const { group } = this;
    Object.assign(group, change);
    this.number.textContent = group.items.length ? texts.peopleFound(group.items.length) : texts.nobodyInGroup;
    this.onChange(group);
    const work = async () => {
      if (this.group !== group) return false;
      try {
        const { value, tag } = await send("PUT", `/api/groups/${group.id}`,
          { letter: group.letter, items: group.items.map((person) => person.id) }, { "If-Match": this.tag });
        this.tag = tag;
        return this.onChange({ ...value, items: group.items }) ?? true;
      } catch (problem) {
        message(problem.status === 412 ? texts.groupChanged : problem.status === 409 ? texts.groupTwice
          : problem.status ? problem.message : texts.unreachable);
        await this.open(group.id);
        if (this.group) this.onChange(this.group);
        return false;
      }
    };
    this.saving = this.saving.then(work);
    return this.saving;
  }

  async delete() {
    const { group } = this;
    try {
      await this.saving;
      await send("DELETE", `/api/groups/${group.id}`, undefined, { "If-Match": this.tag });
      this.close();
      this.onDeleted(group);
    } catch (problem) {
      message(problem.status === 412 ? texts.groupChanged : problem.status ? problem.message : texts.unreachable);
      if (problem.status === 412) this.open(group.id);
    }
  }

  /** A search for people who are added. */
  adder() {
    const found = element("ul", { className: "found", "aria-label": texts.foundPeople });
    const stops = new Roving(found, "button");
    this.search = element("input", {
      type: "search", "aria-label": texts.addPeople, placeholder: texts.addPeople, autocomplete: "off",
      oninput: () => {
        clearTimeout(this.typing);
        this.typing = setTimeout(look, 150);
      },
      onkeydown: (event) => {
        if (event.key === "ArrowDown" && stops.enter()) event.preventDefault();
        if (event.key === "Enter") {
          event.preventDefault();
          found.querySelector("button")?.click();
        }
      },
    });
    let asked = 0;
    const look = async () => {
      const text = this.search.value.trim();
      const asking = ++asked;
      if (!text) return found.replaceChildren();
      try {
        const { value } = await send("GET", `/api/people?limit=8&sort=best&search=${encodeURIComponent(text)}`);
        if (asking !== asked) return;
        found.replaceChildren(...value.people.map((person) => element("li", {}, element("button", {
          type: "button", "data-id": String(person.id), onclick: () => add(person),
        }, element("bdi", {}, listName(person) || texts.noName), " ",
        element("span", { className: "quiet" }, element("bdi", {}, person.email ?? ""))))));
        stops.update();
        if (!value.people.length) found.append(element("li", { className: "quiet" }, texts.noneFound));
      } catch (problem) {
        message(problem.status ? problem.message : texts.unreachable);
      }
    };
    const add = async (person) => {
      const { id } = this.group;
      if (this.group.items.some((one) => one.id === person.id)) return message(texts.isInGroup(listName(person)));
      try {
        await this.saving;
        const { group, tag } = await addToGroup(id, [person.id]);
        if (this.group?.id !== id) return;
        this.group = group;
        this.tag = tag;
        this.showMembers();
        this.onChange(group);
        this.said.textContent = texts.inGroup(group.letter, 1);
        this.search.value = "";
        found.replaceChildren();
        this.search.focus();
        this.members.lastElementChild?.scrollIntoView({ block: "nearest" });
      } catch (problem) {
        message(problem.status ? problem.message : texts.unreachable);
      }
    };
    return element("div", { className: "adder", role: "search", "aria-label": texts.addPeople }, this.search, found);
  }
}
