// One stream of events for all windows of a browser, because it has only six connections for all of them. A chain
// that several windows follow is followed once.
import { parseJSON } from "./json.js";
import { apply } from "./rows.js";

// The times after which the service is asked again, in milliseconds.
const shortPause = 3000;
const longPause = 300000;
/** How long the stream stays open that nobody needs. */
const linger = 3000;
/** A window that says nothing for so long is gone. */
const silence = 70000;
/** The number of chains that nobody follows whose last rows are kept, for windows that come back. */
const mostKept = 8;
/** The statuses of problems that do not go away by themselves. */
const isLasting = (status) => [400, 401, 403, 413, 422].includes(status);

export class Hub {
  constructor() {
    this.windows = new Set();
    /** What is known of each chain. */
    this.chains = new Map();
    /** The chains of the queries of the stream, by their names. */
    this.queries = new Map();
    /** What the service is to be told: queries that begin, and null for those that end. */
    this.changes = {};
    this.stream = null;
    this.pause = shortPause;
    this.lastName = 0;
    setInterval(() => this.sweep(), silence / 2);
  }

  /** Takes a window, which sends the chains that it follows, by numbers of its own. */
  connect(port) {
    const window = { port, follows: new Map(), heard: Date.now() };
    port.onmessage = ({ data }) => {
      window.heard = Date.now();
      this.windows.add(window);
      if (data.isAgain) this.openAgain();
      if (data.chains) this.take(window, data.chains);
    };
  }

  take(window, chains) {
    for (const [number, { chain }] of window.follows) {
      if (chains[number] !== chain.text) this.leave(window, number);
    }
    for (const [number, text] of Object.entries(chains)) {
      if (!window.follows.has(number)) this.join(window, number, text);
    }
    if (!window.follows.size) this.windows.delete(window);
  }

  join(window, number, text) {
    const chain = this.chains.get(text)
      ?? { text, followers: new Set(), name: null, rows: [], columns: [], id: null, pause: shortPause };
    this.chains.set(text, chain);
    const follower = { chain, port: window.port, number, hasRows: false };
    window.follows.set(number, follower);
    chain.followers.add(follower);
    clearTimeout(this.closing);
    if (chain.isCurrent) this.sendRows(chain);
    else if (!chain.name && !chain.retry) this.follow(chain);
  }

  leave(window, number) {
    const follower = window.follows.get(number);
    const { chain } = follower;
    window.follows.delete(number);
    chain.followers.delete(follower);
    if (chain.followers.size) return;
    this.endQuery(chain);
    // The last ones are kept.
    this.chains.delete(chain.text);
    if (chain.id !== null) this.chains.set(chain.text, chain);
    const idle = [...this.chains.values()].filter((one) => !one.followers.size);
    for (const one of idle.slice(0, -mostKept)) this.chains.delete(one.text);
    if (idle.length < this.chains.size) return;
    clearTimeout(this.closing);
    this.closing = setTimeout(() => this.close(), linger);
  }

  /** Forgets windows that are gone without a word. */
  sweep() {
    for (const window of this.windows) {
      if (Date.now() - window.heard > silence) this.take(window, {});
    }
  }

  // The queries of the stream.

  follow(chain) {
    chain.retry = clearTimeout(chain.retry);
    if (!this.stream) return this.open();
    // When the stream is open, all are told.
    if (!this.stream.id) return;
    chain.name = String(this.lastName += 1);
    this.queries.set(chain.name, chain);
    this.changes[chain.name] = { chain: chain.text, ...(chain.id === null ? {} : { after: chain.id }) };
    this.tell();
  }

  /** Nothing comes of a chain any more. */
  endQuery(chain) {
    const { name } = chain;
    chain.retry = clearTimeout(chain.retry);
    chain.name = null;
    chain.isCurrent = false;
    if (!this.queries.delete(name)) return;
    if (this.changes[name]) delete this.changes[name];
    else {
      this.changes[name] = null;
      this.tell();
    }
  }

  /** Tells the service what is new, one request at a time. */
  async tell() {
    const { stream } = this;
    // What changes together is told together.
    await null;
    if (this.stream !== stream || !stream?.id || stream.isTelling || !Object.keys(this.changes).length) return;
    stream.isTelling = true;
    const queries = this.changes;
    this.changes = {};
    try {
      const response = await fetch(`/api/live/stream/${stream.id}`, {
        method: "PATCH", headers: { "Content-Type": "application/json" }, body: JSON.stringify({ queries }),
        signal: stream.ending.signal,
      });
      if (!response.ok) throw await problem(response);
    } catch (error) {
      if (this.stream !== stream) return;
      // A stream that the service does not know is one that has ended.
      if (![400, 413, 422].includes(error.status)) return this.lost(error.status && error.status !== 404 ? error : null);
      for (const name of Object.keys(queries)) this.fail(name, error);
    }
    stream.isTelling = false;
    this.tell();
  }

