// The rows of the list of people: one tab stop, with a box to select each.
import { draft } from "./drafts.js";
import { element } from "./elements.js";
import { marked } from "./marks.js";
import { Roving } from "./roving.js";
import { texts } from "./texts.js";

export const listName = (person) => [person.surname, person.name].filter(Boolean).join(", ");

/** The first letters of a name, as a contacts program shows them. */
function initials(person) {
  const first = (text) => [...new Intl.Segmenter().segment(text ?? "")][0]?.segment ?? "";
  return (first(person.name) + first(person.surname)).toUpperCase();
}

export class PeopleList {
  /**
   * `onOpen` gets a person who is chosen, and whether by keyboard; `onSelect` is called when others are selected;
   * `onSort` gets the column whose title was pressed; `onLeave` is called at the upper end.
   */
  constructor(columns, { canSelect, onOpen, onSelect, onSort, onLeave, onScroll }) {
    Object.assign(this, { columns, canSelect, onOpen, onSelect, onSort });
    /** The ids of those who are selected. */
    this.selected = new Set();
    this.people = [];
    this.chosen = null;
    /** The place from which Shift selects. */
    this.anchor = null;
    this.heads = element("div");
    this.list = element("ul", { "aria-describedby": "list-keys" });
    this.element = element("div", { className: canSelect ? "rows selectable" : "rows", onscroll: onScroll },
      this.heads, this.list,
      element("p", { id: "list-keys", className: "unseen" }, canSelect ? texts.listKeys : texts.listKeysToRead));
    this.list.addEventListener("click", (event) => this.clicked(event));
    this.roving = new Roving(this.list, "li > button", {
      onMove: (event, item, from) => {
        if (event.shiftKey && canSelect) this.extend(from, item);
      },
      onKey: (event, item, place) => {
        if (event.key === "ArrowUp" && place === 0 && !event.shiftKey) {
          onLeave();
          return true;
        }
        if (event.key === "Escape" && this.selected.size) {
          this.select([]);
          return true;
        }
        if (!canSelect) return false;
        if (event.key === " ") {
          this.turn(item.dataset.id);
          return true;
        }
        if (event.key.toLowerCase() === "a" && (event.ctrlKey || event.metaKey)) {
          this.select(this.people.map((person) => person.id));
          return true;
        }
        return false;
      },
    });
  }

  /** Shows people. `changes` are the places of those who have changed, `found` the words that are marked. */
  show(people, changes, found, sort) {
    this.people = people;
    const focused = this.list.contains(document.activeElement) ? document.activeElement.dataset.id : null;
    this.columns.setWidths(this.element);
    this.showHeads(sort);
    this.list.replaceChildren(...people.map((person, place) => this.row(person, changes.has(place), found)));
    this.roving.update();
    if (focused) this.button(focused)?.focus();
  }

  showHeads(sort) {
    const focused = this.heads.contains(document.activeElement) ? document.activeElement.dataset.sort : null;
    this.heads.replaceChildren(...(this.people.length ? [this.columns.head(sort, this.onSort,
      this.canSelect ? this.everybody() : null)] : []));
    if (focused) this.heads.querySelector(`[data-sort="${CSS.escape(focused)}"]`)?.focus();
  }

  /** The box that selects everybody in the list. */
  everybody() {
    this.all = element("input", {
      type: "checkbox", "aria-label": texts.selectAll,
      onchange: () => this.select(this.all.checked ? this.people.map((person) => person.id) : []),
    });
    this.showAll();
    return this.all;
  }

  showAll() {
    if (!this.all) return;
    const count = this.people.filter((person) => this.selected.has(person.id)).length;
    this.all.checked = count > 0 && count === this.people.length;
    this.all.indeterminate = count > 0 && count < this.people.length;
  }

  row(person, isChanged, found) {
    const isChosen = String(person.id) === this.chosen;
    const isSelected = this.selected.has(person.id);
    const name = listName(person);
    const box = this.canSelect ? element("input", {
      type: "checkbox", tabIndex: -1, checked: isSelected, "data-box": person.id,
      "aria-label": texts.select(name || texts.noName),
    }) : null;
    const classes = [isChanged ? "changed" : "", isSelected ? "selected" : ""].filter(Boolean).join(" ");
    return element("li", { className: classes }, box, element("button", {
      type: "button", "data-id": String(person.id), "aria-current": isChosen ? "true" : null, tabIndex: -1,
    },
    element("span", { className: "avatar", "aria-hidden": "true" }, initials(person)),
    element("bdi", {}, marked(name || texts.noName, found)),
    draft(person.id) ? element("span", { className: "draft" }, texts.isDraft) : null,
    this.columns.cells(person, found)));
  }

  button(id) { return this.list.querySelector(`button[data-id="${CSS.escape(String(id))}"]`); }

  clicked(event) {
    const box = event.target.closest("[data-box]");
    const id = box?.dataset.box ?? event.target.closest("li > button")?.dataset.id;
    if (id === undefined) return;
    if (event.shiftKey && this.canSelect && this.anchor !== null) {
      return this.extend(this.button(this.anchor), this.button(id));
    }
    if (box || ((event.ctrlKey || event.metaKey) && this.canSelect)) return this.turn(id);
    this.onOpen(Number(id), event.detail === 0);
  }

  /** Selects a person, or takes the person out of those who are selected. */
  turn(id) {
    const number = Number(id);
    if (!this.selected.delete(number)) this.selected.add(number);
    this.anchor = id;
    this.selectionChanged();
  }

  /** Selects those from one row to another. */
  extend(from, to) {
    const all = this.roving.all;
    const places = [all.indexOf(from), all.indexOf(to)].sort((one, two) => one - two);
    for (const button of all.slice(Math.max(0, places[0]), places[1] + 1)) {
      this.selected.add(Number(button.dataset.id));
    }
    this.anchor ??= from?.dataset.id ?? null;
    this.selectionChanged();
  }

  select(ids) {
    this.selected = new Set(ids);
    this.selectionChanged();
  }

  selectionChanged() {
    for (const row of this.list.children) {
      const box = row.querySelector("[data-box]");
      const isSelected = this.selected.has(Number(box.dataset.box));
      box.checked = isSelected;
      row.classList.toggle("selected", isSelected);
    }
    this.showAll();
    this.onSelect();
  }

  /** Marks who is open. */
  choose(id) {
    this.chosen = id === null ? null : String(id);
    for (const button of this.roving.all) {
      if (button.dataset.id === this.chosen) button.setAttribute("aria-current", "true");
      else button.removeAttribute("aria-current");
    }
    if (this.chosen && this.button(this.chosen)) this.roving.mark(this.chosen);
  }

  /** Marks whose form has something that is not saved. */
  showDrafts() {
    for (const button of this.roving.all) {
      const mark = button.querySelector(".draft");
      const isDraft = draft(button.dataset.id) !== undefined;
      if (isDraft && !mark) {
        button.querySelector("bdi").after(element("span", { className: "draft" }, texts.isDraft));
      } else if (!isDraft) {
        mark?.remove();
      }
    }
  }

  /** Scrolls to a person. Returns whether the person is there. */
  scrollTo(id) {
    const button = this.button(id);
    button?.scrollIntoView({ block: "center" });
    return Boolean(button);
  }
}
