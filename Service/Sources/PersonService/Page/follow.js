// Live queries of this window. All windows of a browser share one stream of events.
import { Hub } from "./hub.js";
import { apply } from "./rows.js";

// Windows of another version of the page have a worker of their own.
const name = "live-1";
/** How often the window says that it still is there, in milliseconds. */
const interval = 20000;

let port = null;
let lastNumber = 0;
const follows = new Map();

/**
 * Follows a chain. `onState` gets the elements, and the places of those that have changed; `onError` a
 * problem, or null while the service cannot be reached. Returns a function that ends it. After either it tries again.
 *
 * A hidden tab follows nothing.
 */
export function follow(chain, onState, onError) {
  const number = String(lastNumber += 1);
  follows.set(number, { chain, rows: [], onState, onError });
  send();
  return () => {
    if (follows.delete(number)) send();
  };
}

function receive({ data }) {
  if (data.kind === "unauthenticated") return document.dispatchEvent(new Event("unauthenticated"));
  const one = follows.get(data.number);
  if (!one) return;
  if (data.kind === "problem") return one.onError(data.problem);
  if (data.kind === "result") one.rows = data.rows;
  const changed = data.kind === "changes" ? apply(data.changes, one.rows) : new Set();
  one.onState(one.rows, changed, data.columns);
}

/** Tells which chains are followed. */
function send(more = {}) {
  if (!port) connect();
  const chains = document.hidden ? {} : Object.fromEntries([...follows].map(([number, { chain }]) => [number, chain]));
  port.postMessage({ chains, ...more });
}

function connect() {
  if (typeof SharedWorker === "undefined") return connectAlone();
  try {
    const worker = new SharedWorker("/page/shared.js", { type: "module", name });
    worker.onerror = () => {
      // The browser cannot run it.
      connectAlone();
      send();
    };
    use(worker.port);
  } catch {
    connectAlone();
  }
}

/** Without a shared worker each window has a stream of its own. */
function connectAlone() {
  const channel = new MessageChannel();
  new Hub().connect(channel.port2);
  use(channel.port1);
}

function use(other) {
  port?.close();
  port = other;
  port.onmessage = receive;
}

document.addEventListener("visibilitychange", () => send());
document.addEventListener("authenticated", () => send({ isAgain: true }));
document.addEventListener("signedout", () => send({ isAgain: true }));
addEventListener("pagehide", () => port?.postMessage({ chains: {} }));
addEventListener("pageshow", (event) => event.persisted && send());
setInterval(() => follows.size && send(), interval);
