// A chain, its result, and what runs where.
import { ask, Problem, send } from "./api.js";
import { Editor } from "./editor.js";
import { openDialog, said } from "./dialog.js";
import { element, message } from "./elements.js";
import { follow } from "./follow.js";
import { short } from "./formats.js";
import { planView } from "./plan.js";
import { keptRows, ResultTable } from "./result.js";
import { hasPeople } from "./session.js";
import { texts } from "./texts.js";

const examplesOfPeople = [
  "groupBy { $0.surname.prefix(1) }.select { ($0.key, $0.count) }.sort { $0.0 }",
  "where { ($0.age ?? 0) >= 18 }.sort(\\.surname).select { ($0.fullName, $0.age) }.take(20)",
  "countBy { $0.surname }.sortDescending { $0.1 }.take(10)",
  "where { $0.email == nil }.count()",
  "where { $0.age != nil }.groupBy { ($0.age ?? 0) / 10 * 10 }.select { ($0.key, $0.count) }.sort { $0.0 }",
  "where { inMemory(($0.age ?? 0) > 80) }.take(5)",
];
const historyKey = "chains";
const savedKey = "saved-chains";

/** Chains to begin with: those of people, or the rows of the first tables. */
async function examples() {
  if (hasPeople()) return examplesOfPeople;
  const { tables } = (await send("GET", "/api/tables")).value;
  return tables.slice(0, 6).map(({ name }) => `${name}.take(20)`);
}

