// Groups: made, renamed and deleted; their people in an order of their own.
import { send } from "./api.js";
import { openDialog, said } from "./dialog.js";
import { element, message } from "./elements.js";
import { count } from "./formats.js";
import { GroupPanel } from "./group.js";
import { Roving } from "./roving.js";
import { canWrite } from "./session.js";
import { texts } from "./texts.js";

/** Shows the view. Returns a function that ends it; its `restore` shows the group of the address. */
export function showGroups(main) {
  let groups = [];
  let chosen = new URLSearchParams(location.search).get("group");
  const items = element("ul");
  const note = element("p", { className: "quiet empty", role: "status" });
  const panel = element("section", { className: "group", "aria-label": texts.group });
  const group = new GroupPanel(panel, { onChange: changed, onDeleted: deleted });
  main.append(element("div", { className: "groups" },
    element("nav", { className: "group-list", "aria-label": texts.groups },
      canWrite() ? element("button", { type: "button", className: "first", onclick: create }, texts.newGroup) : null,
      note, items),
    panel));
  const stops = new Roving(items, "button");

  async function read() {
    try {
      groups = (await send("GET", "/api/groups")).value
        .sort((one, two) => one.letter.localeCompare(two.letter, navigator.language, { numeric: true }));
      show();
    } catch (problem) {
      note.textContent = problem.status ? problem.message : texts.unreachable;
    }
  }

  function show() {
    const focused = items.contains(document.activeElement) ? document.activeElement.dataset.id : null;
    note.textContent = groups.length ? "" : texts.noGroups;
    note.hidden = groups.length > 0;
    items.replaceChildren(...groups.map(({ id, letter, people }) => element("li", {}, element("button", {
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
    groups = groups.map((one) => (one.id === id ? { id, letter, people: people.length } : one));
    show();
  }

  async function deleted(gone) {
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
    read();
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
