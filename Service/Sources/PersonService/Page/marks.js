// Marks what a search finds in a text: the beginnings of words, as the service finds them.
import { element } from "./elements.js";

const plain = {
  ß: "ss", ς: "σ", æ: "ae", œ: "oe", þ: "th", ł: "l", ø: "o", đ: "d", ð: "d", ħ: "h", ı: "i", ŋ: "n", ŧ: "t",
};
const kana = /[\p{sc=Hiragana}\p{sc=Katakana}]/u;
const letter = /[\p{L}\p{N}\p{Mc}]/u;
/** Scripts without spaces, in which a word may begin anywhere. */
const spaceless = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/u;
const apostrophe = /['’‘`´ʼʻ]/u;
const joining = /['’‘`´ʼʻ\p{Pd}]/u;

/** A character without case, accents and width. */
function folded(character) {
  const form = kana.test(character) ? character.normalize("NFKC")
    : character.normalize("NFKD").replace(/[\p{Mn}\p{Me}\p{Cf}]/gu, "");
  return [...form.toLowerCase()].map((part) => plain[part] ?? part).join("");
}

/** The words of a search. */
export function words(search) {
  const text = [...search].filter((character) => !apostrophe.test(character)).map(folded).join("");
  return text.split(/[^\p{L}\p{N}\p{Mc}]+/u).filter(Boolean);
}

/** The end of a word that begins at a place of the characters; the place itself if none does. */
function end(characters, start, word) {
  let found = "";
  for (let place = start; place < characters.length; place += 1) {
    const part = folded(characters[place]);
    if (joining.test(characters[place])) {
      if (found === "") return start;
      continue;
    }
    found += part;
    if (found.startsWith(word)) return place + 1;
    if (!word.startsWith(found)) return start;
  }
  return start;
}

/** The parts of a text, as children of an element: those that begin with one of the words are marked. */
export function marked(text, words) {
  if (!words.length) return [text];
  const characters = [...text];
  const parts = [];
  let rest = "";
  for (let place = 0; place < characters.length;) {
    const isBeginning = letter.test(characters[place])
      && (place === 0 || !letter.test(characters[place - 1]) || spaceless.test(characters[place]));
    let last = isBeginning ? Math.max(...words.map((word) => end(characters, place, word))) : place;
    // Accents that follow belong to the last letter.
    while (last > place && last < characters.length && /\p{M}/u.test(characters[last])) last += 1;
    if (last > place) {
      parts.push(rest, element("mark", {}, characters.slice(place, last).join("")));
      rest = "";
      place = last;
    } else {
      rest += characters[place];
      place += 1;
    }
  }
  return [...parts, rest].filter((part) => part !== "");
}
