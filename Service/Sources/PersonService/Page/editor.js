// The editor of a chain: it proposes names, and underlines mistakes.
import { send } from "./api.js";
import { element } from "./elements.js";
import { texts } from "./texts.js";

const proposalDelay = 80;
const mistakeDelay = 400;

export class Editor {
  /** `onRun` is called for Ctrl+Enter. */
  constructor(text, onRun) {
    this.onRun = onRun;
    this.area = element("textarea", {
      id: "chain", spellcheck: false, value: text, autocapitalize: "off", autocomplete: "off",
      "aria-autocomplete": "list", "aria-haspopup": "listbox", "aria-controls": "proposals",
      "aria-describedby": "mistake",
      oninput: (event) => this.typed(event), onkeydown: (event) => this.pressed(event),
      onscroll: () => this.scrolled(), onclick: () => this.close(), onblur: () => this.close(),
    });
    // The same text in the same place, which nobody sees, carries the wavy line.
    this.mirror = element("div", { className: "mirror", "aria-hidden": "true" });
    this.list = element("ul", {
      id: "proposals", role: "listbox", "aria-label": texts.suggestions, hidden: true,
    });
    this.number = element("span", { className: "unseen", role: "status" });
    this.status = element("p", { className: "error", id: "mistake", role: "status" });
    this.alert = element("div", { role: "alert" });
    this.element = element("div", {},
      element("label", { htmlFor: "chain" }, texts.chain),
      element("div", { className: "editor" }, this.mirror, this.area, this.list, this.number),
      element("div", { className: "mistake" }, this.status, this.alert));
    this.names = [];
    this.chosen = 0;
    this.asked = 0;
    this.mark(null);
  }

  get text() { return this.area.value; }

  set text(text) {
    this.area.value = text;
    this.clear();
  }

  /** Ends what is under way. */
  end() {
    clearTimeout(this.proposalTimer);
    clearTimeout(this.mistakeTimer);
    this.asked += 1;
  }

  // Mistakes

  /** Forgets the mistake that is shown. */
  clear() {
    this.end();
    this.close();
    this.mark(null);
    this.status.textContent = "";
    this.alert.replaceChildren();
  }

  /** Shows a problem of a run, with its place. */
  fail(document, text) {
    this.clear();
    this.mark(document.place);
    this.alert.replaceChildren(
      element("p", { className: "error" }, text),
      document.place ? element("pre", {}, document.place.caret) : null);
  }

  /** Looks for a mistake in what is typed, and says it softly. */
  async check() {
    const { text } = this;
    if (!text.trim() || !this.list.hidden) return;
    try {
      await send("POST", "/api/query/explain", { chain: text });
    } catch (problem) {
      const isPlaced = problem.status === 400 && problem.document.place;
      if (!isPlaced || text !== this.text || !this.list.hidden) return;
      this.mark(problem.document.place);
      this.status.textContent = problem.message;
    }
  }

  /** Underlines a place of the text. */
  mark(place) {
    const { text } = this;
    const [start, end] = place ? range(text, place) : [text.length, text.length];
    this.mirror.replaceChildren(text.slice(0, start), element("span", {}, text.slice(start, end)),
      // The last line has a height even if it is empty.
      `${text.slice(end)}\u200b`);
    this.scrolled();
  }

  scrolled() {
    this.mirror.scrollTop = this.area.scrollTop;
    if (!this.list.hidden) this.place();
  }

  // What is typed

  typed(event) {
    this.end();
    this.mark(null);
    this.status.textContent = "";
    this.alert.replaceChildren();
    this.checkLater();
    const isName = /^[\p{L}.]$/u.test(event.data ?? "");
    const isShorter = event.inputType === "deleteContentBackward" && !this.list.hidden;
    if (isName || isShorter) this.proposalTimer = setTimeout(() => this.propose(), proposalDelay);
    else this.close();
  }

  checkLater() {
    clearTimeout(this.mistakeTimer);
    this.mistakeTimer = setTimeout(() => this.check(), mistakeDelay);
  }

  pressed(event) {
    if (event.isComposing) return;
    const isCommand = event.ctrlKey || event.metaKey;
    if (event.key === "Enter" && isCommand) {
      event.preventDefault();
      this.onRun();
    } else if (event.key === " " && event.ctrlKey) {
      event.preventDefault();
      this.propose();
    } else if (!this.list.hidden && !isCommand && !event.altKey) {
      const last = this.names.length - 1;
      const { chosen } = this;
      const moves = {
        ArrowDown: () => this.choose(chosen < last ? chosen + 1 : 0),
        ArrowUp: () => this.choose(chosen > 0 ? chosen - 1 : last),
        PageDown: () => this.choose(Math.min(last, chosen + 8)),
        PageUp: () => this.choose(Math.max(0, chosen - 8)),
        Enter: () => this.accept(this.names[chosen]),
        Tab: () => this.accept(this.names[chosen]),
        Escape: () => { this.close(); this.checkLater(); },
      };
      if (moves[event.key] && !event.shiftKey) {
        event.preventDefault();
        moves[event.key]();
      } else if (/^(Arrow|Home|End)/.test(event.key)) this.close();
    }
  }

