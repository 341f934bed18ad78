// Groups: made, renamed, deleted and ordered; their people in an order of their own.
import { send } from "./api.js";
import { openDialog, said } from "./dialog.js";
import { element, message } from "./elements.js";
import { count } from "./formats.js";
import { GroupPanel } from "./group.js";
import { Reorder } from "./reorder.js";
import { Roving } from "./roving.js";
import { canWrite } from "./session.js";
import { texts } from "./texts.js";

/** Shows the view. Returns a function that ends it; its `restore` shows the group of the address. */
export function showGroups(main) {
  let groups = [];
  let chosen = new URLSearchParams(location.search).get("group");
  /** The entity tag of the order. */
  let tag = null;
  let saving = Promise.resolve();
  const items = element("ul", { "aria-label": texts.groups, "aria-describedby": "group-keys" });
  const note = element("p", { className: "quiet empty", role: "status" });
  const told = element("p", { className: "unseen", role: "status", "aria-live": "assertive" });
  const panel = element("section", { className: "group", "aria-label": texts.group });
  const group = new GroupPanel(panel, { onChange: changed, onDeleted: deleted });
  main.append(element("div", { className: "groups" },
    element("nav", { className: "group-list", "aria-label": texts.groups },
      canWrite() ? element("button", { type: "button", className: "first", onclick: create }, texts.newGroup) : null,
      note, items, element("p", { className: "unseen", id: "group-keys" }, canWrite() ? texts.groupKeys : texts.memberKeysToRead),
      told),
    panel));
  const order = canWrite() ? new Reorder(items, ".handle", moved) : null;
  const stops = new Roving(items, "button", {
    onKey: (event, item) => {
      const step = { ArrowUp: -1, ArrowDown: 1, Home: -Infinity, End: Infinity }[event.key];
      if (!order || !event.altKey || step === undefined) return false;
      order.moveBy(item.closest("li"), step);
      return true;
    },
  });

  async function read() {
    try {
      take(await send("GET", "/api/groups"));
    } catch (problem) {
      note.textContent = problem.status ? problem.message : texts.unreachable;
    }
  }

  /** Takes the groups in their order. Before anybody has ordered them they are shown by their names. */
  function take({ value, tag: current }) {
    groups = value;
    tag = current;
    if (!isOrdered()) {
      groups.sort((one, two) => one.letter.localeCompare(two.letter, navigator.language, { numeric: true }));
    }
    show();
  }

  const isOrdered = () => groups.some(({ position }) => position !== null);

  function moved(from, to) {
    const [group] = groups.splice(from, 1);
    groups.splice(to, 0, group);
    told.textContent = texts.movedTo(group.letter, to + 1, groups.length);
    stops.update();
    saveOrder();
  }

  /** Stores the order, after those before. Somebody else's is not overwritten. */
  function saveOrder() {
    const ids = groups.map(({ id }) => id);
    saving = saving.then(async () => {
      try {
        const answer = await send("PUT", "/api/groups/order", { ids }, { "If-Match": tag });
        tag = answer.tag;
        const positions = new Map(answer.value.map(({ id, position }) => [id, position]));
        for (const one of groups) one.position = positions.get(one.id) ?? null;
      } catch (problem) {
        message([412, 422].includes(problem.status) ? texts.groupsChanged
          : problem.status ? problem.message : texts.unreachable);
        await read();
      }
    });
    return saving;
  }

  function show() {
    const focused = items.contains(document.activeElement) ? document.activeElement.dataset.id : null;
    note.textContent = groups.length ? "" : texts.noGroups;
    note.hidden = groups.length > 0;
    items.replaceChildren(...groups.map(({ id, letter, people }) => element("li", {},
      order ? element("span", { className: "handle", "aria-hidden": "true", title: texts.drag }, "⠿") : null, element("button", {
      type: "button", "data-id": String(id), "aria-current": String(id) === chosen ? "true" : null,
      onclick: () => choose(id),
    }, element("bdi", {}, letter), " ", element("span", { className: "number" }, count(people))))));
    if (chosen) stops.mark(chosen);
    stops.update();
    if (focused) items.querySelector(`[data-id="${CSS.escape(focused)}"]`)?.focus();
  }

  function choose(id) {
    const isStep = String(id) !== chosen;
    chosen = String(id);
    if (isStep) history.pushState(null, "", `/groups?group=${id}`);
    show();
    group.open(id);
  }

  function create() {
    const name = element("input", { id: "group-name", autocomplete: "off" });
    openDialog(texts.newGroup, element("p", {}, element("label", { htmlFor: name.id }, texts.groupName), name),
      texts.create, async () => {
        if (!name.value.trim()) throw said(texts.nameNeeded);
        try {
          const { value } = await send("POST", "/api/groups", { letter: name.value, items: [] });
          await read();
          choose(value.id);
        } catch (problem) {
          throw problem.status === 409 ? said(texts.groupTwice) : problem;
        }
      });
  }

  /** Called when the group that is open is another one now. */
  function changed({ id, letter, items: people }) {
    groups = groups.map((one) => (one.id === id ? { ...one, letter, people: people.length } : one));
    show();
  }

  async function deleted(gone) {
    const place = isOrdered() ? groups.findIndex(({ id }) => id === gone.id) : -1;
    chosen = null;
    history.replaceState(null, "", "/groups");
    await read();
    (items.querySelector("button") ?? main.querySelector(".group-list button"))?.focus();
    message(texts.groupDeleted(gone.letter), {
      title: texts.undo,
      run: async () => {
        try {
          const { value } = await send("POST", "/api/groups",
            { letter: gone.letter, items: gone.items.map((person) => person.id) });
          await read();
          if (place >= 0) {
            const from = groups.findIndex(({ id }) => id === value.id);
            groups.splice(Math.min(place, groups.length - 1), 0, ...groups.splice(from, 1));
            await saveOrder();
          }
          choose(value.id);
        } catch (problem) {
          message(texts.notRestored(problem.status ? problem.message : texts.unreachable));
        }
      },
    });
  }

  function restore() {
    const asked = new URLSearchParams(location.search).get("group");
    if (asked === chosen) return;
    chosen = asked;
    show();
    if (chosen) group.open(chosen);
    else group.close();
  }

  /** Shows what others have changed meanwhile, unless somebody works here. */
  function refresh() {
    if (document.hidden) return;
    if (!items.querySelector(".dragged")) read();
    if (chosen && !panel.contains(document.activeElement)) group.open(chosen);
  }

  document.addEventListener("visibilitychange", refresh);
  document.addEventListener("authenticated", refresh);
  read();
  if (chosen) group.open(chosen);
  else group.close();
  const leave = () => {
    document.removeEventListener("visibilitychange", refresh);
    document.removeEventListener("authenticated", refresh);
    group.end();
  };
  leave.restore = restore;
  return leave;
}
