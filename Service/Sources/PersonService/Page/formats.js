// Numbers as people read them.

export const count = (number) => number.toLocaleString("en");

/** A value of a table. */
export function shown(value) {
  if (value === null || value === undefined) return "–";
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}

/** The beginning of a long text. */
export const short = (text, length) => (text.length > length ? `${text.slice(0, length - 1)}…` : text);

/** A number of bytes: 1.5 MB. */
export function size(bytes) {
  const units = ["bytes", "kB", "MB", "GB", "TB"];
  let number = bytes;
  let unit = 0;
  while (number >= 1000 && unit < units.length - 1) {
    number /= 1000;
    unit += 1;
  }
  return `${unit ? number.toFixed(number < 10 ? 1 : 0) : number} ${units[unit]}`;
}

/** A number of seconds: 2 h 5 min. */
export function duration(seconds) {
  const whole = Math.floor(seconds);
  const parts = [[86400, "d"], [3600, "h"], [60, "min"], [1, "s"]];
  const first = Math.max(0, parts.findIndex(([length]) => whole >= length));
  if (whole < 1) return "0 s";
  return parts.slice(first, first + 2).map(([length, unit], place) => {
    const number = Math.floor((place ? whole % parts[first][0] : whole) / length);
    return number || !place ? `${number} ${unit}` : "";
  }).join(" ").trim();
}

/** A short time: 0.35 ms, 12 ms, 1.5 s. */
export function elapsed(seconds) {
  const time = seconds * 1000;
  if (time >= 1000) return `${seconds.toFixed(1)} s`;
  return `${time.toFixed(time < 1 ? 2 : time < 10 ? 1 : 0)} ms`;
}

/** A point in time: Mar 1, 2026, 8:30 AM. */
export const moment = (text) => new Date(text).toLocaleString("en", { dateStyle: "medium", timeStyle: "short" });
