// Pairs as pictures; the table says the same.
import { count, short } from "./formats.js";
import { texts } from "./texts.js";

const mostBars = 60;
const mostPoints = 2000;
const day = 86_400_000;

/** Returns the picture of rows in a width, if they are pairs that have one. */
export function chart(columns, rows, width) {
  const isPairs = rows.length > 1
    && rows.every((row) => Array.isArray(row) && row.length === 2 && Number.isFinite(row[1]));
  if (!isPairs) return [];
  const points = rows.map(([key, number]) => [place(key), number]);
  const isPlot = rows.length <= mostPoints && points.every(([x]) => x !== null);
  if (isPlot) return [plot(columns, rows, points, width)];
  if (rows.length <= mostBars && rows.every((row) => row[1] >= 0)) return [bars(rows, width)];
  return [];
}

/** The place of a number or of a date on an axis; null for anything else. */
function place(key) {
  if (typeof key === "number") return key;
  if (typeof key !== "string" || !/^\d{4}-\d\d-\d\d$/.test(key)) return null;
  const time = Date.parse(key);
  return Number.isNaN(time) ? null : time / day;
}

function svg(name, attributes, ...children) {
  const made = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

function picture(kind, width, height, label, ...children) {
  const viewBox = `0 0 ${width} ${height}`;
  return svg("svg", { class: `chart ${kind}`, viewBox, width, role: "img", "aria-label": label }, ...children);
}

function bars(rows, width) {
  const most = Math.max(...rows.map((row) => row[1]), 1);
  const keys = rows.map(([key]) => short(String(key ?? "–"), 16));
  const left = Math.min(width / 3, Math.max(...keys.map((key) => key.length)) * 8 + 12);
  const right = count(most).length * 8 + 16;
  return picture("bars", width, rows.length * 22, texts.chart, ...rows.flatMap(([, number], row) => {
    const length = Math.max(1, number / most * (width - left - right));
    return [
      svg("text", { x: left - 8, y: row * 22 + 16, "text-anchor": "end" }, keys[row]),
      svg("rect", { x: left, y: row * 22 + 3, width: length, height: 16, rx: 2 }),
      svg("text", { x: left + length + 6, y: row * 22 + 16 }, count(number)),
    ];
  }));
}

function plot(columns, rows, points, width) {
  const isDates = typeof rows[0][0] === "string";
  const across = between(points.map(([x]) => x), isDates ? 1 : 0);
  const up = scale([...points.map(([, y]) => y), 0], 0);
  const labels = up.ticks.map(count);
  const [left, right, top, bottom, height] =
    [Math.max(...labels.map((label) => label.length)) * 8 + 12, 24, 28, 28, Math.round(width / 2.2)];
  const x = (value) => left + across.part(value) * (width - left - right);
  const y = (value) => height - bottom - up.part(value) * (height - top - bottom);
  const xName = columns[0] ?? "0";
  const yName = columns[1] ?? "1";
  const fits = Math.max(2, Math.floor((width - left - right) / (isDates ? 100 : 64)));
  const apart = Math.ceil(across.ticks.length / fits);
  const isLine = points.every(([value], place) => place === 0 || value > points[place - 1][0]);
  const path = points.map(([value, number]) => `${x(value).toFixed(1)},${y(number).toFixed(1)}`);
  const name = (tick) => (isDates
    ? new Date(tick * day).toISOString().slice(0, 10)
    : tick.toLocaleString("en", { useGrouping: false }));
  return picture("plot", width, height, texts.plot(yName, xName, rows.length),
    ...up.ticks.flatMap((tick, place) => [
      svg("line", {
        class: tick === 0 ? "axis" : "grid", x1: left, x2: width - right, y1: y(tick), y2: y(tick),
      }),
      svg("text", { x: left - 8, y: y(tick) + 5, "text-anchor": "end" }, labels[place]),
    ]),
    ...across.ticks.filter((_, place) => place % apart === 0).flatMap((tick) => [
      svg("line", { class: "axis", x1: x(tick), x2: x(tick), y1: height - bottom, y2: height - bottom + 5 }),
      svg("text", { x: x(tick), y: height - 6, "text-anchor": "middle" }, name(tick)),
    ]),
    svg("text", { x: 0, y: 14 }, short(yName, 40)),
    svg("text", { x: width - right, y: height - bottom - 6, "text-anchor": "end" }, short(xName, 40)),
    ...(isLine ? [svg("polyline", { points: path.join(" ") })] : []),
    ...(isLine && points.length > 100 ? [] : path.map((point) => {
      const [cx, cy] = point.split(",");
      return svg("circle", { cx, cy, r: 3 });
    })));
}

/** An axis that ends with its first and last value, and not with round numbers. */
function between(values, least) {
  const low = Math.min(...values);
  const high = Math.max(...values);
  const round = scale(values, least);
  if (low === high) return round;
  const ticks = round.ticks.filter((tick) => tick >= low && tick <= high);
  return { ticks, part: (value) => (value - low) / (high - low) };
}

/** An axis: its round numbers, and where a value is between its ends. */
function scale(values, least) {
  const low = Math.min(...values);
  const high = Math.max(...values);
  const rough = Math.max((high - low || Math.abs(low) || 1) / 5, least);
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].find((factor) => factor * power >= rough) * power;
  const first = Math.floor(low / step);
  const last = Math.max(Math.ceil(high / step), first + 1);
  const ticks = Array.from(
    { length: last - first + 1 }, (_, place) => Number(((first + place) * step).toPrecision(12)));
  return { ticks, part: (value) => (value - ticks[0]) / (ticks.at(-1) - ticks[0]) };
}
