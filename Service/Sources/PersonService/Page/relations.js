// The addresses of rows, and of those that belong to them.
import { hasSame, typed } from "./literals.js";

/** The condition that a row is another one; null if its key has no literals. */
export const isRow = (table, row) => hasSame(table.columns.filter(({ isKey }) => isKey), row);

/** The rows of another table that belong to a row, as parameters of an address; null if they cannot be named. */
export function related(table, relation, row) {
  const parameters = new URLSearchParams({ table: relation.table });
  // Rows behind a join table.
  if (!relation.matches.length) {
    const key = isRow(table, row);
    if (key === null) return null;
    parameters.set("of", `${table.name}.where { ${key} }.selectMany { $0.${relation.name} }`);
    return parameters;
  }
  for (const { own, other } of relation.matches) {
    const value = row[own] ?? null;
    const { type } = table.columns.find(({ name }) => name === own);
    if (value === null || type === "Date" || typed(type, String(value)) === null) return null;
    if (type === "Bool") parameters.set(`${value ? "yes" : "no"}.${other}`, "");
    else parameters.set(`is.${other}`, String(value));
  }
  return parameters;
}
