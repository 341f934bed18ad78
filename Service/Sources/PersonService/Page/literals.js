// Values of columns, as literals of chains.
import { literal } from "./api.js";

export const isNumber = (type) => ["Int", "Double", "Float", "Decimal"].includes(type);
export const hasOrder = (type) => isNumber(type) || ["String", "CalendarDate", "Date"].includes(type);
/** Whether values of a type have literals. */
export const hasLiterals = (type) => hasOrder(type) || ["Bool", "UUID"].includes(type);

/** The literal of a text that means a value of a type; null if it means none, or if the type has no literals. */
export function typed(type, text) {
  switch (type) {
    case "String": return literal(text);
    case "Int": return /^[-+]?\d{1,19}$/.test(text) ? text.replace("+", "") : null;
    case "Double": case "Float": return /^-?\d+(\.\d+)?([eE][-+]?\d+)?$/.test(text) ? text : null;
    case "Decimal": return /^-?\d+(\.\d+)?$/.test(text) ? `Decimal(string: "${text}")` : null;
    case "Bool": return ["true", "false"].includes(text) ? text : null;
    case "CalendarDate": return /^\d{4}-\d\d-\d\d$/.test(text) ? `CalendarDate("${text}")` : null;
    case "Date": return /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/.test(text) ? `Date("${text}", strategy: .iso8601)` : null;
    case "UUID": return /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text) ? `UUID(uuidString: "${text}")` : null;
    default: return null;
  }
}

/** The condition that a row has the same values in columns as another; null if one of them has no literal. */
export function hasSame(columns, row) {
  const parts = columns.map(({ name, type }) => {
    const value = row[name] ?? null;
    const text = value === null ? "nil" : typed(type, String(value));
    return text === null ? null : `$0.${name} == ${text}`;
  });
  return parts.includes(null) ? null : parts.join(" && ");
}
