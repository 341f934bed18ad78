// The order of the list, as a parameter of the address and as a part of a chain.
import { literal, localized } from "./api.js";

const prefix = "attributes.";
const fields = ["surname", "email", "age", "birthDate", "id"];

/** The order that a parameter names, such as `-age`; null for the usual one. */
export function order(text) {
  const field = text?.replace(/^-/, "") ?? "";
  return fields.includes(field) || field.startsWith(prefix) ? text : null;
}

/** An order as operators of a chain: by a field, or by surname and given name. */
export function sortedBy(order, isLocalized) {
  const isDescending = order?.startsWith("-") ?? false;
  const field = order?.replace(/^-/, "") ?? "surname";
  const name = isDescending ? "Descending" : "";
  if (field !== "surname") {
    const value = field.startsWith(prefix) ? `attributes[${literal(field.slice(prefix.length))}]` : field;
    return `.sort${name} { $0.${value} }`;
  }
  const key = isLocalized ? localized : (text) => text;
  return `.sort${name} { ${key("$0.surname")} }.thenBy${name} { ${key("$0.name")} }`;
}
