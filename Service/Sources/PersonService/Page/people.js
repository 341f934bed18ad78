// People: the search, the letters, the list, and the person who is open. The address has the state.
import { ask, language, literal, localized } from "./api.js";
import { Columns } from "./columns.js";
import { draft, drafts, unsaved, watchDrafts } from "./drafts.js";
import { element } from "./elements.js";
import { ExportMenu } from "./export.js";
import { Filters } from "./filters.js";
import { follow } from "./follow.js";
import { count } from "./formats.js";
import { PeopleList } from "./list.js";
import { words } from "./marks.js";
import { order, sortedBy } from "./order.js";
import { personFilters } from "./personFilters.js";
import { PersonForm } from "./person.js";
import { Roving } from "./roving.js";
import { mostSelected, Selected } from "./selected.js";
import { canWrite } from "./session.js";
import { texts } from "./texts.js";

const step = 200;
// The order of a language reads everybody. A store of more people has that of Unicode.
const mostLocalized = 100000;

/**
 * Shows the view. Returns a function that ends it; its `restore` shows the state of the address, and `keep` writes
 * what the address does not have yet.
 */
export function showPeople(main) {
  const state = { count: step };
  let endList = () => {};
  let followed = null;
  let shown = [];
  let total = null;
  let found = null;
  let groups = [];
  /** A person who was just added, and is shown whether or not the list comes to it. */
  let added = null;

  const address = new URLSearchParams(location.search);
  const letters = element("ul");
  const search = element("input", {
    type: "search", "aria-label": texts.search, placeholder: texts.search, "aria-keyshortcuts": "/",
    oninput: typed, onkeydown: searchKey,
  });
  const status = element("p", { className: "quiet empty", role: "status" });
  const number = element("p", { className: "quiet number", role: "status" });
  const unfinished = element("div", { className: "drafts", role: "group", "aria-label": texts.drafts, hidden: true });
  const panel = element("section", { className: "person", "aria-label": texts.person, tabIndex: -1 });
  const columns = new Columns(address, () => shown, () => {
    list.show(shown, new Set(), words(state.search), state.sort);
    changed();
    columns.offer();
  }, { order: () => state.sort, onOrder: sort });
  const filters = new Filters(address, personFilters(() => columns.attributes), () => { state.count = step; changed(); });
  const list = new PeopleList(columns, {
    canSelect: canWrite(), onScroll: more, onLeave: () => search.focus(), onOpen: choose,
    onSelect: () => selected.show(found), onSort: sortBy,
  });
  const selected = new Selected(list, {
    selectAll, onDone: (ids) => ids.includes(Number(state.person)) && form.reopen(),
  });
  const files = new ExportMenu(exported, () => found ?? shown.length);
  const form = new PersonForm(panel, { onDone: done, onClose: close, onOpen: choose });
  const view = element("div", { className: "people" },
    element("div", { className: "search", role: "search", "aria-label": texts.search }, search,
      filters.button, columns.button, files.element,
      canWrite() ? element("button", { type: "button", className: "first", onclick: create }, texts.new) : null),
    element("nav", { className: "letters", "aria-label": texts.letters }, letters),
    element("section", { className: "list", "aria-label": texts.people },
      filters.panel, columns.choice, filters.chips, selected.element, unfinished, number, status, list.element),
    panel);
  main.append(view);
  const letterStops = new Roving(letters, "button", { isSideways: true });

  const endLetters = follow(
    `groupBy { $0.surname.prefix(1) }.select { ($0.key, $0.count) }.sort { ${localized("$0.0")} }`,
    (all) => showLetters(all), offline);

  /** Takes the state of an address. */
  function take(parameters) {
    state.letter = parameters.get("letter");
    state.search = parameters.get("search") ?? "";
    state.sort = order(parameters.get("sort"));
    state.person = parameters.get("person");
    search.value = state.search;
  }

  /** Those who are looked for, without an order. */
  function chosen() {
    let text = "people";
    if (state.letter !== null) text += `.where { $0.surname.prefix(1) == ${literal(state.letter)} }`;
    text += filters.chain;
    if (state.search.trim()) text += `.search(${literal(state.search)}${columns.searched})`;
    return text;
  }

  /** The first of those who are looked for, in order. */
  function chain(count = state.count) {
    const isLocalized = total !== null && total <= mostLocalized;
    // Without another order the best come first, and equally good ones by their names.
    const sorted = state.sort || !state.search.trim() ? sortedBy(state.sort, isLocalized) : "";
    return `${chosen()}${sorted}.take(${count})`;
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
    added = null;
    endList();
    endList = () => {};
    followed = null;
    clearTimeout(typing);
    typing = setTimeout(changed, 150);
  }

  function searchKey(event) {
    if (event.key === "ArrowDown" && list.roving.enter()) event.preventDefault();
    if (event.key === "Enter" && shown.length) choose(shown[0].id, true);
    if (event.key === "Escape" && search.value) {
      event.preventDefault();
      search.value = "";
      typed();
    }
  }

  function parameters() {
    const made = new URLSearchParams();
    if (state.letter !== null) made.set("letter", state.letter);
    if (state.search) made.set("search", state.search);
    for (const [name, value] of filters.parameters) made.set(name, value);
    if (state.sort) made.set("sort", state.sort);
    if (columns.parameter !== null) made.set("columns", columns.parameter);
    if (state.person) made.set("person", state.person);
    return made;
  }

  /** Writes the state into the address; `isStep` if Back goes to the one before. */
  function write(isStep = false) {
    const query = parameters().toString();
    const path = query ? `/?${query}` : "/";
    if (path === location.pathname + location.search) return;
    if (isStep) history.pushState(null, "", path);
    else history.replaceState(null, "", path);
  }

  function changed(isStep = false) {
    write(isStep === true);
    const wanted = chain();
    if (followed === wanted) return;
    followed = wanted;
    endList();
    endList = follow(followed, showRows, offline);
    counted();
  }

  // How many there are. Nobody waits for it.
  let counting = new AbortController();
  let countedChain = null;
  async function counted() {
    const wanted = chosen();
    if (wanted === "people" || wanted === countedChain) {
      if (wanted === "people") { countedChain = null; showNumber(total); }
      return;
    }
    counting.abort();
    counting = new AbortController();
    countedChain = wanted;
    try {
      await ask({ chain: `${wanted}.count()` }, (line) => {
        if ("row" in line) showNumber(line.row);
      }, counting.signal);
    } catch { /* the list tells what is wrong */ }
  }

  function showNumber(value) {
    found = value;
    number.textContent = value === null || value === undefined ? "" : texts.peopleFound(value);
    selected.show(found);
  }

  function showLetters(all) {
    groups = all;
    const isFirst = total === null;
    total = all.reduce((sum, [, size]) => sum + size, 0);
    if (isFirst) start();
    if (countedChain === null) showNumber(total);
    const focused = letters.contains(document.activeElement) ? document.activeElement.dataset.id : null;
    const item = (letter, label, size) => element("li", {},
      element("button", {
        type: "button", "aria-pressed": String(state.letter === letter), "data-id": letter ?? "*",
        onclick: () => {
          state.letter = letter;
          state.count = step;
          added = null;
          changed(true);
          showLetters(groups);
        },
      }, element("span", {}, label), " ", element("span", { className: "number" }, count(size))));
    letters.replaceChildren(item(null, texts.all, total),
      ...all.map(([letter, size]) => item(letter, letter || "–", size)));
    letterStops.update();
    if (focused !== null) letters.querySelector(`[data-id="${CSS.escape(focused)}"]`)?.focus();
  }

  function showRows(people, changes) {
    // Who was just added is shown first, unless the list has come to the place.
    const isPinned = added !== null && !people.some((person) => person.id === added.id);
    shown = isPinned ? [added, ...people] : people;
    const places = isPinned ? new Set([0, ...[...changes].map((place) => place + 1)]) : changes;
    status.replaceChildren(...(shown.length ? [] : nobody()));
    status.hidden = shown.length > 0;
    list.show(shown, places, words(state.search), state.sort);
    const open = people.find((person) => String(person.id) === state.person);
    if (open) form.refresh(open);
    if (changes.size && countedChain !== null) {
      countedChain = "";
      counted();
    }
    if (added !== null && list.scrollTo(added.id) && !isPinned) added = null;
  }

  /** Says that nobody is here, and what to do. */
  function nobody() {
    if (state.search || state.letter !== null || filters.filters.length) return [texts.noneFound];
    if (!canWrite()) return [texts.none];
    return [`${texts.none} ${texts.first} `,
      element("a", { href: "/import", "data-view": "import" }, texts.firstImport), "."];
  }

  /** Sorts by a column: up, then down, then as usual. */
  function sortBy(column) {
    sort(state.sort === column ? `-${column}` : state.sort === `-${column}` ? null : column);
  }

  function sort(order) {
    state.sort = order;
    state.count = step;
    changed();
    list.showHeads(order);
    columns.offer();
  }

  async function selectAll() {
    const ids = [];
    try {
      await ask({ chain: `${chain(mostSelected)}.select { $0.id }` }, (line) => {
        if ("row" in line) ids.push(line.row);
      });
      list.select(ids);
    } catch (problem) {
      offline(problem.document ?? null);
    }
  }

  /** The people of the list, as parameters of the interface. */
  function exported() {
    const asked = new URLSearchParams(filters.parameters);
    if (state.letter) asked.set("letter", state.letter);
    else if (state.letter === "") asked.set("has.surname", "false");
    const isSearch = state.search.trim() !== "";
    if (isSearch) {
      asked.set("search", state.search);
      const names = columns.searchedNames.filter((name) => name && !name.includes(","));
      if (names.length) asked.set("searchAttributes", names.join(","));
    }
    const sort = state.sort ?? (isSearch ? "best" : "surname");
    asked.set("sort", sort);
    if (/^-?surname$/.test(sort) && total !== null && total <= mostLocalized) asked.set("locale", language);
    return asked;
  }

  /** Opens a person; by keyboard the form gets the focus. */
  function choose(id, isByKeyboard = false) {
    if (String(id) !== state.person) {
      state.person = String(id);
      list.choose(id);
      write(true);
    }
    showPanel(true);
    form.open(id, isByKeyboard);
  }

  function create() {
    state.person = null;
    list.choose(null);
    write(true);
    showPanel(true);
    form.create();
  }

  /** Closes the person. The focus goes back to the row. */
  function close(isStep = true) {
    const id = state.person;
    state.person = null;
    form.close();
    showPanel(false);
    write(isStep);
    list.choose(null);
    if (isStep) (id && list.button(id) ? list.roving.focus(list.button(id)) : search.focus());
  }

  /** Called with the person who was stored, deleted (null) or restored. */
  function done(person, isNew = false) {
    if (!person) return close();
    if (isNew) {
      added = person;
      state.person = String(person.id);
      list.choose(person.id);
      write();
      showRows(shown.filter((other) => other !== person), new Set());
    } else {
      choose(person.id);
    }
  }

  /** A narrow window shows the person instead of the list. */
  const isNarrow = matchMedia("(max-width: 40rem)");
  function showPanel(isOpen) {
    view.classList.toggle("open", isOpen);
    for (const part of view.children) part.inert = part !== panel && isOpen && isNarrow.matches;
    if (isOpen && isNarrow.matches) panel.focus();
    showDrafts();
  }

  function showDrafts() {
    list.showDrafts();
    const open = state.person ?? (view.classList.contains("open") ? unsaved : null);
    const all = drafts().filter(([id]) => id !== open);
    unfinished.hidden = !all.length;
    unfinished.replaceChildren(element("span", { className: "quiet" }, texts.drafts), ...all.map(([id, { values }]) =>
      element("button", { type: "button", onclick: () => (id === unsaved ? create() : choose(Number(id), true)) },
        element("bdi", {}, [values.name, values.surname].filter(Boolean).join(" ") || texts.nameless))));
  }

  // More people follow when the end comes near.
  function more() {
    const rows = list.element;
    const isNearEnd = rows.scrollTop + rows.clientHeight * 3 > rows.scrollHeight;
    if (!isNearEnd || shown.length < state.count) return;
    state.count += step * 2;
    changed();
  }

  function keys(event) {
    const isTyped = event.target.closest?.("input, textarea, select, dialog");
    if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "s" && form.isOpen && canWrite()
      && !document.querySelector("dialog[open]")) {
      event.preventDefault();
      form.save();
    } else if (event.key === "/" && !isTyped && !event.ctrlKey && !event.metaKey && !event.altKey) {
      event.preventDefault();
      search.focus();
      search.select();
    } else if (event.key === "Escape" && panel.contains(event.target) && !event.defaultPrevented) {
      event.preventDefault();
      close();
    }
  }

  // The letters tell how many people there are. In a large store the list does not wait for them.
  const waiting = setTimeout(start, 300);

  function start() {
    clearTimeout(waiting);
    changed();
  }

  /** Shows the state of the address, after Back and Forward. */
  function restore() {
    const asked = new URLSearchParams(location.search);
    const before = state.person;
    take(asked);
    filters.take(asked);
    columns.take(asked);
    state.count = step;
    changed();
    if (groups.length) showLetters(groups);
    list.choose(state.person);
    if (state.person === before) return;
    if (state.person) {
      showPanel(true);
      form.open(state.person);
    } else {
      close(false);
    }
  }

  document.addEventListener("keydown", keys);
  const endDrafts = watchDrafts(showDrafts);
  take(address);
  list.choose(state.person);
  showPanel(Boolean(state.person));
  if (state.person) form.open(state.person);
  else if (draft(unsaved)) form.close();
  const leave = () => {
    clearTimeout(waiting);
    clearTimeout(typing);
    counting.abort();
    document.removeEventListener("keydown", keys);
    endDrafts();
    endLetters();
    endList();
  };
  leave.restore = restore;
  leave.keep = write;
  return leave;
}
