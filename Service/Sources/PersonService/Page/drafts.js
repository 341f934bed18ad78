// What has been typed into the form and not saved. It stays when somebody else is chosen, until the tab is closed.

const key = "drafts";
const listeners = new Set();
let all = read();

function read() {
  try {
    const kept = JSON.parse(sessionStorage.getItem(key) ?? "{}");
    return new Map(Object.entries(kept ?? {}).filter(([, draft]) => draft?.values));
  } catch {
    return new Map();
  }
}

function changed() {
  try {
    sessionStorage.setItem(key, JSON.stringify(Object.fromEntries(all)));
  } catch { /* the tab has it as long as it is open */ }
  for (const listener of listeners) listener();
}

/** The id of a person who is not stored yet. */
export const unsaved = "new";

/** Returns what has been typed: `person` and `tag` are what it was typed over, `values` what the form has. */
export const draft = (id) => all.get(String(id));

export const drafts = () => [...all];

export function keepDraft(id, made) {
  all.set(String(id), made);
  changed();
}

export function dropDraft(id) {
  if (all.delete(String(id))) changed();
}

/** Forgets everything, as when somebody signs out. */
export function dropDrafts() {
  all = new Map();
  changed();
}

/** Calls a function when drafts have changed. Returns a function that ends it. */
export function watchDrafts(listener) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

addEventListener("beforeunload", (event) => { if (all.size) event.preventDefault(); });
