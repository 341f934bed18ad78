// Every text of the page, in one place.
import { count, size } from "./formats.js";

export const texts = {
  title: "People", skip: "Skip to the content", people: "People", person: "Person", ask: "Ask",
  import: "Import", store: "Store", tables: "Tables",
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
  keptDraft: "This was typed before, and is not saved yet.", discard: "Give it up",
  drafts: "Drafts:", isDraft: "draft", nameless: "Somebody without a name",
  mustBeUnique: "must be unique.",
  hasAddress: (name) => `${name} has it.`,
  inGroups: "Groups:",
  select: (name) => `Select ${name}`, selectAll: "Select everybody in the list",
  listKeys: "Arrow keys move, Enter opens, Space selects, Shift with arrow keys selects several.",
  listKeysToRead: "Arrow keys move, Enter opens.",
  peopleFound: (number) => people(number),
  order: "Order", usualOrder: "As usual",
  sortBy: "Sort by this column", ascending: "ascending", descending: "descending",

  filter: "Filter", filters: "Filters", filterOf: (number) => `Filter (${number})`,
  filteredField: "Field", filterTest: "Condition", filterValue: "Looked for", addFilter: "Filter by this",
  removeFilter: "Remove the filter", filterValueNeeded: "A value is needed.",
  tooManyFilters: (most) => `There can be ${most} filters.`,
  filterTests: {
    is: "is", contains: "contains", min: "from", max: "up to", known: "is known", unknown: "is not known",
    yes: "is true", no: "is false",
  },
  filtered: (field, test, value) => (["known", "unknown", "yes", "no"].includes(test) ? `${field} ${texts.filterTests[test]}`
    : `${field} ${texts.filterTests[test]} ${test === "is" || test === "contains" ? `“${value}”` : value}`),
  exportFound: (number) => `${people(number)}, as in the list:`,

  withSelected: "What to do with those who are selected",
  selected: (number) => `${count(number)} selected`,
  selectTotal: (number, isCut) => `Select ${isCut ? "the first" : "all"} ${count(number)}`,
  selectNobody: "Clear", editSelected: "Edit …", mergeSelected: "Merge …", deleteSelected: "Delete …",
  addToGroup: "Add to a group", mergeSome: (most) => `For 2 to ${most} people`,
  editMany: (number) => `Edit ${people(number)}`, newValue: "New value", change: "Change",
  emptyTakesAway: "If empty, the value is taken away.",
  changedMany: (number, missing) =>
    `Changed ${people(number)}${missing ? `; ${count(missing)} are not there any more` : ""}.`,
  deletedMany: (number) => `Deleted ${people(number)}.`, deleteMany: (number) => `Delete ${people(number)}`,
  cannotBeUndone: "This service keeps no history: nobody can be restored.",
  notRestored: (reason) => `Nobody was restored. ${reason}`,
  addManyToGroup: (number) => `Add ${people(number)} to a group`,
  inGroup: (name, number) => `${people(number)} added to ${name}.`,

  group: "Group", newGroup: "New group", groupName: "Name of the group", chooseGroup: "Choose a group, or make one.",
  noGroups: "There are no groups yet.", nobodyInGroup: "Nobody is in this group.", deleteGroup: "Delete the group",
  groupDeleted: (name) => `The group ${name} is deleted; its people stay.`,
  groupTwice: "There is a group with this name.",
  groupChanged: "Somebody else has changed the group meanwhile. It is shown as it is now; do it again.",
  members: "People of the group", addPeople: "Add people", foundPeople: "People who are found",
  memberKeys: "Arrow keys choose, Alt with arrow keys moves, Delete takes out, Enter opens.",
  groupKeys: "Arrow keys choose, Alt with arrow keys moves, Enter opens.",
  groupsChanged: "Somebody else has made, deleted or ordered groups meanwhile. They are shown as they are now; do it again.",
  memberKeysToRead: "Arrow keys choose, Enter opens.",
  drag: "Drag to move", takeOut: (name) => `Take ${name} out of the group`,
  takenOut: (name) => `${name} is not in the group any more.`,
  movedTo: (name, place, number) => `${name} is ${count(place)} of ${count(number)}.`,
  isInGroup: (name) => `${name} is in the group.`,

  personHistory: "What has changed", allChanges: "The last changes", earlierChanges: "Earlier",
  noChanges: "Nothing has been changed here.",
  noHistory: "This service keeps no history.",
  changeKind: ({ kind, subject, other, after, before }) => (subject === "file"
    ? `${kind === "undo" ? "Import undone" : "Imported"}: ${(after ?? before)?.source ?? ""}`
    : kind === "merge" ? (after ? `Merged with ${other}` : `Merged into ${other}`) : kinds[kind] ?? kind),
  trash: "Trash", noTrash: "Nobody is in the trash.",
  trashHint: "People who were deleted or merged into others on this page or over the interface. They come back as "
    + "they were.",
  deletedAt: "Deleted", restore: "Restore", restoreName: (name) => `Restore ${name}`,
  restored: (name) => `${name} is there again.`, mergedInto: (id) => `merged into ${id}`,
  addressTaken: "Somebody else has the e-mail address now.",
  forget: "Forget", forgetName: (name) => `Forget ${name}`, forgotten: (name) => `${name} is forgotten.`,
  forgetHint: "The values are taken out of the trash and the history for good.",

  years: (age) => `${age} ${age === 1 ? "year" : "years"}`,
  columns: "Columns", fullName: "Name", noName: "(no name)",
  attributes: "Attributes", attributeName: "Name of the attribute",
  attributeValue: "Value of the attribute", nameHint: "Name", valueHint: "Value",
  addAttribute: "Add an attribute",
  removeAttribute: "Remove the attribute", nameTwice: "This name is there twice.",
  nameNeeded: "A name is needed.",
  notAValue: { age: "A whole number, or nothing.", birthDate: "A whole date, or nothing." },

  duplicates: "Duplicates", matchedBy: "What two people have in common", lookAgain: "Look again",
  criteria: { email: "e-mail address", name: "name and date of birth", similar: "similar name" },
  matched: ({ by, distance }) => (by === "similar"
    ? distance === 0 ? "the same name" : `similar names (${distance} ${distance === 1 ? "difference" : "differences"})`
    : by === "email" ? "the same e-mail address" : "the same name and date of birth"),
  lookingForPairs: "Looking for pairs …", noPairs: "No duplicates are found.", morePairs: "More pairs",
  pairs: (number) => `${count(number)} ${number === 1 ? "pair" : "pairs"}`,
  pairsOf: (shown, number) => `The first ${count(shown)} of ${count(number)} pairs`,
  leftOut: (number) => `Left out, because too many people have it in common: ${count(number)}`,
  and: "and", merge: "Merge", differs: "differs", keptPerson: "Keep number",
  pairCaption: "Values of both people. The value that is not chosen is kept as an attribute.",
  merged: (removed, kept) => `Person ${removed} is merged into ${kept}.`,
  pairChanged: "Somebody else has changed one of both meanwhile; nothing was merged. Look again.",

  table: "Table", databaseView: "view", chooseTable: "Choose a table.",
  leftOutTables: (number) => `${count(number)} ${number === 1 ? "remark" : "remarks"}`,
  askThis: "Ask", countBy: "Count by …", readAgainRows: "Read again", allRows: "All rows",
  rowsFound: (number) => `${count(number)} ${number === 1 ? "row" : "rows"}`, noRowsFound: "No row fits.",
  openRow: (key) => `Open ${key}`, row: "Row", relatedRows: "Related rows", rowIsGone: "The row is not there any more.",
  rowChanged: "Somebody else has changed these values meanwhile, or the row is gone; nothing was stored. Open it again.",
  deleteRow: "Delete the row", deleteRowOf: (table) => `The row of ${table} cannot be restored.`, rowDeleted: "Deleted.",
  noValue: "no value", noValueOf: (column) => `${column} has no value`,
  notOfType: (column, type) => `${column} needs a value of type ${type}.`,

  chain: "A chain, as in Swift", run: "Run", verify: "Verify", live: "Live", share: "Copy link",
  stopChain: "Stop", chainStopped: "Stopped.",
  measure: "Measure", history: "Saved and last chains", chooseChain: "Chains …",
  savedChains: "Saved", lastChains: "Last", saveChain: "Save chain", chainName: "Name of the chain",
  forgetChain: "Forget the saved chain", chainSaved: (name) => `Saved as ${name}.`,
  chainForgotten: (name) => `${name} is not saved any more.`, notKept: "The browser keeps nothing.",
  copied: "The link is copied.", verified: "SQL and memory give the same result.",
  suggestions: "Suggestions",
  suggested: (number) => `${number} ${number === 1 ? "suggestion" : "suggestions"}`,
  examples: "Examples", result: "Result", plan: "What runs where", sql: "SQL", advice: "Advice",
  access: "How the rows are found", parameters: (values) => `Parameters: ${values.join(", ")}`,
  inSQL: "SQL", inMemory: "memory", runsInSQL: "In SQL", runsInMemory: "In memory",
  rowsRead: "rows of the table", rowsCross: "rows into memory", rowsGoOn: "rows",
  inTheResult: (number) => (number === 1 ? "element in the result" : "elements in the result"),
 movedBefore: (names) => `moved before ${names.join(", ")}`,
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
  dropFile: "Drop a CSV, TSV, JSON, NDJSON or vCard file here, paste it, or choose it:",
  reading: "Reading the file …", readAgain: "Read it again",
  notRead: "The file cannot be read, or the service cannot be reached.",
  about: (format, bytes, columns) =>
    `${format.toUpperCase()}, ${size(bytes)}, ${columns} ${columns === 1 ? "column" : "columns"}`,
  mapping: "What the columns become",
  mappingHint: "This is a guess by names and values, which you can correct. Every column that is no field becomes "
    + "an attribute, so that nothing is lost. A value that a column of your choice cannot have refuses its row; one "
    + "that a guessed column cannot have becomes an attribute.",
  column: "Column", exampleValues: "Values", becomes: "Becomes", why: "Why",
  becomesOf: (column) => `What becomes of ${column}`, columnNumber: (number) => `column ${number}`,
  attribute: "Attribute", ignoreColumn: "Ignore", chosen: "chosen", asGuessed: "As guessed",
  wholeNames: {
    "surname, name": "Whole name: Lovelace, Ada", "name surname": "Whole name: Ada Lovelace",
    "surname name": "Whole name: Lovelace Ada", name: "Whole name, not split",
  },
  alsoBecomes: (target, reason) => `${target}: ${reason}`,
  nameNeededInFile: "No column is the name of people. Choose one.",
  firstPeople: "The first people, as they would be stored", noFileRows: "The file has no people.",
  nobodyCanBeStored: "Nobody of the first rows could be stored.",
  wouldBeRefused: (number, rows, isWhole) =>
    `Of ${isWhole ? "" : "the first "}${count(rows)} ${rows === 1 ? "row" : "rows"} `
    + `${number ? count(number) : "none"} would be refused before the store is asked; `
    + "“Try only” asks it too.",
  refusedRows: (number) => `${count(number)} ${number === 1 ? "row" : "rows"}`,
  firstAt: (line) => `first in line ${count(line)}`,
  importNotes: {
    kept: (number, field) => `kept as attributes, because they cannot be ${field}: ${values(number)}`,
    rounded: (number) => `ages rounded down, and kept whole as attributes: ${values(number)}`,
    several: (number) => `several addresses, of which the first is taken; attributes keep all: ${values(number)}`,
    shared: (number) => `kept as attributes, because people before have the address: ${values(number)}`,
    tooOld: (number) => `no age, because it would be higher than is possible: ${people(number)}`,
    named: (number) => `named by this column, for want of a name: ${people(number)}`,
  },
  howRead: "How the file is read", encoding: "Encoding", usualEncoding: "as usual (UTF-8, UTF-16)",
  dates: "Form of days", datesHint: "Where it is not 1815-12-10, and not found.",
  nullWords: "Texts that are no value", nullWordsHint: "With commas; if empty: NA, N/A, -, null and the like.",
  asOf: "Count ages up to", asOfHint: "From days or years of birth; without a day, ages are not counted.",
  noHeader: "The first line is a person", trim: "Leave out spaces around values",
  options: "Options", onConflict: "People who are there already",
  error: "refuse the row", ignore: "leave them as they are", update: "update them",
  key: "Who is there already is found by", usualKey: "number (id) or e-mail",
  maxErrors: "Rows that may be refused", maxErrorsHint: "With one more, nothing is stored.",
  notANumber: "A whole number, 0 or more.",
  dryRun: "Try only, store nothing", startImport: "Import", stopImport: "Stop",
  uploading: (done, total) => `Uploading: ${size(done)} of ${size(total)}`,
  importing: (done, total) => `Reading: ${size(done)} of ${size(total)}`,
  stopped: "Stopped. Nothing was stored.",
  notSent: "The file could not be sent. It may have changed since it was chosen, or be too large, or the "
    + "service cannot be reached. Nothing was stored.",
  endedEarly: "The answer broke off: whether the file was stored is not known. Look at the people.",
  imported: ({ inserted, updated }) => (!inserted && updated ? `Updated ${people(updated)}.`
    : `Imported ${people(inserted)}${updated ? `, updated ${people(updated)}` : ""}.`),
  undone: ({ number, inserted, updated }) =>
    `Import ${number} is undone: ${people(inserted)} deleted${updated ? `, ${people(updated)} as before` : ""}.`,
  pastImports: "Past imports", noImports: "Nothing has been imported.", earlierImports: "Earlier imports",
  notRecorded: "The store is on a server, which records no imports. They cannot be undone.",
  number: "Number", file: "File", time: "Time", undoneAt: (time) => `undone ${time}`,
  undoOf: (number, source) => `Undo import ${number} of ${source}`,
  wouldUndo: ({ inserted, updated }) =>
    `${people(inserted)} will be deleted${updated ? `, and ${people(updated)} will be as before` : ""}.`,
  tried: "Tried: nothing was stored.", seePeople: "See the people",
  readRows: "Rows read", inserted: "New people", updated: "Updated", skipped: "Left as they were",
  rejected: "Refused", unusedColumns: "Columns not imported",
  rejectedRows: "Refused rows", line: "Line", record: "Record", reason: "Reason",
  given: "Value",
  downloadRejected: "Download the refused rows",
  downloadHint: "Mend them in the file, and import it: only its own columns are read.",
  someRejected: (shown, number) => `The first ${count(shown)} of ${count(number)} are here.`,

  engine: "Engine", storeName: "Name", version: "Version", bytes: "Size", logBytes: "Size of the log",
  groups: "Groups", migrations: "Migrations", subscriptions: "Live queries", streams: "Streams of live queries", requests: "Requests",
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

function people(number) {
  return `${count(number)} ${number === 1 ? "person" : "people"}`;
}

function values(number) {
  return `${count(number)} ${number === 1 ? "value" : "values"}`;
}

const kinds = {
  create: "Added", change: "Changed", delete: "Deleted", restore: "Restored", forget: "Forgotten",
};
