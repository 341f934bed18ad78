// The title of a column by which rows can be sorted.
import { element } from "./elements.js";

const arrows = { ascending: "▲", descending: "▼", none: "" };

/** Makes the title of a column. `order` is `ascending`, `descending` or `none`; `id` tells it from others. */
export function sortHead(title, order, isNumber, id, onclick) {
  return element("th", { scope: "col", "aria-sort": order, className: isNumber ? "number" : "" },
    element("button", { type: "button", "data-key": id, onclick },
      title, element("span", { className: "arrow", "aria-hidden": "true" }, arrows[order])));
}