  fail(name, found) {
    const chain = this.queries.get(name);
    if (!chain) return;
    this.queries.delete(name);
    chain.name = null;
    chain.isCurrent = false;
    this.send(chain, { kind: "problem", problem: found });
    if (isLasting(found.status)) return;
    chain.retry = setTimeout(() => this.follow(chain), chain.pause);
    chain.pause = Math.min(chain.pause * 2, longPause);
  }

  // The stream.

  async open() {
    clearTimeout(this.opening);
    const stream = { id: null, ending: new AbortController() };
    this.stream = stream;
    let found = null;
    try {
      const response = await fetch("/api/live/stream", { signal: stream.ending.signal });
      if (!response.ok) throw await problem(response);
      const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
      let pieces = [];
      for (;;) {
        const { done, value } = await reader.read();
        if (done) break;
        pieces.push(value);
        // The lines of an event have none within.
        if (!value.includes("\n")) continue;
        const events = pieces.join("").split("\n\n");
        pieces = [events.pop()];
        if (this.stream !== stream) return;
        for (const event of events) this.receive(event);
      }
    } catch (error) {
      if (error.status) found = error;
    }
    if (this.stream === stream) this.lost(found);
  }

  receive(text) {
    const lines = text.split("\n");
    const value = (name) => lines.find((line) => line.startsWith(name))?.slice(name.length);
    const [kind, data] = [value("event: "), value("data: ")];
    if (!kind) return;
    const { query, id, data: content } = parseJSON(data);
    if (kind === "stream") {
      this.stream.id = id;
      for (const chain of this.chains.values()) if (chain.followers.size) this.follow(chain);
      return;
    }
    if (kind === "problem") return this.fail(query, content);
    const chain = this.queries.get(query);
    if (!chain) return;
    this.pause = shortPause;
    chain.pause = shortPause;
    chain.id = id;
    chain.isCurrent = true;
    if (kind === "changes") {
      apply(content, chain.rows);
      return this.send(chain, { kind, changes: content });
    }
    if (kind === "same") return this.sendRows(chain, true);
    chain.rows = content.rows;
    chain.columns = content.columns;
    for (const follower of chain.followers) follower.hasRows = false;
    this.sendRows(chain);
  }

  /** Closes the stream. */
  close() {
    clearTimeout(this.opening);
    this.stream?.ending.abort();
    this.stream = null;
    this.queries.clear();
    this.changes = {};
    for (const chain of this.chains.values()) {
      chain.retry = clearTimeout(chain.retry);
      chain.name = null;
      chain.isCurrent = false;
    }
  }

  /** The stream has ended by itself, or with a problem of the service. */
  lost(found) {
    this.close();
    for (const chain of this.chains.values()) {
      if (found?.status !== 401) this.send(chain, { kind: "problem", problem: found });
    }
    if (found?.status === 401) for (const { port } of this.windows) port.postMessage({ kind: "unauthenticated" });
    if (found && isLasting(found.status)) return;
    // What the service refuses is asked ever more rarely.
    this.opening = setTimeout(() => this.open(), found ? this.pause : shortPause);
    if (found) this.pause = Math.min(this.pause * 2, longPause);
  }

  /** Opens the stream anew: somebody else may use the browser now. */
  openAgain() {
    this.close();
    this.pause = shortPause;
    if ([...this.chains.values()].some((chain) => chain.followers.size)) this.open();
  }

  // To the windows.

  /** Sends the rows to those who do not have them; to others, if `isSame`, that they are the same. */
  sendRows(chain, isSame = false) {
    const { rows, columns } = chain;
    for (const follower of chain.followers) {
      if (!follower.hasRows) follower.port.postMessage({ kind: "result", number: follower.number, rows, columns });
      else if (isSame) follower.port.postMessage({ kind: "same", number: follower.number });
      follower.hasRows = true;
    }
  }

  send(chain, message) {
    for (const { port, number } of chain.followers) port.postMessage({ ...message, number });
  }
}

/** The problem document of an answer. */
async function problem(response) {
  let document = { title: response.statusText || `HTTP ${response.status}` };
  try { document = await response.json(); } catch { /* not one of the service */ }
  return { ...document, status: response.status };
}
