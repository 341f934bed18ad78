// The views, and the address bar, which holds their state.
import { showAsk } from "./ask.js";
import { showDuplicates } from "./duplicates.js";
import { showGroups } from "./groups.js";
import { showImport } from "./import.js";
import { showPeople } from "./people.js";
import { canWrite, hasPeople, hasTables, watchSession } from "./session.js";
import { showStore } from "./store.js";
import { showTables } from "./tables.js";
import { texts } from "./texts.js";
import { showTrash } from "./trash.js";

const views = {
  people: showPeople, groups: showGroups, duplicates: showDuplicates, tables: showTables, ask: showAsk,
  import: showImport, trash: showTrash, store: showStore,
};
/** The views that show an administrator more. */
const viewsOfAdministrators = ["store", "trash"];
const main = document.getElementById("main");
let leave = () => {};
let shownView = null;
/** Whether it is known who uses the page. Before that a link loads the page anew. */
let isKnown = false;

/** The name of the view of the address. */
function named() {
  const name = location.pathname.slice(1);
  const known = Object.hasOwn(views, name) ? name : "people";
  return isShown(known) ? known : hasPeople() ? "people" : "tables";
}

/** Whether the database has what a view shows. */
const isShown = (view) => (view === "ask" ? true : view === "tables" ? hasTables() : hasPeople());

/** After Back and Forward: a view that can shows its state of then, and is not made anew. */
function goBack() {
  if (named() !== shownView || !leave.restore || leave.restore() === false) show();
}

function show() {
  leave();
  main.replaceChildren();
  const view = named();
  for (const link of document.querySelectorAll("[data-view]")) {
    link.hidden = !isShown(link.dataset.view) || (link.dataset.view === "import" && !canWrite());
    if (link.dataset.view === view) {
      link.setAttribute("aria-current", "page");
      link.scrollIntoView({ block: "nearest", inline: "nearest" });
    } else {
      link.removeAttribute("aria-current");
    }
  }
  const title = hasPeople() ? texts.title : texts.tables;
  document.querySelector("h1").textContent = title;
  document.title = texts[view] === title ? title : `${texts[view]} – ${title}`;
  shownView = view;
  leave = views[view](main);
}

for (const labeled of document.querySelectorAll("[data-text]")) {
  labeled.textContent = texts[labeled.dataset.text];
}
document.querySelector(".skip").addEventListener("click", (event) => {
  event.preventDefault();
  main.focus();
});
document.addEventListener("click", (event) => {
  const link = event.target.closest("a[data-view]");
  if (!isKnown || !link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  history.pushState(null, "", link.href);
  show();
  main.focus();
});
watchSession(main, (couldWrite) => {
  isKnown = true;
  window.onpopstate = goBack;
  // What somebody writes in another view goes on.
  if (couldWrite && canWrite() && !viewsOfAdministrators.includes(shownView)) return;
  leave.keep?.();
  show();
});
