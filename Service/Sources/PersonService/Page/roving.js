// A list with one tab stop: the arrow keys move the focus in it.

const steps = { ArrowDown: 1, ArrowUp: -1, PageDown: 10, PageUp: -10, Home: -Infinity, End: Infinity };
const sideways = { ArrowRight: 1, ArrowLeft: -1 };

export class Roving {
  /**
   * Makes the items of a container a list. `items` is their selector; each has `data-id`. `onKey` gets other keys,
   * the item, and its place; it returns whether it has used the key.
   */
  constructor(container, items, { isSideways = false, onMove = () => {}, onKey = () => false } = {}) {
    this.container = container;
    this.items = items;
    this.current = null;
    container.addEventListener("focusin", (event) => {
      const item = event.target.closest(items);
      if (item) this.mark(item.dataset.id);
    });
    container.addEventListener("keydown", (event) => {
      const item = event.target.closest(items);
      if (!item || event.target !== item) return;
      const all = this.all;
      const place = all.indexOf(item);
      if (onKey(event, item, place)) return event.preventDefault();
      if (event.altKey || event.ctrlKey || event.metaKey) return;
      const step = steps[event.key] ?? (isSideways ? sideways[event.key] : undefined);
      if (step === undefined) return;
      event.preventDefault();
      const next = all[Math.max(0, Math.min(all.length - 1, place + step))];
      this.focus(next);
      onMove(event, next, item);
    });
  }

  get all() { return [...this.container.querySelectorAll(this.items)]; }

  /** Gives the tab stop to the item with an id, or to the first one. Called after the items have changed. */
  update() { this.mark(this.current); }

  mark(id) {
    const all = this.all;
    const stop = all.find((item) => item.dataset.id === id) ?? all[0];
    this.current = stop?.dataset.id ?? null;
    for (const item of all) item.tabIndex = item === stop ? 0 : -1;
  }

  focus(item) {
    if (!item) return;
    item.focus();
    item.scrollIntoView({ block: "nearest" });
  }

  /** Moves the focus into the list, to where it was last. Returns whether there is anything. */
  enter() {
    const item = this.all.find((one) => one.tabIndex === 0) ?? this.all[0];
    this.focus(item);
    return Boolean(item);
  }
}
