// Filters of people: what is looked for in fields and attributes. The parameters are those of the interface.
import { literal } from "./api.js";
import { texts } from "./texts.js";

const prefix = "attributes.";
const ranges = { minAge: ["age", "min"], maxAge: ["age", "max"], minBirthDate: ["birthDate", "min"],
  maxBirthDate: ["birthDate", "max"] };
const fields = ["name", "surname", "email", "age", "birthDate"];
/** What a field can be asked for. */
function tests(field) {
  const known = field === "name" ? [] : ["known", "unknown"];
  return field === "age" || field === "birthDate" ? ["min", "max", ...known] : ["is", "contains", ...known];
}

/** The parameter of a filter, and its value. */
function parameter({ field, test, value }) {
  const whole = field === "birthDate" ? "BirthDate" : "Age";
  if (test === "min" || test === "max") return [test + whole, value];
  if (test === "is") return [field, value];
  return test === "contains" ? [`contains.${field}`, value] : [`has.${field}`, String(test === "known")];
}

/** The filter of a parameter; null if it is none. */
function filter(name, value) {
  const isText = (field) => ["name", "surname", "email"].includes(field) || field.startsWith(prefix);
  if (Object.hasOwn(ranges, name)) {
    const [field, test] = ranges[name];
    const isValue = field === "age" ? /^\d{1,3}$/.test(value) : /^\d{4}-\d\d-\d\d$/.test(value);
    return isValue ? { field, test, value } : null;
  }
  if (isText(name)) return { field: name, test: "is", value };
  const [, kind, field] = /^(contains|has)\.(.*)$/su.exec(name) ?? [];
  if (kind === "contains" && isText(field)) return { field, test: "contains", value };
  if (kind === "has" && (fields.includes(field) || isText(field)) && tests(field).includes("known")
    && ["true", "false"].includes(value)) return { field, test: value === "true" ? "known" : "unknown", value: "" };
  return null;
}

/** A filter as a part of a chain. */
function condition({ field, test, value }) {
  const isAttribute = field.startsWith(prefix);
  const member = isAttribute ? `$0.attributes[${literal(field.slice(prefix.length))}]` : `$0.${field}`;
  const isOptional = isAttribute || field === "email";
  if (test === "known" || test === "unknown") {
    const none = field === "surname" ? '""' : "nil";
    return `${member} ${test === "known" ? "!=" : "=="} ${none}`;
  }
  if (test === "is") return `${member} == ${literal(value)}`;
  if (test === "contains") {
    return `${isOptional ? `(${member} ?? "")` : member}.lowercased().contains(${literal(value.toLowerCase())})`;
  }
  const sign = test === "min" ? ">=" : "<=";
  const bound = field === "age" ? value : `CalendarDate(${literal(value)})`;
  return `${member}.map { $0 ${sign} ${bound} } == true`;
}

const title = (field) =>
  (field.startsWith(prefix) ? field.slice(prefix.length) || texts.noName : texts[field]);

/** What is filtered in people, for `Filters`. `attributes` returns the names that are offered. */
export const personFilters = (attributes) => ({
  fields: () => [...fields, ...attributes().map((name) => prefix + name)],
  title, tests, parameter, filter, condition,
  input(field, test) {
    if (["known", "unknown"].includes(test)) return null;
    return field === "age" ? { type: "number", min: 0 } : { type: field === "birthDate" ? "date" : "text" };
  },
});
