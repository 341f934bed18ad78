// The rows of a live query.

/** Applies changes to rows, and returns the places of those that are new or moved. */
export function apply(changes, rows) {
  const changed = new Set();
  // Removals come first, from the last to the first place; then insertions in order.
  for (const change of changes) {
    if ("remove" in change) rows.splice(change.remove, 1);
    else {
      rows.splice(change.insert, 0, change.row);
      changed.add(change.insert);
    }
  }
  return changed;
}