/** Shows the view. Returns a function that ends it; its `keep` writes the chain into the address. */
export function showAsk(main) {
  let end = () => {};
  let running = null;

  const asked = new URLSearchParams(location.search).get("chain");
  const editor = new Editor(asked ?? "", run);
  const choices = element("div", { className: "examples", role: "group", "aria-label": texts.examples });
  const isLive = element("input", { type: "checkbox", id: "live", onchange: run });
  const isMeasured = element("input", { type: "checkbox", id: "measure", checked: true });
  const last = element("select", {
    "aria-label": texts.history, onchange: () => { editor.text = last.value; showForget(); },
  });
  const result = new ResultTable();
  const plan = element("section", { className: "plans", "aria-label": texts.plan });
  const button = (title, run, more = {}) =>
    element("button", { type: "button", onclick: run, ...more }, title);
  const forget = button(texts.forgetChain, forgetChain, { hidden: true });
  const halt = button(texts.stopChain, () => { stop(); result.say(texts.chainStopped); }, { disabled: true });
  main.append(element("div", { className: "ask" }, editor.element,
    element("div", { className: "buttons" },
      button(texts.run, run, { className: "first" }), halt, button(texts.verify, verify),
      button(texts.share, share), button(texts.saveChain, save), forget,
      element("label", { htmlFor: "live" }, isLive, " ", texts.live),
      element("label", { htmlFor: "measure" }, isMeasured, " ", texts.measure), last),
    choices,
    element("div", { className: "columns" }, result.element, plan)));

  function read(key) {
    try {
      const kept = JSON.parse(localStorage.getItem(key) ?? "[]");
      return Array.isArray(kept) ? kept : [];
    } catch {
      return [];
    }
  }

  const chains = () => read(historyKey).filter((text) => typeof text === "string");

  /** The chains that were saved, by their names. */
  const saved = () => read(savedKey)
    .filter((one) => typeof one?.name === "string" && typeof one.text === "string");

  /** Keeps a list in the browser, and returns whether it does. */
  function keep(key, list) {
    try {
      localStorage.setItem(key, JSON.stringify(list));
      return true;
    } catch {
      return false;
    }
  }

  function keepSaved(list) {
    if (!keep(savedKey, list.sort((one, two) => one.name.localeCompare(two.name)))) throw said(texts.notKept);
    showHistory();
  }

  /** Asks for a name, and keeps the chain under it. */
  function save() {
    const { text } = editor;
    const known = saved().find((one) => one.text === text);
    const name = element("input", { id: "chain-name", autocomplete: "off", value: known?.name ?? "" });
    openDialog(texts.saveChain, element("p", {}, element("label", { htmlFor: name.id }, texts.chainName), name),
      texts.save, () => {
        const given = name.value.trim();
        if (!given) throw said(texts.nameNeeded);
        keepSaved([...saved().filter((one) => one.name !== given && one.text !== text), { name: given, text }]);
        message(texts.chainSaved(given));
      });
  }

  function forgetChain() {
    const known = saved().find((one) => one.text === editor.text);
    if (!known) return;
    keepSaved(saved().filter((one) => one.name !== known.name));
    message(texts.chainForgotten(known.name));
    last.focus();
  }

  function showForget() { forget.hidden = !saved().some((one) => one.text === editor.text); }

  function write() { history.replaceState(null, "", `/ask?chain=${encodeURIComponent(editor.text)}`); }

  function remember() {
    const { text } = editor;
    write();
    const all = [text, ...chains().filter((other) => other !== text)].slice(0, 50);
    keep(historyKey, all);
    showHistory();
  }

  function showHistory() {
    last.replaceChildren(
      element("option", { value: "", disabled: true, selected: true }, texts.chooseChain),
      ...[[texts.savedChains, saved()], [texts.lastChains, chains().map((text) => ({ name: text, text }))]]
        .filter(([, list]) => list.length).map(([label, list]) => element("optgroup", { label },
          list.map(({ name, text }) => element("option", { value: text }, short(name, 80))))));
    showForget();
  }

  function stop() {
    end();
    end = () => {};
    running?.abort();
    running = new AbortController();
    editor.clear();
    halt.disabled = true;
  }

  /** Ends what ran before, and begins. The service ends a chain whose request is aborted. */
  function begin() {
    stop();
    halt.disabled = false;
    return running.signal;
  }

  /** Nothing runs any more, unless it is something later. */
  function finished(signal) {
    if (signal === running.signal) halt.disabled = true;
  }

  async function run() {
    const signal = begin();
    remember();
    if (isLive.checked) return goOn();
    const isReported = isMeasured.checked;
    if (!isReported) showPlan();
    result.status.textContent = texts.running;
    const start = performance.now();
    const rows = [];
    let columns = [];
    let count = 0;
    try {
      await ask({ chain: editor.text, report: isReported }, (line) => {
        if (line.columns) columns = line.columns;
        if ("row" in line && rows.length < keptRows) rows.push(line.row);
        if ("rows" in line) count = line.rows;
        if (line.report) plan.replaceChildren(...planView(line.report.plan, line.report));
        if (line.problem) throw new Problem(line.problem);
      }, signal);
      const time = Math.round(performance.now() - start);
      const cut = count > rows.length ? `. ${texts.kept(rows.length)}` : "";
      result.show(columns, rows, texts.rows(count, time) + cut);
    } catch (problem) {
      if (signal.aborted) return;
      fail(problem);
      // The plan tells why, if the chain has one.
      if (isReported) showPlan();
    } finally {
      finished(signal);
    }
  }

  /** Follows the result. */
  function goOn() {
    showPlan();
    let columns = [];
    end = follow(editor.text, (rows, changes, names) => {
      columns = names ?? columns;
      result.show(columns, rows, texts.elements(rows.length));
    }, (problem) => {
      if (problem) fail(new Problem(problem));
      else result.status.textContent = texts.offline;
    });
  }

  async function showPlan() {
    const { signal } = running;
    let parts = [];
    try {
      const { value } = await send("POST", "/api/query/explain", { chain: editor.text }, {}, { signal });
      parts = planView(value);
    } catch { /* the run shows the mistake */ }
    if (!signal.aborted) plan.replaceChildren(...parts);
  }

  async function verify() {
    const signal = begin();
    try {
      await send("POST", "/api/query/verify", { chain: editor.text }, {}, { signal });
      message(texts.verified);
    } catch (problem) {
      if (!signal.aborted) fail(problem);
    } finally {
      finished(signal);
    }
  }

  async function share() {
    remember();
    await navigator.clipboard?.writeText(location.href);
    message(texts.copied);
  }

  function fail(problem) {
    const isKnown = problem.document !== undefined;
    result.say("");
    editor.fail(problem.document ?? {}, isKnown ? problem.message : texts.unreachable);
  }

  /** Begins with the chain of the address, or with the first example. */
  async function start() {
    if (asked !== null) run();
    const all = await examples().catch(() => []);
    choices.replaceChildren(...all.map((text) => button(text, () => { editor.text = text; run(); })));
    if (asked !== null || editor.text || !all.length) return;
    editor.text = all[0];
    run();
  }

  showHistory();
  start();
  const leave = () => { end(); running?.abort(); editor.end(); };
  leave.keep = write;
  return leave;
}
