// A file of people: its columns, its import, and the rows that were refused.
import { Problem, send, sendFile } from "./api.js";
import { element } from "./elements.js";
import { count } from "./formats.js";
import { Mapping } from "./mapping.js";
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
  let running = new AbortController();

  const chooser = element("input", {
    type: "file", id: "file", accept: ".csv,.tsv,.tab,.txt,.json,.ndjson,.jsonl",
    onchange: () => { if (chooser.files.length) choose(chooser.files[0]); },
  });
  const drop = element("div", { className: "drop" },
    element("label", { htmlFor: "file" }, texts.dropFile), chooser);
  const about = element("p", { className: "about", role: "status" });
  const problem = element("div", { role: "alert" });
  const chosen = element("div");
  const bar = element("progress", { id: "progress", max: 1, value: 0 });
  const barLabel = element("label", { htmlFor: "progress" });
  const progress = element("div", { className: "progress", hidden: true }, barLabel, bar);
  const outcome = element("div", { role: "status", tabIndex: -1 });
  const refused = element("div");
  main.append(element("div", { className: "import" },
    drop, about, chosen, progress, problem, outcome, refused));

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
    problem.replaceChildren(element("p", { className: "note error" }, error.message),
      ...(error.document?.errors ?? []).map(({ field, reason }) =>
        element("p", { className: "error" }, `${field}: ${reason}`)));
  }

  async function choose(given) {
    stop();
    const { signal } = running;
    file = given;
    preview = null;
    chosen.replaceChildren();
    about.replaceChildren(element("bdi", {}, file.name), `: ${texts.reading}`);
    try {
      const part = file.slice(0, previewSize);
      preview = await sendFile("/api/import/preview", part, contentType(file.name), signal);
    } catch (error) {
      if (signal.aborted) return;
      about.replaceChildren(element("bdi", {}, file.name), " ",
        element("button", { type: "button", onclick: () => choose(given) }, texts.readAgain));
      return fail(error.status ? error : new Error(texts.notRead));
    }
    about.replaceChildren(element("bdi", {}, file.name),
      `: ${texts.about(preview.format, file.size, preview.columns.length)}`);
    mapping = new Mapping(preview);
    showForm();
  }

  function showForm() {
    const submit = (event) => {
      event.preventDefault();
      start(form);
    };
    const form = element("form", { noValidate: true, onsubmit: submit },
      element("fieldset", { className: "whole", name: "whole" },
        mapping.element,
        element("fieldset", {}, element("legend", {}, texts.options),
          element("div", { className: "fields" },
            element("p", {}, element("label", { htmlFor: "on-conflict" }, texts.onConflict),
              element("select", { id: "on-conflict", name: "onConflict" },
                ["error", "ignore", "update"].map((value) => element("option", { value }, texts[value])))),
            element("p", {}, element("label", { htmlFor: "max-errors" }, texts.maxErrors),
              element("input", {
                id: "max-errors", name: "maxErrors", type: "number", min: 0, step: 1, value: 0,
                inputMode: "numeric", "aria-describedby": "max-errors-hint",
              }),
              element("span", { className: "quiet", id: "max-errors-hint" }, texts.maxErrorsHint)),
            element("p", { className: "check" },
              element("label", { htmlFor: "dry-run" },
                element("input", { id: "dry-run", name: "dryRun", type: "checkbox" }), " ", texts.dryRun))))),
      element("p", { className: "buttons" },
        element("button", { type: "submit", className: "first" }, texts.startImport),
        element("button", {
          type: "button", name: "stop", hidden: true, onclick: () => running.abort(),
        }, texts.stopImport)));
    chosen.replaceChildren(form);
  }

  /** Whether the form can be sent; its first mistake gets the focus. */
  function isValid({ maxErrors }) {
    const isNumber = /^\d+$/.test(maxErrors.value);
    const hint = document.getElementById("max-errors-hint");
    maxErrors.setAttribute("aria-invalid", String(!isNumber));
    hint.className = isNumber ? "quiet" : "error";
    hint.textContent = isNumber ? texts.maxErrorsHint : texts.notANumber;
    if (!isNumber) maxErrors.focus();
    return mapping.check() && isNumber;
  }

  async function start(form) {
    const { whole, onConflict, maxErrors, dryRun, stop: stopButton } = form.elements;
    const button = form.querySelector("[type=submit]");
    if (button.disabled || !isValid(form.elements)) return;
    stop();
    const { signal } = running;
    const parameters = Object.entries({
      format: preview.format, map: mapping.text, onConflict: onConflict.value,
      maxErrors: maxErrors.value, dryRun: dryRun.checked,
    }).map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join("&");
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
    outcome.replaceChildren(
      element("h2", {}, isDryRun ? texts.tried : texts.imported),
      element("dl", { className: "numbers" },
        ["read", "inserted", "updated", "skipped", "rejected"].flatMap(line)),
      ...(summary.unusedColumns.length ? [element("p", { className: "quiet" }, `${texts.unusedColumns}: `,
        element("bdi", {}, summary.unusedColumns.join(", ")))] : []),
      ...(isDryRun ? []
        : [element("p", {}, element("a", { href: "/", "data-view": "people" }, texts.seePeople))]));
  }

  return () => {
    running.abort();
    for (const [name, listener] of Object.entries(listeners)) removeEventListener(name, listener);
  };
}
