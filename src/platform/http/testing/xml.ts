export interface XmlElement {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly XmlElement[];
  /** Its own text, with references resolved. */
  readonly text: string;
}

const TOKEN =
  /<\?xml [^>]*\?>|<\/(?<close>[\w:-]+)\s*>|<(?<open>[\w:-]+)(?<attributes>(?:\s+[\w:-]+="[^"<]*")*)\s*(?<empty>\/?)>|(?<text>[^<]+)/y;
const REFERENCES: Readonly<Record<string, string>> = {
  "&amp;": "&",
  "&lt;": "<",
  "&gt;": ">",
  "&quot;": '"',
  "&apos;": "'",
};

/**
 * Parses XML strictly, for tests: elements must nest, and only XML's own references are allowed.
 * @throws Error at the first thing that is not well formed
 */
export function readXml(xml: string): XmlElement {
  interface Open extends XmlElement {
    children: XmlElement[];
    text: string;
  }
  const top: Open = { name: "", attributes: {}, children: [], text: "" };
  const open = [top];
  TOKEN.lastIndex = 0;
  for (let at = 0; at < xml.length; at = TOKEN.lastIndex) {
    const found = TOKEN.exec(xml)?.groups;
    if (!found) throw new Error(`not well formed: ${xml.slice(at, at + 60)}`);
    const inner = open.at(-1)!;
    if (found["text"] !== undefined) inner.text += resolved(found["text"]);
    else if (found["close"] !== undefined) {
      if (inner.name !== found["close"]) throw new Error(`</${found["close"]}> closes <${inner.name}>`);
      open.pop();
    } else if (found["open"] !== undefined) {
      const attributes = [...found["attributes"]!.matchAll(/([\w:-]+)="([^"]*)"/g)].map(([, name, value]) => [
        name!,
        resolved(value!),
      ]);
      const element: Open = {
        name: found["open"],
        attributes: Object.fromEntries(attributes) as Record<string, string>,
        children: [],
        text: "",
      };
      inner.children.push(element);
      if (!found["empty"]) open.push(element);
    }
  }
  if (open.length > 1 || top.children.length !== 1 || top.text.trim())
    throw new Error(`${open.at(-1)!.name || "the file"} does not end well`);
  return top.children[0]!;
}

function resolved(text: string): string {
  return text.replace(/&[^;\s]*;?/g, (reference) => {
    const character = REFERENCES[reference];
    if (character === undefined) throw new Error(`no reference of XML: ${reference}`);
    return character;
  });
}

/** The texts of all descendants with that name, in order. */
export function textsNamed(element: XmlElement, name: string): string[] {
  return element.children.flatMap((child) => (child.name === name ? [child.text] : textsNamed(child, name)));
}
