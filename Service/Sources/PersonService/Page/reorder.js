// A list whose rows are moved: by a handle, with a pointer of any kind, or by keyboard.

export class Reorder {
  /**
   * `handle` is the selector of what is dragged in a row. `onMove` is called when a row has another place, with the
   * place from before and the new one.
   */
  constructor(list, handle, onMove) {
    this.list = list;
    this.onMove = onMove;
    list.addEventListener("pointerdown", (event) => {
      const grip = event.target.closest(handle);
      if (grip && event.button === 0) this.drag(event, grip.closest("li"));
    });
  }

  drag(event, row) {
    event.preventDefault();
    const from = this.place(row);
    // The row moves in the document, and would lose the pointer.
    const { list } = this;
    list.setPointerCapture(event.pointerId);
    row.classList.add("dragged");
    const move = ({ clientY }) => {
      for (const other of this.list.children) {
        if (other === row) continue;
        const { top, height } = other.getBoundingClientRect();
        const isBefore = this.place(other) < this.place(row);
        if (isBefore && clientY < top + height / 2) return void other.before(row);
        if (!isBefore && clientY > top + height / 2 && clientY < top + height) return void other.after(row);
      }
      const last = this.list.lastElementChild;
      if (last !== row && clientY > last.getBoundingClientRect().bottom) last.after(row);
    };
    const end = (isDone) => {
      list.removeEventListener("pointermove", move);
      list.removeEventListener("pointerup", drop);
      list.removeEventListener("pointercancel", cancel);
      document.removeEventListener("keydown", escape, true);
      row.classList.remove("dragged");
      const to = this.place(row);
      if (isDone && to !== from) return this.onMove(from, to, row);
      if (to !== from) this.put(row, from);
    };
    const drop = () => end(true);
    const cancel = () => end(false);
    const escape = (pressed) => {
      if (pressed.key !== "Escape") return;
      pressed.preventDefault();
      pressed.stopPropagation();
      cancel();
    };
    list.addEventListener("pointermove", move);
    list.addEventListener("pointerup", drop);
    list.addEventListener("pointercancel", cancel);
    document.addEventListener("keydown", escape, true);
  }

  place(row) { return [...this.list.children].indexOf(row); }

  put(row, place) {
    row.remove();
    this.list.insertBefore(row, this.list.children[place] ?? null);
  }

  /** Moves a row by some places. The focus stays in it. */
  moveBy(row, step) {
    const from = this.place(row);
    const to = Math.max(0, Math.min(this.list.children.length - 1, from + step));
    if (to === from) return;
    const focused = row.contains(document.activeElement) ? document.activeElement : null;
    this.put(row, to);
    focused?.focus();
    row.scrollIntoView({ block: "nearest" });
    this.onMove(from, to, row);
  }
}
