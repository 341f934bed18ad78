// Elements of the page, made without markup: texts of people are never HTML.

/** Makes an element with properties, listeners (`onclick`) and children. */
export function element(name, properties = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(properties)) {
    if (value === undefined || value === null || value === false) continue;
    if (key.startsWith("on")) made.addEventListener(key.slice(2), value);
    else if (key in made && key !== "list") made[key] = value;
    else made.setAttribute(key, value === true ? "" : value);
  }
  made.append(...children.flat().filter((child) => child !== null && child !== undefined));
  return made;
}

/** Shows a message for a while, perhaps with a button. */
export function message(text, action) {
  const shown = element("div", {}, element("span", {}, text));
  if (action) {
    shown.append(element("button", { type: "button", onclick: () => { shown.remove(); action.run(); } }, action.title));
  }
  document.getElementById("messages").append(shown);
  setTimeout(() => shown.remove(), action ? 7000 : 4000);
  return shown;
}
