// What runs where, and what it has cost.
import { element } from "./elements.js";
import { count, elapsed } from "./formats.js";
import { texts } from "./texts.js";

/** Returns the plan of a chain; `report` has the cost of a run. */
export function planView(plan, report) {
  return [
    element("div", {},
      element("h3", {}, texts.plan),
      report ? cost(plan, report) : null,
      report?.failure ? element("p", { className: "note" }, texts.failure(report.failure)) : null,
      way(plan, report),
      ...(plan.advice.length ? [
        element("h3", {}, texts.advice),
        element("ul", { className: "advice" }, plan.advice.map((line) => element("li", {}, line))),
      ] : [])),
    plan.sql || plan.access.length ? element("div", {},
      ...(plan.sql ? [element("h3", {}, texts.sql), element("pre", {}, plan.sql)] : []),
      report?.parameters.length
        ? element("p", { className: "quiet" }, element("bdi", {}, texts.parameters(report.parameters))) : null,
      ...(plan.access.length
        ? [element("h3", {}, texts.access), element("pre", {}, plan.access.join("\n"))] : [])) : null,
  ].filter(Boolean);
}

/**
 * Draws the way of the rows: from the table through the operators, from SQL into memory, to the result. With a
 * report it has the numbers of rows, and the time of the statement and of each operator in memory.
 */
function way({ operators, sql }, report) {
  const runs = [];
  const timed = operators.map((one, place) => ({ ...one, seconds: report?.operatorSeconds[place] }));
  for (const one of timed) {
    if (runs.at(-1)?.place === one.place) runs.at(-1).operators.push(one);
    else runs.push({ place: one.place, operators: [one] });
  }
  const number = (value) => (value === null || value === undefined ? "" : count(value));
  const arrow = (text, value) => element("p", { className: "arrow-down quiet" },
    element("span", { "aria-hidden": "true" }, "↓ "), number(value) === "" ? text : `${number(value)} ${text}`);
  const isCrossed = sql && runs[0]?.place === "sql";
  const parts = runs.flatMap(({ place, operators }, at) => [
    at === 0 ? (sql ? arrow(texts.rowsRead, report?.rowsScanned || null) : null)
      : arrow(place === "memory" ? texts.rowsCross : texts.rowsGoOn, place === "memory" ? report?.rowsCrossed : null),
    element("div", { className: `run ${place}` },
      element("p", { className: "place" }, place === "sql" ? texts.runsInSQL : texts.runsInMemory,
        place === "sql" ? time(report?.statementSeconds) : null),
      element("ol", { className: "plan", start: 1 }, operators.map(operator))),
  ]);
  return element("div", { className: "way" },
    !isCrossed && sql ? arrow(texts.rowsCross, report?.rowsCrossed) : null, parts,
    arrow(texts.inTheResult(report?.elements), report?.elements));
}

/** A time that was measured; nothing for others. */
function time(seconds) {
  return seconds === null || seconds === undefined ? null : element("span", { className: "time number quiet" },
    element("span", { className: "unseen" }, " "), elapsed(seconds));
}

function operator({ name, place, reason, movedBefore, seconds }) {
  return element("li", { className: place }, element("code", {}, name),
    element("span", { className: "unseen" }, ` ${place === "sql" ? texts.inSQL : texts.inMemory}`),
    time(seconds),
    movedBefore.length ? element("span", { className: "quiet" }, `, ${texts.movedBefore(movedBefore)}`) : null,
    reason ? element("div", { className: "quiet" }, reason) : null);
}

function cost(plan, { rowsScanned, rowsCrossed, elements }) {
  const scanned = rowsScanned === null || rowsScanned === undefined ? texts.notCounted
    : rowsScanned === 0 && plan.sql ? texts.byKey : count(rowsScanned);
  const line = (title, value) => [element("dt", {}, title), element("dd", { className: "number" }, value)];
  return element("dl", { className: "cost" }, line(texts.scanned, scanned),
    line(texts.crossed, count(rowsCrossed)), line(texts.inResult, count(elements)));
}
