// Requests to the service.

/** An error response: a problem document. */
export class Problem extends Error {
  constructor(document, response) {
    super(document.detail ?? document.title);
    this.document = document;
    this.status = response?.status ?? 0;
    this.tag = response?.headers.get("ETag");
  }
}

async function problem(response) {
  let document = { title: response.statusText || `HTTP ${response.status}` };
  try { document = await response.json(); } catch { /* not one of the service */ }
  return new Problem(document, response);
}

/** Sends a request with JSON, and returns the answer with its entity tag. */
export async function send(method, path, body, headers = {}) {
  const response = await fetch(path, {
    method,
    headers: body === undefined ? headers : { "Content-Type": "application/json", ...headers },
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  if (!response.ok) throw await problem(response);
  const value = response.status === 204 ? null : await response.json();
  return { value, tag: response.headers.get("ETag") };
}

/** Runs a chain, and calls `onLine` with each line of the answer. */
export async function ask(body, onLine, signal) {
  const response = await fetch("/api/query", {
    method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body), signal,
  });
  if (!response.ok) throw await problem(response);
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    const lines = (rest + value).split("\n");
    rest = lines.pop();
    for (const line of lines) onLine(JSON.parse(line));
  }
}

/**
 * Follows a chain. `onState` gets the elements, and the places of those that have changed; `onError` a
 * problem, or null while the service cannot be reached. Returns a function that ends it.
 */
export function follow(chain, onState, onError) {
  let rows = [];
  let retry;
  let end = () => {};
  const source = new EventSource(`/api/live?chain=${encodeURIComponent(chain)}`);
  source.addEventListener("result", (event) => {
    rows = JSON.parse(event.data).rows;
    onState(rows, new Set(), JSON.parse(event.data).columns);
  });
  source.addEventListener("changes", (event) => {
    const changed = new Set();
    // Removals come first, from the last to the first place; then insertions in order.
    for (const change of JSON.parse(event.data)) {
      if ("remove" in change) rows.splice(change.remove, 1);
      else {
        rows.splice(change.insert, 0, change.row);
        changed.add(change.insert);
      }
    }
    onState(rows, changed);
  });
  source.addEventListener("problem", (event) => {
    source.close();
    onError(JSON.parse(event.data));
  });
  source.addEventListener("same", () => onState(rows, new Set()));
  source.onerror = async () => {
    onError(null);
    if (source.readyState !== EventSource.CLOSED) return;
    // A browser does not try again after an error response.
    try {
      await ask({ chain: `${chain}.take(0)` }, () => {});
    } catch (problem) {
      if (problem.status === 400 || problem.status === 422) return onError(problem.document);
    }
    retry = setTimeout(() => { end = follow(chain, onState, onError); }, 3000);
  };
  return () => {
    clearTimeout(retry);
    source.close();
    end();
  };
}

/** A text as a literal of a chain. */
export const literal = (text) => JSON.stringify(text.replace(/[\u0000-\u001f\u007f]/g, " "));
