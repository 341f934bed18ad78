// Files that the page makes.
import { element } from "./elements.js";

function field(value, isSafe) {
  if (value === null || value === undefined) return "";
  let text = typeof value === "object" ? JSON.stringify(value) : String(value);
  // Spreadsheets take a text with such a beginning for a formula.
  if (isSafe && typeof value === "string" && /^[=+\-@\t\r]/.test(text)) text = `'${text}`;
  return /[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Rows of values as CSV (RFC 4180). Texts are no formulas unless `isSafe` is false. */
export const csv = (rows, isSafe = true) => rows.map((row) =>
  `${row.map((value) => field(value, isSafe)).join(",")}\r\n`).join("");

/** Lets the browser store a text as a file. */
export function download(name, text, type) {
  const address = URL.createObjectURL(new Blob([text], { type }));
  element("a", { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
