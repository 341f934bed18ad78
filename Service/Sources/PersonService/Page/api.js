// Requests to the service.
import { parseJSON } from "./json.js";
import { texts } from "./texts.js";

/** An error response: a problem document. */
export class Problem extends Error {
  constructor(document, response) {
    const wait = response?.headers.get("Retry-After");
    super((document.detail ?? document.title) + (wait ? ` ${texts.again(wait)}` : ""));
    this.document = document;
    this.status = response?.status ?? 0;
    this.tag = response?.headers.get("ETag");
  }
}

/** Makes a problem of the text of an error response. The dialog for a token opens if one is needed. */
export function problem(text, response) {
  let content = { title: response.statusText || `HTTP ${response.status}` };
  try { content = JSON.parse(text); } catch { /* not one of the service */ }
  if (response.status === 401) document.dispatchEvent(new Event("unauthenticated"));
  return new Problem(content, response);
}

async function request(path, options) {
  const response = await fetch(path, options);
  if (!response.ok) throw problem(await response.text(), response);
  return response;
}

/** Sends a request with JSON, and returns the answer with its entity tag. */
export async function send(method, path, body, headers = {}, options = {}) {
  const response = await request(path, {
    method,
    headers: body === undefined ? headers : { "Content-Type": "application/json", ...headers },
    body: body === undefined ? undefined : JSON.stringify(body),
    ...options,
  });
  const value = response.status === 204 ? null : await response.json();
  return { value, tag: response.headers.get("ETag") };
}

/** Sends a part of a file, and returns the answer. */
export async function sendFile(path, part, type, signal) {
  const headers = { "Content-Type": type };
  const response = await request(path, { method: "POST", headers, body: part, signal });
  return response.json();
}

/** Returns a function that takes pieces of text and calls `onLine` with each line of JSON in them. */
export function lineReader(onLine) {
  let rest = "";
  return (piece) => {
    const lines = (rest + piece).split("\n");
    rest = lines.pop();
    for (const line of lines) onLine(parseJSON(line));
  };
}

/** Runs a chain, and calls `onLine` with each line of the answer. */
export async function ask(body, onLine, signal) {
  const response = await request("/api/query", {
    method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body), signal,
  });
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  const take = lineReader(onLine);
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    take(value);
  }
}

/** A text as a literal of a chain. */
export const literal = (text) => `"${text.replace(/[\\"\u0000-\u001f\u007f]/g, (one) =>
  ("\\\"".includes(one) ? `\\${one}` : `\\u{${one.charCodeAt(0).toString(16)}}`))}"`;

/** The order of a text in the language of the reader, in a chain. */
export const localized = (text) => `${text}.localized(${literal(language)})`;

// Names that browsers give to no language have the order of Unicode.
export const language = /^[a-z]{2,3}(-[a-z0-9]{1,8})*$/i.test(navigator.language) ? navigator.language : "und";
