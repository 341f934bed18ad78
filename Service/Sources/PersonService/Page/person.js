// One person: the form, with the small editor of names and its label, and the attributes.
import { ask, send } from "./api.js";
import { attribute, Attributes, differences } from "./attributes.js";
import { History } from "./changes.js";
import { draft, dropDraft, keepDraft, unsaved } from "./drafts.js";
import { element, message } from "./elements.js";
import { askToDelete, offerRestoring } from "./selected.js";
import { canWrite } from "./session.js";
import { texts } from "./texts.js";

const fields = ["name", "surname", "age", "email", "birthDate"];

export class PersonForm {
  /**
   * `onDone` is called with the person who is stored, and whether the person is new; null after a deletion. `onClose`
   * is called when the form is to be closed, with false if there was no such person; `onOpen` with the id of another
   * person who is wanted.
   */
  constructor(panel, { onDone, onClose, onOpen }) {
    this.panel = panel;
    this.opening = 0;
    Object.assign(this, { onDone, onClose, onOpen });
    this.close();
  }

  get isOpen() { return this.form !== null; }

  close() {
    this.opening += 1;
    this.person = null;
    this.form = null;
    this.panel.replaceChildren(
      element("p", { className: "quiet" }, canWrite() ? texts.choose : texts.chooseToSee));
  }

  create() {
    this.opening += 1;
    this.person = null;
    this.tag = null;
    const kept = draft(unsaved);
    this.show(kept?.values ?? {}, kept !== undefined);
    this.form.elements.name.focus();
  }

  /** Opens the person with an id: with what was typed before and not saved, or as the service has it now. */
  async open(id, hasFocus = false, isWanted = () => true) {
    const opening = ++this.opening;
    const kept = canWrite() ? draft(id) : undefined;
    if (kept) {
      this.person = kept.person;
      this.tag = kept.tag;
      this.show(kept.values, true);
      if (hasFocus) this.focus();
      return;
    }
    try {
      const { value, tag } = await send("GET", `/api/people/${encodeURIComponent(id)}`);
      // Somebody else may have been chosen meanwhile, or something typed.
      if (opening !== this.opening || !isWanted()) return;
      this.person = value;
      this.tag = tag;
      this.show(value);
      if (hasFocus) this.focus();
    } catch (problem) {
      if (opening !== this.opening) return;
      this.onClose(false);
      message(problem.message);
    }
  }

  focus() { this.form.elements.name.focus(); }

  /** Opens the person anew after a change elsewhere on the page, unless something has been typed. */
  reopen() {
    if (this.person && !this.isChanged) this.open(this.person.id, false, () => !this.isChanged);
  }

  /** Keeps what has been typed, until it is saved or given up. */
  keep() {
    const id = this.person?.id ?? unsaved;
    if (this.isChanged) keepDraft(id, { person: this.person, tag: this.tag, values: this.values });
    else dropDraft(id);
  }

  /** Gives up what has been typed. */
  discard() {
    dropDraft(this.person?.id ?? unsaved);
    if (this.person) this.open(this.person.id);
    else this.onClose();
  }

  /** Takes over what has changed elsewhere, unless the form has been changed too. */
  refresh(person) {
    if (!this.person || this.person.id !== person.id) return;
    const isSame = fields.every((field) => this.person[field] === person[field])
      && !differences(this.person.attributes, person.attributes).length;
    if (isSame || this.isChanged || this.form.contains(document.activeElement)) return;
    this.open(person.id, false, () => !this.isChanged);
  }

  get values() {
    const elements = this.form.elements;
    return {
      name: elements.name.value, surname: elements.surname.value,
      age: elements.age.value === "" ? null : Number(elements.age.value),
      email: elements.email.value || null, birthDate: elements.birthDate.value || null,
      attributes: this.attributes.values,
    };
  }

  get isChanged() {
    if (!this.form) return false;
    const values = this.values;
    return fields.some((field) => (values[field] ?? "") !== (this.person?.[field] ?? ""))
      || differences(values.attributes, this.person?.attributes).length > 0;
  }

