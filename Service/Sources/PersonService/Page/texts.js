// Every text of the page, in one place.
import { count, size } from "./formats.js";

export const texts = {
  title: "People", skip: "Skip to the content", people: "People", person: "Person", ask: "Ask",
  import: "Import", store: "Store",
  unreachable: "The service cannot be reached.",
  offline: "The service cannot be reached; trying again.",
  again: (seconds) => `Try again in ${seconds} s.`,

  signIn: "Sign in", signOut: "Sign out", readOnly: "read only",
  token: "Token", tokenNeeded: "A token is needed to use this service. Who runs it can give you one.",
  wrongToken: "This token is not known.",

  all: "All", letters: "First letters of the surnames", search: "Search people",
  none: "Nobody is here.", noneFound: "Nobody fits the search.",
  first: "Add the first person with New, or", firstImport: "import a file",
  choose: "Choose somebody to see and change what is known.",
  chooseToSee: "Choose somebody to see what is known.",
  new: "New", save: "Save", create: "Add", cancel: "Cancel", close: "Close", delete: "Delete", undo: "Undo",
  reverse: "Reverse", uppercase: "Uppercase",
  name: "Given name", surname: "Surname", age: "Age", email: "E-mail", birthDate: "Date of birth",
  id: "Number (id)",
  saved: "Saved.", added: "Added.", deleted: (name) => `${name} is deleted.`,
  changedInstead: "Somebody else has changed this person meanwhile; nothing was deleted.",
  notDeleted: (reason) => `Nothing was deleted. ${reason}`,
  conflict: "Somebody else has changed this person meanwhile:",
  keepMine: "Save mine", takeTheirs: "Take theirs",
  years: (age) => `${age} years`,

  chain: "A chain, as in Swift", run: "Run", verify: "Verify", live: "Live", share: "Copy link",
  measure: "Measure", history: "Last chains", chooseChain: "Last chains …",
  copied: "The link is copied.", verified: "SQL and memory give the same result.",
  suggestions: "Suggestions",
  suggested: (number) => `${number} ${number === 1 ? "suggestion" : "suggestions"}`,
  examples: "Examples", result: "Result", plan: "What runs where", sql: "SQL", advice: "Advice",
  access: "How the rows are found", parameters: (values) => `Parameters: ${values.join(", ")}`,
  inSQL: "SQL", inMemory: "memory", movedBefore: (names) => `moved before ${names.join(", ")}`,
  noRows: "No elements.", value: "value", running: "Running …",
  rows: (number, time) => `${elements(number)} in ${count(time)} ms`, elements,
  shown: (shown, kept) =>
    `The first ${count(shown)} of ${count(kept)} are shown; an export has all ${count(kept)}.`,
  kept: (number) => `The first ${count(number)} are kept.`,
  exportCSV: "Export CSV", exportJSON: "Export JSON",
  scanned: "Rows scanned", notCounted: "not counted", byKey: "none: found by key or index",
  crossed: "Rows crossed into memory", inResult: "Elements",
  failure: (reason) => `SQL could not decide (${reason}), so the chain ran in memory.`,
  chart: "The result as bars",
  plot: (name, over, number) => `${name} over ${over}: ${count(number)} points; the table has them`,

  cannotImport: "Your token, or the service, allows reading only. "
    + "To import, sign in with a token that may write.",
  dropFile: "Drop a CSV, TSV, JSON or NDJSON file here, paste it, or choose it:",
  reading: "Reading the file …", readAgain: "Read it again",
  notRead: "The file cannot be read, or the service cannot be reached.",
  about: (format, bytes, columns) =>
    `${format.toUpperCase()}, ${size(bytes)}, ${columns} ${columns === 1 ? "column" : "columns"}`,
  mapping: "Where the fields come from",
  mappingHint: "An age may come from a column of dates: it is counted in whole years up to today. "
    + "A column with a field’s own name is always imported.",
  notImported: "not imported", chooseColumn: "choose a column", columnNeeded: "A column is needed.",
  noName: "(no name)", firstRows: "The first rows", noFileRows: "The file has no rows.",
  options: "Options", onConflict: "People who are there already (same id or e-mail)",
  error: "refuse the row", ignore: "leave them as they are", update: "update them",
  maxErrors: "Rows that may be refused", maxErrorsHint: "With one more, nothing is stored.",
  notANumber: "A whole number, 0 or more.",
  dryRun: "Try only, store nothing", startImport: "Import", stopImport: "Stop",
  uploading: (done, total) => `Uploading: ${size(done)} of ${size(total)}`,
  importing: (done, total) => `Reading: ${size(done)} of ${size(total)}`,
  stopped: "Stopped. Nothing was stored.",
  notSent: "The file could not be sent. It may have changed since it was chosen, or be too large, or the "
    + "service cannot be reached. Nothing was stored.",
  endedEarly: "The answer broke off: whether the file was stored is not known. Look at the people.",
  imported: "The file is imported.", tried: "Tried: nothing was stored.", seePeople: "See the people",
  readRows: "Rows read", inserted: "New people", updated: "Updated", skipped: "Left as they were",
  rejected: "Refused", unusedColumns: "Columns not imported",
  rejectedRows: "Refused rows", line: "Line", record: "Record", column: "Column", reason: "Reason",
  given: "Value",
  downloadRejected: "Download the refused rows",
  downloadHint: "Mend them in the file, and import it: only its own columns are read.",
  someRejected: (shown, number) => `The first ${count(shown)} of ${count(number)} are here.`,

  engine: "Engine", storeName: "Name", version: "Version", bytes: "Size", logBytes: "Size of the log",
  groups: "Groups", migrations: "Migrations", subscriptions: "Live queries", requests: "Requests",
  uptime: "Running for",
  migrated: ({ current, pending }) => `${current}, ${pending ? `${pending} pending` : "none pending"}`,
  engines: { sqlite: "SQLite", postgresql: "PostgreSQL" },
  nodes: "Nodes", node: "Address", state: "State", lag: "Lag", noNodes: "No node follows this server.",
  upkeep: "Upkeep", check: "Check", checking: "Checking …", well: "All is well.",
  findings: (number) => `${count(number)} ${number === 1 ? "finding" : "findings"}:`,
  backup: "Download a backup", usePgDump: "For a backup of a PostgreSQL store, use pg_dump.",
  adminOnly: "To check the store or download a backup, sign in with a token of an administrator.",
  export: "Export",
};

function elements(number) {
  return `${count(number)} ${number === 1 ? "element" : "elements"}`;
}
