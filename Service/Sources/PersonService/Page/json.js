// JSON whose whole numbers are exact.

/** Reads JSON. A whole number that JavaScript would round is a text with its digits. */
export function parseJSON(text) {
  if (!/\d{16}/.test(text)) return JSON.parse(text);
  return JSON.parse(text.replace(/"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?/g, (part) =>
    (/^-?\d{16,}$/.test(part) && !Number.isSafeInteger(Number(part)) ? `"${part}"` : part)));
}
