// A chain, its result, and what runs where.
import { ask, follow, send } from "./api.js";
import { element, message } from "./elements.js";
import { texts } from "./texts.js";

const examples = [
  "groupBy { $0.surname.prefix(1) }.select { ($0.key, $0.count) }.sort { $0.0 }",
  "where { $0.age < 30 }.sort(\\.surname).select { ($0.fullName, $0.age) }.take(20)",
  "countBy { $0.surname }.sortDescending { $0.1 }.take(10)",
  "where { $0.email == nil }.count()",
  "groupBy { $0.age / 10 * 10 }.select { ($0.key, $0.count) }.sort { $0.0 }",
  "where { inMemory($0.age > 80) }.take(5)",
];
const historyKey = "chains";
const shownRows = 1000;

/** Shows the view, and returns a function that ends it. */
export function showAsk(main) {
  const given = new URLSearchParams(location.search).get("chain");
  let end = () => {};
  let running = null;

  const chain = element("textarea", {
    id: "chain", spellcheck: false, value: given ?? examples[0], autocapitalize: "off",
    onkeydown: (event) => { if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) run(); },
  });
  const mistake = element("div", { role: "alert" });
  const isLive = element("input", { type: "checkbox", id: "live", onchange: () => run() });
  const result = element("section", { "aria-label": texts.result });
  const plan = element("section", { "aria-label": texts.plan });
  const button = (title, run, more = {}) => element("button", { type: "button", onclick: run, ...more }, title);
  main.append(element("div", { className: "ask" },
    element("label", { htmlFor: "chain" }, texts.chain), chain, mistake,
    element("div", { className: "buttons" },
      button(texts.run, run, { className: "first" }), button(texts.verify, verify),
      button(texts.share, share),
      element("label", { htmlFor: "live" }, isLive, " ", texts.live)),
    element("div", { className: "examples", role: "group", "aria-label": texts.examples },
      examples.map((text) => button(text, () => { chain.value = text; run(); }))),
    element("div", { className: "columns" }, result, plan)));

  function remember() {
    history.replaceState(null, "", `/ask?chain=${encodeURIComponent(chain.value)}`);
    try {
      const chains = JSON.parse(localStorage.getItem(historyKey) ?? "[]");
      const all = [chain.value, ...chains.filter((text) => text !== chain.value)].slice(0, 50);
      localStorage.setItem(historyKey, JSON.stringify(all));
    } catch { /* the browser keeps nothing */ }
  }

  function stop() {
    end();
    end = () => {};
    running?.abort();
    running = new AbortController();
    mistake.replaceChildren();
  }

  async function run() {
    stop();
    remember();
    showPlan();
    if (isLive.checked) {
      let columns = [];
      end = follow(chain.value, (rows, changes, names) => {
        columns = names ?? columns;
        showRows(columns, rows, null);
      }, (problem) => problem && fail(problem));
      return;
    }
    const start = performance.now();
    const rows = [];
    let columns = [];
    let count = 0;
    try {
      await ask({ chain: chain.value }, (line) => {
        if (line.columns) columns = line.columns;
        if ("row" in line && rows.length < shownRows) rows.push(line.row);
        if ("rows" in line) count = line.rows;
        if (line.problem) throw Object.assign(new Error(line.problem.title), { document: line.problem });
      }, running.signal);
      showRows(columns, rows, texts.rows(count, Math.round(performance.now() - start)));
    } catch (problem) {
      if (problem.name !== "AbortError") fail(problem.document ?? { title: problem.message });
    }
  }

  async function showPlan() {
    plan.replaceChildren();
    try {
      const { value } = await send("POST", "/api/query/explain", { chain: chain.value });
      plan.replaceChildren(
        element("h3", {}, texts.plan),
        element("ol", { className: "plan" }, value.operators.map((step) =>
          element("li", { className: step.place }, element("code", {}, step.name), " ",
            element("span", { className: "place" }, step.place === "sql" ? texts.inSQL : texts.inMemory),
            step.reason ? element("div", { className: "quiet" }, step.reason) : null))),
        ...(value.sql ? [element("h3", {}, texts.sql), element("pre", {}, value.sql)] : []),
        ...(value.access.length ? [element("pre", {}, value.access.join("\n"))] : []),
        ...(value.advice.length ? [element("h3", {}, texts.advice), element("p", {}, value.advice.join("\n"))] : []));
    } catch { /* the run shows the mistake */ }
  }

  async function verify() {
    stop();
    try {
      await send("POST", "/api/query/verify", { chain: chain.value });
      message(texts.verified);
    } catch (problem) {
      fail(problem.document ?? { title: problem.message });
    }
  }

  async function share() {
    remember();
    await navigator.clipboard?.writeText(location.href);
    message(texts.copied);
  }

  /** Shows a mistake with the place it is at, and selects that. */
  function fail(problem) {
    result.replaceChildren();
    mistake.replaceChildren(
      element("p", { className: "error" }, problem.detail ?? problem.title),
      problem.place ? element("pre", {}, problem.place.caret) : null);
  }

  function showRows(columns, rows, summary) {
    const isObject = rows.some((row) => row !== null && typeof row === "object" && !Array.isArray(row));
    const names = isObject ? Object.keys(rows.find((row) => row)) : columns.length ? columns : [texts.value];
    const values = (row) => isObject ? names.map((name) => row?.[name]) : Array.isArray(row) && columns.length ? row : [row];
    const cell = (value) => element("td", { className: typeof value === "number" ? "number" : "" },
      element("bdi", {}, value === null || value === undefined ? "–" : typeof value === "object" ? JSON.stringify(value) : String(value)));
    const table = element("table", {},
      element("thead", {}, element("tr", {}, names.map((name) => element("th", { scope: "col" }, name)))),
      element("tbody", {}, rows.map((row) => element("tr", {}, values(row).map(cell)))));
    result.replaceChildren(element("h3", {}, texts.result),
      element("p", { className: "quiet", role: "status" }, summary ?? ""),
      ...(rows.length ? [...bars(rows), element("div", { className: "table", tabIndex: 0 }, table)] : [element("p", { className: "empty" }, texts.noRows)]));
  }

  run();
  return () => { end(); running?.abort(); };
}

/** Pairs of a key and a number as bars; the table says the same. */
function bars(rows) {
  const isChart = rows.length > 1 && rows.length <= 60
    && rows.every((row) => Array.isArray(row) && row.length === 2 && typeof row[1] === "number" && row[1] >= 0);
  if (!isChart) return [];
  const most = Math.max(...rows.map((row) => row[1]), 1);
  const svg = (name, attributes, ...children) => {
    const made = document.createElementNS("http://www.w3.org/2000/svg", name);
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
    made.append(...children);
    return made;
  };
  const height = rows.length * 20;
  return [svg("svg", { class: "bars", viewBox: `0 0 600 ${height}`, role: "img", "aria-label": texts.chart },
    ...rows.flatMap(([key, number], place) => [
      svg("text", { x: 110, y: place * 20 + 14, "text-anchor": "end" }, String(key ?? "–").slice(0, 16)),
      svg("rect", { x: 118, y: place * 20 + 3, width: Math.max(1, number / most * 400), height: 14, rx: 2 }),
      svg("text", { x: 124 + number / most * 400, y: place * 20 + 14 }, number.toLocaleString("en")),
    ]))];
}