  show(person, isDraft = false) {
    const field = (name, type, more = {}) => {
      const input = element("input", {
        id: `person-${name}`, name, type, value: person[name] ?? "", autocomplete: "off",
        readOnly: !canWrite(), oninput: () => this.showName(), ...more,
      });
      return element("p", {}, element("label", { htmlFor: input.id }, texts[name]), input,
        element("span", { className: "error", id: `${input.id}-error` }));
    };
    const label = element("h2", { "aria-live": "polite" });
    const change = (turn) => () => {
      const input = this.form.elements.name;
      input.value = turn(input.value);
      this.showName();
      this.keep();
    };
    this.label = label;
    this.attributes = new Attributes(person.attributes, canWrite(), () => this.keep());
    this.conflict = element("div", { hidden: true, className: "conflict", role: "alert" });
    const kept = isDraft ? element("div", { className: "note" }, element("p", {}, texts.keptDraft),
      element("button", { type: "button", onclick: () => this.discard() }, texts.discard)) : null;
    this.past = this.person ? new History(this.person.id) : null;
    this.groups = element("p", { className: "groups-of", hidden: true });
    this.form = element("form", {
      noValidate: true, onsubmit: (event) => { event.preventDefault(); this.save(); }, oninput: () => this.keep(),
    },
      label, kept, this.conflict, this.groups,
      field("name", "text"), field("surname", "text"), field("age", "number", { min: 0, inputMode: "numeric" }),
      field("email", "email"), field("birthDate", "date"),
      canWrite() ? element("p", { className: "buttons" },
        element("button", { type: "button", onclick: change((text) => [...new Intl.Segmenter().segment(text)].map((part) => part.segment).reverse().join("")) }, texts.reverse),
        element("button", { type: "button", onclick: change((text) => text.toUpperCase()) }, texts.uppercase)) : null,
      this.attributes.element, this.past?.element,
      element("p", { className: "buttons actions" },
        ...(canWrite() ? [
          element("button", {
            type: "submit", className: "first", "aria-keyshortcuts": "Control+S", title: "Ctrl+S",
          }, this.person ? texts.save : texts.create),
          this.person ? element("button", { type: "button", onclick: () => this.delete() }, texts.delete) : null,
        ] : []),
        element("button", { type: "button", onclick: () => this.cancel() },
          canWrite() ? texts.cancel : texts.close)));
    this.panel.replaceChildren(this.form);
    this.panel.scrollTop = 0;
    this.showName();
    if (this.person) this.showGroups(this.form);
  }

  /** Closes the form, and gives up what has been typed. */
  cancel() {
    dropDraft(this.person?.id ?? unsaved);
    this.onClose();
  }

  /** Shows the groups in which the person is. */
  async showGroups(form) {
    const found = [];
    try {
      await ask({ chain: `groups.where { $0.items.any { $0.id == ${this.person.id} } }.select { ($0.id, $0.letter) }` },
        (line) => { if ("row" in line) found.push(line.row); });
    } catch { /* the person is shown without */ }
    if (this.form !== form || !found.length) return;
    this.groups.hidden = false;
    this.groups.replaceChildren(element("span", { className: "quiet" }, texts.inGroups), " ",
      ...found.map(([id, letter]) => element("a", {
        href: `/groups?group=${id}`, "data-view": "groups", className: "chip",
      }, element("bdi", {}, letter))));
  }

  /** The label follows what is typed. */
  showName() {
    const { name, surname } = this.values;
    this.label.replaceChildren(element("bdi", {}, [name, surname].filter(Boolean).join(" ") || texts.new));
  }

  async save(tag = this.tag) {
    const form = this.form;
    const button = form.querySelector("[type=submit]");
    if (!button || button.disabled) return;
    button.disabled = true;
    try {
      await this.store(form, tag);
    } finally {
      button.disabled = false;
    }
  }

