// People who may be one, as pairs that can be merged.
import { send } from "./api.js";
import { element, message } from "./elements.js";
import { count } from "./formats.js";
import { Pair } from "./pair.js";
import { canWrite } from "./session.js";
import { texts } from "./texts.js";

const step = 20;
const criteria = ["email", "name", "similar"];

/** Shows the view, and returns a function that ends it. */
export function showDuplicates(main) {
  const by = new URLSearchParams(location.search).get("by")?.split(",") ?? criteria;
  let limit = step;
  let pairs = [];
  let found = 0;
  let search = new AbortController();

  const boxes = criteria.map((name) => element("input", {
    type: "checkbox", value: name, checked: by.includes(name), onchange: changed,
  }));
  const status = element("p", { className: "quiet", role: "status" });
  const problem = element("div", { role: "alert" });
  const leftOut = element("details", { hidden: true });
  const list = element("div");
  const more = element("button", { type: "button", hidden: true, onclick: () => { limit += step; read(); } },
    texts.morePairs);
  const title = element("h2", { tabIndex: -1 }, texts.duplicates);
  main.append(element("div", { className: "duplicates" }, title,
    element("fieldset", {}, element("legend", {}, texts.matchedBy),
      element("div", { className: "buttons" },
        boxes.map((box) => element("label", {}, box, texts.criteria[box.value])),
        element("button", { type: "button", onclick: read }, texts.lookAgain))),
    status, problem, leftOut, list, element("p", { className: "buttons" }, more)));

  function changed() {
    limit = step;
    const chosen = boxes.filter((box) => box.checked).map((box) => box.value);
    const query = chosen.length === criteria.length ? "" : `?by=${chosen.join(",")}`;
    history.replaceState(null, "", `/duplicates${query}`);
    read();
  }

  async function read() {
    search.abort();
    search = new AbortController();
    const { signal } = search;
    problem.replaceChildren();
    const chosen = boxes.filter((box) => box.checked).map((box) => box.value);
    if (chosen.length === 0) return show({ count: 0, pairs: [], leftOut: [] });
    status.textContent = texts.lookingForPairs;
    try {
      const { value } = await send("GET", `/api/duplicates?by=${chosen.join(",")}&limit=${limit}`, undefined, {},
        { signal });
      if (!signal.aborted) show(value);
    } catch (error) {
      if (signal.aborted) return;
      status.textContent = "";
      problem.replaceChildren(element("p", { className: "note error" },
        error.status ? error.message : texts.unreachable));
    }
  }

  function show(value) {
    found = value.count;
    pairs = value.pairs.map((pair) => new Pair(pair, canWrite(), (...merged) => onMerged(...merged)));
    list.replaceChildren(...pairs.map((pair) => pair.element));
    leftOut.hidden = value.leftOut.length === 0;
    leftOut.replaceChildren(element("summary", {}, texts.leftOut(value.leftOut.length)),
      element("ul", {}, value.leftOut.slice(0, 100).map((part) => element("li", {},
        `${texts.criteria[part.by]}: `, element("bdi", {}, part.value), ` (${texts.pairs(part.pairs)})`))));
    tell();
  }

  function tell() {
    status.textContent = found === 0 ? texts.noPairs
      : pairs.length < found ? texts.pairsOf(pairs.length, found) : texts.pairs(found);
    more.hidden = pairs.length >= found || limit >= 1000;
  }

  /** Shows what is left after two people have become one. The focus goes on to the next pair. */
  function onMerged(person, tag, removed) {
    const place = pairs.findIndex((pair) => pair.has(person.id) && pair.has(removed));
    const gone = pairs.filter((pair) => pair.has(removed));
    for (const pair of gone) pair.element.remove();
    pairs = pairs.filter((pair) => !gone.includes(pair));
    found -= gone.length;
    for (const pair of pairs) if (pair.has(person.id)) pair.replace(person, tag);
    message(texts.merged(removed, person.id));
    tell();
    (pairs[Math.min(place, pairs.length - 1)]?.heading ?? title).focus();
    if (pairs.length === 0 && found > 0) read();
  }

  read();
  return () => search.abort();
}
