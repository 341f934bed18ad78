// What runs where, and what it has cost.
import { element } from "./elements.js";
import { count } from "./formats.js";
import { texts } from "./texts.js";

/** Returns the plan of a chain; `report` has the cost of a run. */
export function planView(plan, report) {
  return [
    element("div", {},
      element("h3", {}, texts.plan),
      report ? cost(plan, report) : null,
      report?.failure ? element("p", { className: "note" }, texts.failure(report.failure)) : null,
      element("ol", { className: "plan" }, plan.operators.map(operator)),
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

function operator({ name, place, reason, movedBefore }) {
  return element("li", { className: place }, element("code", {}, name), " ",
    element("span", { className: "place" }, place === "sql" ? texts.inSQL : texts.inMemory),
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
