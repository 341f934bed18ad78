// A file of people: what becomes of its columns, its import, the rows that were refused, and the way back.
import { Problem, send, sendFile } from "./api.js";
import { element } from "./elements.js";
import { count } from "./formats.js";
import { PastImports, undoImport } from "./history.js";
import { Mapping } from "./mapping.js";
import { Options } from "./options.js";
import { notesOf, previewOf } from "./preview.js";
import { Rejections } from "./rejections.js";
import { canWrite } from "./session.js";
import { texts } from "./texts.js";
import { contentType, upload } from "./upload.js";

const previewSize = 262_144;

/** Shows the view, and returns a function that ends it. */
export function showImport(main) {
  if (!canWrite()) {
    main.append(element("p", { className: "empty" }, texts.cannotImport));
    return () => {};
  }
  let file = null;
  let preview = null;
  let mapping = null;
  let options = null;
  let running = new AbortController();
  let looking = new AbortController();

  const chooser = element("input", {
    type: "file", id: "file", accept: ".csv,.tsv,.tab,.txt,.json,.ndjson,.jsonl,.vcf,.vcard,.gz",
    onchange: () => { if (chooser.files.length) choose(chooser.files[0]); },
  });
  const drop = element("div", { className: "drop" },
    element("label", { htmlFor: "file" }, texts.dropFile), chooser);
  const about = element("p", { className: "about", role: "status" });
  const problem = element("div", { role: "alert" });
  const chosen = element("div");
  const looked = element("div");
  const first = element("div");
  const bar = element("progress", { id: "progress", max: 1, value: 0 });
  const barLabel = element("label", { htmlFor: "progress" });
  const progress = element("div", { className: "progress", hidden: true }, barLabel, bar);
  const outcome = element("div", { role: "status", tabIndex: -1 });
  const refused = element("div");
  const past = new PastImports();
  main.append(element("div", { className: "import" },
    drop, about, chosen, progress, problem, outcome, refused, past.element));
  past.read();

  const hasFile = (event) => event.dataTransfer?.types.includes("Files");
  const over = (event) => {
    if (!hasFile(event)) return;
    event.preventDefault();
    drop.classList.add("over");
  };
  const out = (event) => { if (!event.relatedTarget) drop.classList.remove("over"); };
  const take = (event) => {
    const given = (event.dataTransfer ?? event.clipboardData)?.files[0];
    drop.classList.remove("over");
    if (!given) return;
    event.preventDefault();
    choose(given);
  };
  // A file that misses the zone is not opened by the browser.
  const listeners = { dragover: over, dragleave: out, drop: take, paste: take };
  for (const [name, listener] of Object.entries(listeners)) addEventListener(name, listener);

  /** Stops what runs, and forgets what the last run has shown. */
  function stop() {
    running.abort();
    running = new AbortController();
    progress.hidden = true;
    for (const part of [problem, outcome, refused]) part.replaceChildren();
  }

  function fail(error) {
    const { type, errors = [] } = error.document ?? {};
    const needsName = type === "/problems/mapping" && errors[0]?.field === "name" && !errors[0].value;
    problem.replaceChildren(
      element("p", { className: "note error" }, needsName ? texts.nameNeededInFile : error.message),
      ...(needsName ? [] : errors.map(({ field, value, reason }) =>
        element("p", { className: "error" }, `${field}: ${value ? `${value} ` : ""}${reason}`))));
  }

  function choose(given) {
    stop();
    file = given;
    [preview, mapping] = [null, null];
    looked.replaceChildren();
    options = new Options(look);
    showForm();
    look();
  }

  /** Shows what an import with the present choices would make of the file. */
  async function look() {
    looking.abort();
    looking = new AbortController();
    const { signal } = looking;
    problem.replaceChildren();
    about.replaceChildren(element("bdi", {}, file.name), `: ${texts.reading}`);
    const part = file.slice(0, previewSize);
    try {
      preview = await sendFile(`/api/import/preview?${query({ part: part.size < file.size })}`, part,
        contentType(file.name), signal);
    } catch (error) {
      if (signal.aborted) return;
      about.replaceChildren(element("bdi", {}, file.name), " ",
        element("button", { type: "button", onclick: look }, texts.readAgain));
      return fail(error.status ? error : new Error(texts.notRead));
    }
    if (mapping?.fits(preview.mapping)) mapping.show(preview);
    else mapping = new Mapping(preview, look);
    about.replaceChildren(element("bdi", {}, file.name),
      `: ${texts.about(preview.format, file.size, mapping.columns.length)}`);
    options.offer(mapping.keys);
    if (looked.firstChild !== mapping.element) looked.replaceChildren(mapping.element, first);
    first.replaceChildren(...previewOf(preview));
  }

  /** The parameters of a request for the file. */
  function query(more) {
    const all = { source: file.name, ...options.parameters, ...mapping?.parameters, ...more };
    return Object.entries(all).map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join("&");
  }

  function showForm() {
    const submit = (event) => {
      event.preventDefault();
      start(form);
    };
    const form = element("form", { noValidate: true, onsubmit: submit },
      element("fieldset", { className: "whole", name: "whole" }, looked, options.element),
      element("p", { className: "buttons" },
        element("button", { type: "submit", className: "first" }, texts.startImport),
        element("button", {
          type: "button", name: "stop", hidden: true, onclick: () => running.abort(),
        }, texts.stopImport)));
    chosen.replaceChildren(form);
  }

  async function start(form) {
    const { whole, stop: stopButton } = form.elements;
    const button = form.querySelector("[type=submit]");
    if (button.disabled || !options.check()) return;
    stop();
    const { signal } = running;
    const parameters = query({ maxErrors: options.maxErrors.value, dryRun: options.dryRun.checked });
    const isBusy = (busy) => {
      whole.disabled = busy;
      button.disabled = busy;
      stopButton.hidden = !busy;
      progress.hidden = !busy;
    };
    isBusy(true);
    stopButton.focus();
    showProgress(texts.uploading, 0, file.size);
    const rejections = new Rejections();
    refused.append(rejections.element);
    let end = null;
    try {
      // A large file is not sent for nothing where a token is needed.
      await send("GET", "/api/session", undefined, {}, { signal });
      await upload(`/api/import?${parameters}`, file, contentType(file.name),
        (done, total) =>
          (done < total ? showProgress(texts.uploading, done, total) : showProgress(texts.importing, 0, total)),
        (line) => {
          if (line.progress) showProgress(texts.importing, line.progress.bytes, file.size);
          if (line.rejected) rejections.add(line.rejected);
          if (line.summary || line.problem) end = line;
        }, signal);
      if (!end) throw new Error(texts.endedEarly);
      if (end.problem) throw new Problem(end.problem);
      rejections.end(end.summary.rejected);
      showSummary(end);
    } catch (error) {
      // Another file has been chosen meanwhile.
      if (signal !== running.signal) return;
      const isStopped = signal.aborted;
      const isUnsent = error instanceof TypeError;
      fail(isStopped || isUnsent ? new Error(isStopped ? texts.stopped : texts.notSent) : error);
    } finally {
      isBusy(false);
    }
    if (outcome.firstChild) outcome.focus();
    else if (document.activeElement === document.body) button.focus();
  }

  function showProgress(label, done, total) {
    barLabel.textContent = label(done, total);
    bar.max = Math.max(1, total);
    bar.value = done;
  }

  function showSummary({ summary, isDryRun }) {
    const line = (name) => [element("dt", {}, texts[name === "read" ? "readRows" : name]),
      element("dd", { className: "number" }, count(summary[name]))];
    const title = element("h2", {}, isDryRun ? texts.tried : texts.imported(summary));
    const undo = element("button", { type: "button", onclick: takeBack }, texts.undo);
    const failure = element("p", { className: "error", role: "alert" });
    outcome.replaceChildren(
      title,
      element("dl", { className: "numbers" },
        ["read", "inserted", "updated", "skipped", "rejected"].flatMap(line)),
      ...notesOf(summary.notes),
      ...(summary.unusedColumns.length ? [element("p", { className: "quiet" }, `${texts.unusedColumns}: `,
        element("bdi", {}, summary.unusedColumns.join(", ")))] : []),
      ...(isDryRun ? [] : [element("p", { className: "buttons" }, summary.number ? undo : null,
        element("a", { href: "/", "data-view": "people" }, texts.seePeople)), failure]));
    if (!isDryRun) past.read();

    async function takeBack() {
      undo.disabled = true;
      failure.textContent = "";
      try {
        title.textContent = texts.undone(await undoImport(summary.number));
        undo.remove();
        past.read();
        outcome.focus();
      } catch (error) {
        failure.textContent = error.status ? error.message : texts.unreachable;
        undo.disabled = false;
        undo.focus();
      }
    }
  }

  return () => {
    running.abort();
    looking.abort();
    for (const [name, listener] of Object.entries(listeners)) removeEventListener(name, listener);
  };
}
