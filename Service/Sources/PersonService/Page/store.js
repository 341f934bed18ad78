// The store: what it is, its upkeep, and its people as files.
import { send } from "./api.js";
import { History } from "./changes.js";
import { element } from "./elements.js";
import { count, duration, size } from "./formats.js";
import { isAdmin } from "./session.js";
import { texts } from "./texts.js";

const interval = 2000;

/** What is shown of the store. Null: the line is left out. */
const lines = {
  engine: (store) => texts.engines[store.engine] ?? store.engine,
  version: (store) => store.version,
  storeName: (store) => store.name,
  bytes: (store) => size(store.bytes),
  logBytes: (store) => (store.logBytes === null ? null : size(store.logBytes)),
  people: (store) => count(store.people),
  groups: (store) => count(store.groups),
  migrations: (store) => texts.migrated(store.migrations),
  subscriptions: (store) => count(store.subscriptions),
  streams: (store) => count(store.streams),
  requests: (store) => count(store.requests),
  uptime: (store) => duration(store.uptime),
};

/** Shows the view, and returns a function that ends it. */
export function showStore(main) {
  let timer;
  let isOver = false;

  const values = {};
  const list = element("dl", {}, Object.keys(lines).map((name) => {
    values[name] = element("bdi", {}, "…");
    return element("div", {}, element("dt", {}, texts[name]), element("dd", {}, values[name]));
  }));
  const status = element("p", { className: "quiet state", role: "status" });
  const note = element("p", { className: "note", hidden: true });
  const nodes = element("div", { hidden: true });
  const found = element("div", { role: "status" });
  const check = element("button", { type: "button", onclick: run }, texts.check);
  const link = (title, href) => element("a", { className: "button", href, download: "" }, title);
  const backup = link(texts.backup, "/api/store/backup");
  const dump = element("p", { className: "quiet", hidden: true }, texts.usePgDump);
  main.append(element("div", { className: "store" },
    element("section", { "aria-label": texts.store },
      element("h2", {}, texts.store), list, note, nodes, status),
    element("section", { "aria-label": texts.upkeep },
      element("h2", {}, texts.upkeep),
      ...(isAdmin() ? [element("div", { className: "buttons" }, check, backup), dump, found, new History(null).element]
        : [element("p", { className: "quiet" }, texts.adminOnly)]),
      element("h2", {}, texts.export),
      element("div", { className: "buttons" }, ["CSV", "TSV", "JSON", "NDJSON"].map((format) =>
        link(format, `/api/export?format=${format.toLowerCase()}`))))));

  async function refresh() {
    clearTimeout(timer);
    if (isOver || document.hidden) return;
    try {
      const { value } = await send("GET", "/api/store");
      if (isOver) return;
      show(value);
      write(status, "");
    } catch (problem) {
      write(status, problem.status ? problem.message : texts.offline);
    }
    if (!isOver) timer = setTimeout(refresh, interval);
  }

  function show(store) {
    for (const [name, text] of Object.entries(lines)) {
      const value = text(store);
      values[name].closest("div").hidden = value === null;
      write(values[name], value ?? "");
    }
    write(note, store.note ?? "");
    note.hidden = !store.note;
    const isServer = store.engine === "postgresql";
    backup.hidden = isServer;
    dump.hidden = !isServer;
    nodes.hidden = !isServer;
    if (isServer) showNodes(store.nodes);
  }

  function showNodes(all) {
    const rows = all.map((node) => [node.address, node.state, size(node.lagBytes)]);
    const cells = [...nodes.querySelectorAll("td bdi")];
    // The table is made anew only for other nodes; values change in their places.
    if (nodes.firstChild && cells.length === rows.length * 3) {
      return rows.flat().forEach((value, place) => write(cells[place], value));
    }
    const kind = (place) => (place === 2 ? "number" : "");
    nodes.replaceChildren(element("h3", {}, texts.nodes), rows.length
      ? element("div", { className: "table", tabIndex: 0, role: "group", "aria-label": texts.nodes },
        element("table", {},
          element("thead", {}, element("tr", {}, [texts.node, texts.state, texts.lag].map((title, place) =>
            element("th", { scope: "col", className: kind(place) }, title)))),
          element("tbody", {}, rows.map((row) => element("tr", {}, row.map((value, place) =>
            element("td", { className: kind(place) }, element("bdi", {}, value))))))))
      : element("p", { className: "quiet" }, texts.noNodes));
  }

  async function run() {
    check.disabled = true;
    found.replaceChildren(element("p", {}, texts.checking));
    try {
      const { findings } = (await send("POST", "/api/store/check")).value;
      found.replaceChildren(...(findings.length
        ? [element("p", { className: "error" }, texts.findings(findings.length)),
          element("ul", { className: "findings" }, findings.map((text) =>
            element("li", {}, element("bdi", {}, text))))]
        : [element("p", { className: "well" }, texts.well)]));
    } catch (problem) {
      found.replaceChildren(element("p", { className: "error" },
        problem.status ? problem.message : texts.unreachable));
    }
    check.disabled = false;
    if (document.activeElement === document.body) check.focus();
  }

  document.addEventListener("visibilitychange", refresh);
  document.addEventListener("authenticated", refresh);
  refresh();
  return () => {
    isOver = true;
    clearTimeout(timer);
    document.removeEventListener("visibilitychange", refresh);
    document.removeEventListener("authenticated", refresh);
  };
}

/** Writes a text where it is another one: a selection of the others stays. */
function write(place, text) {
  if (place.textContent !== text) place.textContent = text;
}
