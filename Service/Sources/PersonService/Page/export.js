// The people of the list as files.
import { element } from "./elements.js";
import { texts } from "./texts.js";

const formats = { csv: "CSV", tsv: "TSV", json: "JSON", ndjson: "NDJSON", vcard: "vCard" };

export class ExportMenu {
  /** `parameters` returns those that ask for the people of the list, `number` how many they are. */
  constructor(parameters, number) {
    Object.assign(this, { parameters, number });
    this.files = element("div", { className: "menu-items" });
    this.summary = element("summary", { className: "button" }, texts.export);
    this.element = element("details", {
      className: "menu", ontoggle: () => this.show(),
      onkeydown: (event) => {
        if (event.key !== "Escape" || !this.element.open) return;
        event.preventDefault();
        this.close();
        this.summary.focus();
      },
      onfocusout: ({ relatedTarget }) => { if (relatedTarget && !this.element.contains(relatedTarget)) this.close(); },
    }, this.summary, this.files);
  }

  close() { this.element.open = false; }

  show() {
    if (!this.element.open) return;
    const parameters = this.parameters();
    this.files.replaceChildren(element("p", { className: "quiet" }, texts.exportFound(this.number())),
      ...Object.entries(formats).map(([format, title]) => element("a", {
        href: `/api/export?format=${format}&${parameters}`, download: "", className: "button",
        onclick: () => this.close(),
      }, title)));
  }
}
