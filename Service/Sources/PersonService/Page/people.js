// People in groups by the first letters of their surnames; the person that is chosen.
import { follow, literal, localized } from "./api.js";
import { Columns } from "./columns.js";
import { element } from "./elements.js";
import { marked, words } from "./marks.js";
import { PersonForm } from "./person.js";
import { canWrite } from "./session.js";
import { texts } from "./texts.js";

const step = 200;
// The order of a language reads everybody. A store of more people has that of Unicode.
const mostLocalized = 100000;

/** Shows the view, and returns a function that ends it. */
export function showPeople(main) {
  const parameters = new URLSearchParams(location.search);
  const state = {
    letter: parameters.get("letter"), search: parameters.get("search") ?? "",
    person: parameters.get("person"), count: step,
  };
  let endList = () => {};
  let followed = null;
  let shown = [];
  let total = null;

  const letters = element("ul");
  const search = element("input", {
    type: "search", value: state.search, "aria-label": texts.search, placeholder: texts.search,
    oninput: typed,
  });
  const rows = element("div", { className: "rows", onscroll: more });
  const status = element("p", { className: "quiet empty", role: "status" });
  const panel = element("section", { className: "person", "aria-label": texts.person });
  const columns = new Columns(() => shown, () => {
    showRows(shown, new Set());
    // A search looks in the attributes that are shown.
    if (state.search.trim()) changed();
  });
  const form = new PersonForm(panel, (person) => choose(person?.id ?? null));
  main.append(element("div", { className: "people" },
    element("nav", { className: "letters", "aria-label": texts.letters }, letters),
    element("section", { className: "list", "aria-label": texts.people },
      element("div", { className: "search" }, search, columns.button,
        canWrite() ? element("button", { type: "button", onclick: create }, texts.new) : null),
      columns.choice, status, rows),
    panel));

  const endLetters = follow(
    `groupBy { $0.surname.prefix(1) }.select { ($0.key, $0.count) }.sort { ${localized("$0.0")} }`,
    (groups) => showLetters(groups), offline);

  function chain() {
    let text = "people";
    if (state.letter !== null) text += `.where { $0.surname.prefix(1) == ${literal(state.letter)} }`;
    // The best come first, and equally good ones by their names.
    if (state.search.trim()) return `${text}.search(${literal(state.search)}${columns.searched}).take(${state.count})`;
    const order = total !== null && total <= mostLocalized ? localized : (name) => name;
    return `${text}.sort { ${order("$0.surname")} }.thenBy { ${order("$0.name")} }.take(${state.count})`;
  }

  function offline(problem) {
    status.textContent = problem ? problem.title : texts.offline;
    status.hidden = false;
  }

  // The search waits for a pause, and what was asked before is not needed any more.
  let typing;
  function typed() {
    state.search = search.value;
    state.count = step;
    endList();
    endList = () => {};
    followed = null;
    clearTimeout(typing);
    typing = setTimeout(changed, 150);
  }

  function changed() {
    const parameters = new URLSearchParams();
    if (state.letter !== null) parameters.set("letter", state.letter);
    if (state.search) parameters.set("search", state.search);
    if (state.person) parameters.set("person", state.person);
    const query = parameters.toString();
    history.replaceState(null, "", query ? `/?${query}` : "/");
    if (followed === chain()) return;
    followed = chain();
    endList();
    endList = follow(followed, showRows, offline);
  }

  function showLetters(groups) {
    const focused = document.activeElement?.dataset?.letter;
    const isFirst = total === null;
    total = groups.reduce((sum, [, count]) => sum + count, 0);
    if (isFirst) start();
    const item = (letter, label, count) => element("li", {},
      element("button", {
        type: "button", "aria-pressed": String(state.letter === letter), "data-letter": letter ?? "*",
        onclick: () => { state.letter = letter; state.count = step; changed(); showLetters(groups); },
      }, element("span", {}, label), " ",
      element("span", { className: "number" }, count.toLocaleString("en"))));
    letters.replaceChildren(item(null, texts.all, total),
      ...groups.map(([letter, count]) => item(letter, letter || "–", count)));
    if (focused) letters.querySelector(`[data-letter="${CSS.escape(focused)}"]`)?.focus();
  }

  function showRows(people, changes) {
    shown = people;
    status.replaceChildren(...(people.length ? [] : nobody()));
    status.hidden = people.length > 0;
    const focused = rows.contains(document.activeElement) ? document.activeElement.dataset.id : null;
    columns.setWidths(rows);
    rows.replaceChildren(...(people.length ? [columns.head()] : []),
      element("ul", {}, people.map((person, place) => row(person, changes.has(place)))));
    if (focused) rows.querySelector(`[data-id="${focused}"]`)?.focus();
    const chosen = people.find((person) => String(person.id) === state.person);
    if (chosen) form.refresh(chosen);
  }

  /** Says that nobody is here, and what to do. */
  function nobody() {
    if (state.search || state.letter !== null) return [texts.noneFound];
    if (!canWrite()) return [texts.none];
    return [`${texts.none} ${texts.first} `,
      element("a", { href: "/import", "data-view": "import" }, texts.firstImport), "."];
  }

  function row(person, isChanged) {
    const isChosen = String(person.id) === state.person;
    const name = [person.surname, person.name].filter(Boolean).join(", ");
    const found = words(state.search);
    return element("li", { className: isChanged ? "changed" : "" },
      element("button", {
        type: "button", "data-id": person.id, "aria-current": isChosen ? "true" : null,
        onclick: () => choose(person.id),
      },
      element("bdi", {}, marked(name, found)),
      columns.cells(person, found)));
  }

  function choose(id) {
    state.person = id === null ? null : String(id);
    for (const button of rows.querySelectorAll("button")) {
      if (button.dataset.id === state.person) button.setAttribute("aria-current", "true");
      else button.removeAttribute("aria-current");
    }
    const parameters = new URLSearchParams(location.search);
    if (state.person) parameters.set("person", state.person); else parameters.delete("person");
    history.replaceState(null, "", `/?${parameters}`.replace(/\?$/, ""));
    if (id !== null) form.open(id);
  }

  function create() {
    choose(null);
    form.create();
  }

  // More people follow when the end comes near.
  function more() {
    const isNearEnd = rows.scrollTop + rows.clientHeight * 3 > rows.scrollHeight;
    if (!isNearEnd || shown.length < state.count) return;
    state.count += step * 2;
    changed();
  }

  // The letters tell how many people there are. In a large store the list does not wait for them.
  const waiting = setTimeout(start, 300);

  function start() {
    clearTimeout(waiting);
    changed();
  }

  if (state.person) form.open(state.person); else form.close();
  return () => { clearTimeout(waiting); clearTimeout(typing); endLetters(); endList(); };
}
