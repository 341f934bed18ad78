// Files that the page makes.
import { element } from "./elements.js";

function field(value) {
  if (value === null || value === undefined) return "";
  const text = typeof value === "object" ? JSON.stringify(value) : String(value);
  return /[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Rows of values as CSV (RFC 4180). */
export const csv = (rows) => rows.map((row) => `${row.map(field).join(",")}\r\n`).join("");

/** Lets the browser store a text as a file. */
export function download(name, text, type) {
  const address = URL.createObjectURL(new Blob([text], { type }));
  element("a", { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