  // Proposals

  /** Asks what can stand at the caret. The newest answer wins. */
  async propose() {
    clearTimeout(this.proposalTimer);
    const asked = ++this.asked;
    const { text } = this;
    const position = this.area.selectionStart;
    let found = null;
    try {
      const body = { chain: text, position: characters(text.slice(0, position)).length };
      found = (await send("POST", "/api/query/complete", body)).value;
    } catch { /* nothing is proposed */ }
    const isNewest = asked === this.asked && text === this.text && position === this.area.selectionStart;
    if (!isNewest || document.activeElement !== this.area) return;
    if (found) this.show(found);
    else this.close();
  }

  show({ start, end, names }) {
    this.range = [offset(this.text, start), offset(this.text, end)];
    const begun = this.text.slice(...this.range);
    // A name that is there already needs no proposal.
    const isComplete = names.length === 1 && names[0].name === begun && !names[0].usage;
    if (!names.length || isComplete) return this.close();
    this.names = names;
    this.list.replaceChildren(...names.map((name, place) => element("li", {
      role: "option", id: `proposal-${place}`,
      // The editor keeps the focus.
      onmousedown: (event) => { event.preventDefault(); this.accept(name); },
    }, element("code", {}, name.name),
    name.usage ? element("code", { className: "quiet" }, name.usage) : null)));
    this.list.hidden = false;
    this.number.textContent = texts.suggested(names.length);
    this.place();
    this.choose(0);
  }

  choose(place) {
    this.list.children[this.chosen]?.removeAttribute("aria-selected");
    this.chosen = place;
    const option = this.list.children[place];
    option.setAttribute("aria-selected", "true");
    option.scrollIntoView({ block: "nearest" });
    this.area.setAttribute("aria-activedescendant", option.id);
  }

  close() {
    this.list.hidden = true;
    this.number.textContent = "";
    this.area.removeAttribute("aria-activedescendant");
  }

  /** Puts the list under the line of the caret. */
  place() {
    const box = this.area.getBoundingClientRect();
    const caret = this.caret(this.range[0]);
    this.list.style.top = `${Math.max(0, Math.min(box.height, caret.bottom - box.top + 4))}px`;
    const most = box.width - this.list.offsetWidth;
    this.list.style.left = `${Math.max(0, Math.min(most, caret.left - box.left - 8))}px`;
  }

  /** Returns where a character is on the screen: the mirror has it in the same place. */
  caret(position) {
    const place = document.createRange();
    let rest = position;
    const walker = document.createTreeWalker(this.mirror, NodeFilter.SHOW_TEXT);
    let node = walker.nextNode();
    while (rest >= node.length) {
      rest -= node.length;
      node = walker.nextNode();
    }
    place.setStart(node, rest);
    place.setEnd(node, rest + 1);
    return place.getBoundingClientRect();
  }

  /** Writes a name in the place of its beginning, with what its usage has after it. */
  accept({ name, usage }) {
    const [start, end] = this.range;
    const [before, after] = isFollowed(this.text.slice(end)) ? [name, ""] : insertion(name, usage);
    this.area.setSelectionRange(start, end);
    // The only way to write that can be undone.
    if (!document.execCommand("insertText", false, before + after)) {
      this.area.setRangeText(before + after, start, end, "end");
      this.mark(null);
    }
    const caret = start + before.length;
    this.area.setSelectionRange(caret, caret);
    this.close();
    if (before.endsWith(".")) this.propose();
  }
}

/** Whether a name has its arguments already. */
const isFollowed = (rest) => /^\s*[({]/.test(rest);

/** Returns what is written for a name, before and after the caret. */
function insertion(name, usage) {
  const rest = usage?.startsWith(name) ? usage.slice(name.length) : "";
  if (rest.startsWith("()")) return [`${name}()`, ""];
  if (rest.startsWith("(")) return [`${name}(`, ")"];
  if (rest.includes("{")) return [`${name} { $0.`, " }"];
  return [name, ""];
}

// The service counts characters as people see them, JavaScript units of 16 bits.
const characters = (text) => [...new Intl.Segmenter().segment(text)];
const offset = (text, number) => characters(text)[number]?.index ?? text.length;

/** Returns the start and the end of a place; the carets have its length. */
function range(text, { line, column, caret }) {
  const lines = text.split("\n");
  const above = lines.slice(0, line - 1).reduce((sum, line) => sum + line.length + 1, 0);
  const own = lines[line - 1] ?? "";
  const length = caret.split("\n")[1]?.trim().length ?? 1;
  const start = offset(own, column - 1);
  const end = offset(own, column - 1 + length);
  // A mistake at the end is shown at the last character.
  return start < end ? [above + start, above + end] : [Math.max(0, above + start - 1), above + start];
}
