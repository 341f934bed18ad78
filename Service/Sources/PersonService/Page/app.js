// The views, and the address bar, which holds their state.
import { showAsk } from "./ask.js";
import { showDuplicates } from "./duplicates.js";
import { showImport } from "./import.js";
import { showPeople } from "./people.js";
import { canWrite, watchSession } from "./session.js";
import { showStore } from "./store.js";
import { texts } from "./texts.js";

const views = {
  people: showPeople, duplicates: showDuplicates, ask: showAsk, import: showImport, store: showStore,
};
const main = document.getElementById("main");
let leave = () => {};
/** Whether it is known who uses the page. Before that a link loads the page anew. */
let isKnown = false;

function show() {
  leave();
  main.replaceChildren();
  const name = location.pathname.slice(1);
  const view = Object.hasOwn(views, name) ? name : "people";
  for (const link of document.querySelectorAll("[data-view]")) {
    if (link.dataset.view === view) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
    link.hidden = link.dataset.view === "import" && !canWrite();
  }
  document.title = view === "people" ? texts.title : `${texts[view]} – ${texts.title}`;
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
watchSession(main, () => {
  isKnown = true;
  window.onpopstate = show;
  show();
});