  async store(form, tag) {
    for (const field of fields) this.showError(field, "");
    this.attributes.clearErrors();
    this.conflict.hidden = true;
    if (!this.check()) return this.form.querySelector("[aria-invalid=true]")?.focus();
    try {
      const isNew = !this.person;
      const answer = isNew
        ? await send("POST", "/api/people", this.values)
        : await send("PUT", `/api/people/${this.person.id}`, this.values, tag ? { "If-Match": tag } : {});
      message(isNew ? texts.added : texts.saved);
      dropDraft(isNew ? unsaved : answer.value.id);
      if (this.form !== form) return;
      const isPast = this.past?.element.open;
      const focused = this.form.contains(document.activeElement) ? document.activeElement.id : null;
      this.person = answer.value;
      this.tag = answer.tag;
      this.show(answer.value);
      if (isPast) this.past.element.open = true;
      if (focused) (document.getElementById(focused) ?? this.form.querySelector("[type=submit]")).focus();
      if (isNew) this.onDone(answer.value, true);
    } catch (problem) {
      if (this.form !== form) return message(problem.message);
      if (problem.status === 412) return this.showConflict(problem.tag);
      const errors = problem.document?.errors ?? [];
      for (const error of errors) this.showError(error.field, error.reason);
      const isShown = errors.map((error) => this.attributes.take(error) || fields.includes(error.field));
      if (problem.status === 409) isShown.push(await this.showOwner(form));
      if (!isShown.includes(true)) message(problem.message);
      this.form.querySelector("[aria-invalid=true]")?.focus();
    }
  }

  /** Whether the form can be sent: half a date is not the same as none. */
  check() {
    const wrong = fields.filter((field) => this.form.elements[field].validity.badInput);
    for (const field of wrong) this.showError(field, texts.notAValue[field]);
    return this.attributes.check() && !wrong.length;
  }

  showError(field, reason) {
    const input = this.form.elements[field];
    if (!input) return;
    const error = document.getElementById(`${input.id}-error`);
    error.textContent = reason;
    if (reason) {
      input.setAttribute("aria-invalid", "true");
      input.setAttribute("aria-describedby", error.id);
    } else {
      input.removeAttribute("aria-invalid");
      input.removeAttribute("aria-describedby");
    }
  }

  /** Links to another person who has the address, and returns whether there is one. */
  async showOwner(form) {
    const address = form.elements.email.value;
    if (!address) return false;
    try {
      const { value } = await send("GET", `/api/people?limit=1&email=${encodeURIComponent(address)}`);
      const owner = value.people[0];
      if (this.form !== form || !owner || owner.id === this.person?.id) return false;
      this.showError("email", texts.mustBeUnique);
      document.getElementById("person-email-error").append(" ", element("a", {
        href: `/?person=${owner.id}`,
        onclick: (event) => { event.preventDefault(); this.onOpen(owner.id, true); },
      }, texts.hasAddress([owner.name, owner.surname].filter(Boolean).join(" "))));
      return true;
    } catch {
      return false;
    }
  }

  /** Somebody else was faster: neither change is lost. */
  async showConflict(tag) {
    const { value } = await send("GET", `/api/people/${this.person.id}`);
    const mine = this.values;
    const line = (title, theirs) =>
      element("li", {}, element("bdi", {}, title), ": ", element("bdi", {}, String(theirs ?? "–")));
    this.conflict.replaceChildren(
      element("p", {}, texts.conflict),
      element("ul", {},
        fields.filter((field) => (value[field] ?? "") !== (mine[field] ?? ""))
          .map((field) => line(texts[field], value[field])),
        differences(value.attributes, mine.attributes)
          .map((name) => line(name, attribute(value.attributes, name)))),
      element("p", { className: "buttons" },
        element("button", { type: "button", onclick: () => this.save(tag) }, texts.keepMine),
        element("button", { type: "button", onclick: () => this.discard() }, texts.takeTheirs)));
    this.conflict.hidden = false;
  }

  /** Deletes the person, who can be restored. */
  delete() { askToDelete(1, () => this.remove()); }

  async remove() {
    const { person, tag } = this;
    try {
      await send("DELETE", `/api/people/${person.id}`, undefined, { "If-Match": tag });
    } catch (problem) {
      return message(problem.status === 412 ? texts.changedInstead
        : texts.notDeleted(problem.status ? problem.message : texts.unreachable));
    }
    dropDraft(person.id);
    this.onDone(null);
    offerRestoring([person.id], texts.deleted(`${person.name} ${person.surname}`.trim()),
      (gone, people) => this.onDone(people[0]));
  }
}
