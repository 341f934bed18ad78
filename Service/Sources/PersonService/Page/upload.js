// A file on its way to the service.
import { lineReader, problem } from "./api.js";
import { texts } from "./texts.js";

/**
 * Sends a file. `onSent` gets the bytes that are on their way and all of them, `onLine` each line of the
 * answer while it comes. XMLHttpRequest is the only one that tells how much of a file is sent.
 */
export function upload(path, file, type, onSent, onLine, signal) {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const take = lineReader(onLine);
    let taken = 0;
    const read = () => {
      const text = request.responseText;
      take(text.slice(taken));
      taken = text.length;
    };
    request.open("POST", path);
    request.setRequestHeader("Content-Type", type);
    request.upload.onprogress = (event) => onSent(event.loaded, event.total);
    request.onprogress = () => { if (request.status === 200) read(); };
    request.onload = () => {
      if (request.status !== 200) return reject(problem(request.responseText, answer(request)));
      read();
      resolve();
    };
    request.onerror = () => reject(new Error(taken ? texts.endedEarly : texts.notSent));
    request.onabort = () => reject(new Error(texts.stopped));
    signal.addEventListener("abort", () => request.abort());
    request.send(file);
  });
}

const answer = (request) => ({
  status: request.status, statusText: request.statusText,
  headers: { get: (name) => request.getResponseHeader(name) },
});

/** The content type of a file, by its name. */
export function contentType(name) {
  const types = {
    csv: "text/csv", tsv: "text/tab-separated-values", tab: "text/tab-separated-values",
    json: "application/json", ndjson: "application/x-ndjson", jsonl: "application/x-ndjson",
    vcf: "text/vcard", vcard: "text/vcard",
  };
  return types[name.split(".").at(-1).toLowerCase()] ?? "application/octet-stream";
}
