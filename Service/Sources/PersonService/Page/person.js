// One person: the form, with the small editor of names and its label, and the attributes.
import { send } from "./api.js";
import { attribute, Attributes, differences } from "./attributes.js";
import { element, message } from "./elements.js";
import { canWrite } from "./session.js";
import { texts } from "./texts.js";

const fields = ["name", "surname", "age", "email", "birthDate"];

export class PersonForm {
  /** `onDone` is called with the person that is open after a change; null after it is closed. */
  constructor(panel, onDone) {
    this.panel = panel;
    this.opening = 0;
    this.onDone = onDone;
    this.close();
  }

  get isOpen() { return this.form !== null; }

  close() {
    this.person = null;
    this.form = null;
    this.panel.replaceChildren(
      element("p", { className: "quiet" }, canWrite() ? texts.choose : texts.chooseToSee));
  }

  create() {
    this.person = null;
    this.tag = null;
    this.show({});
    this.form.elements.name.focus();
  }

  /** Opens the person with an id, as the service has it now. */
  async open(id, isWanted = () => true) {
    const opening = ++this.opening;
    try {
      const { value, tag } = await send("GET", `/api/people/${encodeURIComponent(id)}`);
      // Somebody else may have been chosen meanwhile, or something typed.
      if (opening !== this.opening || !isWanted()) return;
      this.person = value;
      this.tag = tag;
      this.show(value);
    } catch (problem) {
      if (opening !== this.opening) return;
      this.close();
      message(problem.message);
    }
  }

  /** Takes over what has changed elsewhere, unless the form has been changed too. */
  refresh(person) {
    if (!this.person || this.person.id !== person.id) return;
    const isSame = fields.every((field) => this.person[field] === person[field])
      && !differences(this.person.attributes, person.attributes).length;
    if (isSame || this.isChanged || this.form.contains(document.activeElement)) return;
    this.open(person.id, () => !this.isChanged);
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

  show(person) {
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
    };
    this.label = label;
    this.attributes = new Attributes(person.attributes, canWrite());
    this.conflict = element("div", { hidden: true, className: "conflict", role: "alert" });
    this.form = element("form", { noValidate: true, onsubmit: (event) => { event.preventDefault(); this.save(); } },
      label, this.conflict,
      field("name", "text"), field("surname", "text"), field("age", "number", { min: 0, inputMode: "numeric" }),
      field("email", "email"), field("birthDate", "date"),
      canWrite() ? element("p", { className: "buttons" },
        element("button", { type: "button", onclick: change((text) => [...new Intl.Segmenter().segment(text)].map((part) => part.segment).reverse().join("")) }, texts.reverse),
        element("button", { type: "button", onclick: change((text) => text.toUpperCase()) }, texts.uppercase)) : null,
      this.attributes.element,
      element("p", { className: "buttons" },
        ...(canWrite() ? [
          element("button", { type: "submit", className: "first" }, this.person ? texts.save : texts.create),
          this.person ? element("button", { type: "button", onclick: () => this.delete() }, texts.delete) : null,
        ] : []),
        element("button", { type: "button", onclick: () => { this.close(); this.onDone(null); } },
          canWrite() ? texts.cancel : texts.close)));
    this.panel.replaceChildren(this.form);
    this.showName();
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
      if (this.form !== form) return;
      this.person = answer.value;
      this.tag = answer.tag;
      this.show(answer.value);
      if (isNew) this.onDone(answer.value);
    } catch (problem) {
      if (this.form !== form) return message(problem.message);
      if (problem.status === 412) return this.showConflict(problem.tag);
      const errors = problem.document?.errors ?? [];
      for (const error of errors) this.showError(error.field, error.reason);
      const isShown = errors.map((error) => this.attributes.take(error) || fields.includes(error.field));
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
        element("button", { type: "button", onclick: () => this.open(this.person.id) }, texts.takeTheirs)));
    this.conflict.hidden = false;
  }

  /** Deletes the person a little later, so that it can be undone. */
  delete() {
    const { person, tag } = this;
    const remove = (options) =>
      send("DELETE", `/api/people/${person.id}`, undefined, { "If-Match": tag }, options);
    let isOver = false;
    const end = async () => {
      if (isOver) return;
      isOver = true;
      removeEventListener("pagehide", leave);
      try {
        await remove();
      } catch (problem) {
        message(problem.status === 412 ? texts.changedInstead
          : texts.notDeleted(problem.status ? problem.message : texts.unreachable));
      }
    };
    const leave = () => { if (!isOver) remove({ keepalive: true }).catch(() => {}); };
    addEventListener("pagehide", leave);
    const timer = setTimeout(end, 6000);
    this.close();
    this.onDone(null);
    message(texts.deleted(`${person.name} ${person.surname}`.trim()), {
      title: texts.undo,
      run: () => { isOver = true; clearTimeout(timer); removeEventListener("pagehide", leave); this.onDone(person); },
    });
  }
}
