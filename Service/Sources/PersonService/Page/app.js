// The views, and the address bar, which holds their state.
import { showAsk } from "./ask.js";
import { showPeople } from "./people.js";
import { texts } from "./texts.js";

const main = document.getElementById("main");
let leave = () => {};

function show() {
  leave();
  main.replaceChildren();
  const view = location.pathname === "/ask" ? "ask" : "people";
  for (const link of document.querySelectorAll("[data-view]")) {
    if (link.dataset.view === view) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
  document.title = view === "ask" ? `${texts.ask} – ${texts.title}` : texts.title;
  leave = (view === "ask" ? showAsk : showPeople)(main);
}

for (const labeled of document.querySelectorAll("[data-text]")) {
  labeled.textContent = texts[labeled.dataset.text];
}
document.addEventListener("click", (event) => {
  const link = event.target.closest("a[data-view]");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  history.pushState(null, "", link.href);
  show();
  main.focus();
});
let shown = location.pathname + location.search;
window.addEventListener("popstate", () => {
  // The skip link only changes the part behind #.
  if (shown !== location.pathname + location.search || !location.hash) show();
  shown = location.pathname + location.search;
});
show();
