// Filters of the rows of a table, by its columns.
import { isNumber, typed } from "./literals.js";
import { texts } from "./texts.js";

const withoutValue = ["known", "unknown", "yes", "no"];

/** What a column can be asked for. */
function tests({ type, isOptional }) {
  const kinds = isNumber(type) ? ["is", "min", "max"] : type === "String" ? ["is", "contains", "min", "max"]
    : type === "CalendarDate" ? ["is", "min", "max"] : type === "Date" ? ["min", "max"]
      : type === "UUID" ? ["is"] : type === "Bool" ? ["yes", "no"] : [];
  return isOptional ? [...kinds, "known", "unknown"] : kinds;
}

/** The bound of a point in time: a day begins with its first second, and ends with the first of the next. */
function bound(test, text) {
  const day = Date.parse(`${text}T00:00:00Z`);
  if (!/^\d{4}-\d\d-\d\d$/.test(text) || Number.isNaN(day)) return null;
  return typed("Date", new Date(day + (test === "max" ? 86_400_000 : 0)).toISOString().replace(".000", ""));
}

function value(column, test, text) {
  return column.type === "Date" ? bound(test, text) : typed(column.type, text);
}

/** What is filtered in a table, for `Filters`. */
export function tableFilters(table) {
  const column = (name) => table.columns.find((one) => one.name === name);

  /** The filter of a parameter such as `min.Total=10`; null if it is none. */
  function filter(name, text) {
    const [, test, field] = /^([a-z]+)\.(.*)$/su.exec(name) ?? [];
    const found = column(field);
    if (!found || !tests(found).includes(test)) return null;
    if (withoutValue.includes(test)) return { field, test, value: "" };
    return value(found, test, text) === null ? null : { field, test, value: text };
  }

  function condition({ field, test, value: text }) {
    const found = column(field);
    const member = `$0.${field}`;
    const of = (make) => (found.isOptional ? `${member}.map { ${make("$0")} } == true` : make(member));
    switch (test) {
      case "known": return `${member} != nil`;
      case "unknown": return `${member} == nil`;
      case "yes": return `${member} == true`;
      case "no": return `${member} == false`;
      case "is": return `${member} == ${value(found, test, text)}`;
      case "contains": return of((it) => `${it}.lowercased().contains(${value(found, test, text.toLowerCase())})`);
      default: {
        const sign = test === "min" ? ">=" : found.type === "Date" ? "<" : "<=";
        return of((it) => `${it} ${sign} ${value(found, test, text)}`);
      }
    }
  }

  return {
    fields: () => table.columns.filter((one) => tests(one).length).map((one) => one.name),
    title: (field) => column(field).schemaName,
    tests: (field) => tests(column(field)),
    input(field, test) {
      if (withoutValue.includes(test)) return null;
      const { type } = column(field);
      return isNumber(type) ? { type: "text", inputMode: "decimal" }
        : { type: type === "Date" || type === "CalendarDate" ? "date" : "text" };
    },
    parameter: ({ field, test, value: text }) => [`${test}.${field}`, text],
    filter, condition,
  };
}
