// Pages put behind those of a finished PDF, as the format foresees it for whatever is added later: everything
// is written behind the last byte, and no byte that was there changes. So the file as it was can be cut out
// of the result, and its hash checked.
//
// Both files are of our own renderer (own-pdf.ts), with page trees and structure trees that are not split up.
// What is written otherwise is refused, never guessed at.

import { objectOf, parsePdf, type ParsedPdf, refuse, reference, tableOf } from "./own-pdf.ts";

const textOf = (pdf: ParsedPdf, number: number) => objectOf(pdf, number).toString("latin1");
const listOf = (text: string, name: string) =>
  (
    new RegExp(`/${name}\\s*\\[([^\\[\\]]*)\\]`).exec(text) ?? refuse(`${name} is not a plain list`)
  )[1]!.trim();

/** The parts that hold a file together. */
function spineOf(pdf: ParsedPdf) {
  const catalog = textOf(pdf, pdf.root);
  const pages = reference(catalog, "Pages") ?? refuse("it has no pages");
  const structure = reference(catalog, "StructTreeRoot") ?? refuse("it has no tags");
  const pagesText = textOf(pdf, pages);
  const structureText = textOf(pdf, structure);
  const top = /^(\d+) 0 R$/.exec(listOf(structureText, "K"))?.[1] ?? refuse("its tags have several roots");
  const topText = textOf(pdf, Number(top));
  const roles = /\/RoleMap\s*<<([^<>]*)>>/.exec(structureText)?.[1] ?? "";
  if (/\/IDTree\b/.test(structureText)) refuse("its tags have names");
  return {
    catalog,
    outlines: reference(catalog, "Outlines"),
    metadata: reference(catalog, "Metadata"),
    pages,
    kids: listOf(pagesText, "Kids"),
    count: Number(/\/Count (\d+)/.exec(pagesText)?.[1] ?? refuse("it does not say how many pages it has")),
    structure,
    /** The element that all others are in, and those directly in it. */
    top: Number(top),
    topText,
    elements: listOf(topText, "K"),
    parents: listOf(structureText, "Nums"),
    nextParent: Number(
      /\/ParentTreeNextKey (\d+)/.exec(structureText)?.[1] ?? refuse("its tags are not counted"),
    ),
    roles: new Map([...roles.matchAll(/\/(\w+)\s*\/(\w+)/g)].map(([, from, to]) => [from!, to!])),
  };
}

/**
 * Rewrites what an object says outside of its strings: numbers of other objects, and of places in the parent
 * tree.
 * @param text a dictionary or a list, without a stream
 */
function renumbered(
  text: string,
  move: (number: number) => number,
  moveParent: (key: number) => number,
): string {
  // Strings first, so that what people wrote is passed over: in brackets, which may be nested and escaped, or
  // in hex.
  const parts =
    /\((?:[^()\\]|\\[\s\S]|\((?:[^()\\]|\\[\s\S])*\))*\)|<[0-9A-Fa-f\s]*>|\/(StructParents?)\s+(\d+)|\b(\d+) 0 R\b/g;
  return text.replace(parts, (whole, name?: string, key?: string, number?: string) =>
    name !== undefined
      ? `/${name} ${moveParent(Number(key))}`
      : number !== undefined
        ? `${move(Number(number))} 0 R`
        : whole,
  );
}

function moved(
  object: Buffer,
  move: (number: number) => number,
  moveParent: (key: number) => number,
): Buffer {
  const stream = /\bstream\r?\n/.exec(object.toString("latin1"));
  const head = stream ? object.subarray(0, stream.index) : object;
  const rewritten = Buffer.from(renumbered(head.toString("latin1"), move, moveParent), "latin1");
  return stream ? Buffer.concat([rewritten, object.subarray(stream.index)]) : rewritten;
}

/**
 * Puts the pages of one PDF behind those of another, with their tags.
 * @returns bytes that begin with all bytes of `original`
 * @throws NotOurPdf where either is not as our renderer writes them
 */
export function addPages(original: Buffer, addition: Buffer): Buffer {
  const [first, second] = [parsePdf(original), parsePdf(addition)];
  const [before, behind] = [spineOf(first), spineOf(second)];
  const base = first.size - 1;
  // One tree in the end: what was in the top element of the one comes into that of the other.
  const replaced = new Map([
    [behind.pages, before.pages],
    [behind.structure, before.structure],
    [behind.top, before.top],
  ]);
  const move = (number: number) => replaced.get(number) ?? number + base;
  const moveParent = (key: number) => key + before.nextParent;

  const pieces: Buffer[] = [original, Buffer.from("\n")];
  const written = new Map<number, number>();
  let at = original.length + 1;
  const write = (number: number, body: Buffer) => {
    const piece = Buffer.concat([Buffer.from(`${number} 0 obj\n`), body, Buffer.from("\nendobj\n\n")]);
    written.set(number, at);
    pieces.push(piece);
    at += piece.length;
  };

  const isSpine = new Set([
    second.root,
    second.info,
    behind.outlines,
    behind.metadata,
    behind.pages,
    behind.structure,
    behind.top,
  ]);
  // What outlines point at is only reached from them.
  const outlined = new Set([...outlineItems(second, behind.outlines)]);
  for (const number of [...second.offsets.keys()].toSorted((a, b) => a - b))
    if (!isSpine.has(number) && !outlined.has(number))
      write(number + base, moved(objectOf(second, number), move, moveParent));

  const list = (text: string) => renumbered(text, move, moveParent);
  // Keys of the parent tree are plain numbers, each followed by a reference.
  const parents = behind.parents.replace(
    /(\d+)\s+(\d+) 0 R/g,
    (_, key: string, to: string) => `${moveParent(Number(key))} ${move(Number(to))} 0 R`,
  );
  write(
    before.pages,
    Buffer.from(
      `<<\n  /Type /Pages\n  /Count ${before.count + behind.count}\n  /Kids [${before.kids} ${list(behind.kids)}]\n>>`,
    ),
  );
  const roles = [...new Map([...behind.roles, ...before.roles])]
    .map(([from, to]) => `/${from} /${to}`)
    .join(" ");
  if (!/^(?:\d+ 0 R\s*)*$/.test(behind.elements)) refuse("its tags hold text directly");
  write(
    before.top,
    Buffer.from(
      before.topText.trim().replace(/\/K\s*\[[^[\]]*\]/, `/K [${before.elements} ${list(behind.elements)}]`),
      "latin1",
    ),
  );
  write(
    before.structure,
    Buffer.from(
      `<<\n  /Type /StructTreeRoot\n${roles ? `  /RoleMap << ${roles} >>\n` : ""}  /K [${before.top} 0 R]\n` +
        `  /ParentTree <<\n    /Nums [${before.parents} ${parents}]\n  >>\n  /ParentTreeNextKey ${before.nextParent + behind.nextParent}\n>>`,
    ),
  );

  const info = first.info === undefined ? "" : `  /Info ${first.info} 0 R\n`;
  const id = first.id === undefined ? "" : `  /ID [${first.id}]\n`;
  const table = tableOf(written);
  pieces.push(
    Buffer.from(
      `${table}trailer\n<<\n  /Size ${base + second.size}\n  /Root ${first.root} 0 R\n${info}${id}  /Prev ${first.start}\n>>\nstartxref\n${at}\n%%EOF\n`,
    ),
  );
  return Buffer.concat(pieces);
}

function* outlineItems(pdf: ParsedPdf, from: number | undefined): Generator<number> {
  const seen = new Set<number>();
  const waiting = from === undefined ? [] : [from];
  for (let number = waiting.pop(); number !== undefined; number = waiting.pop()) {
    if (seen.has(number)) continue;
    seen.add(number);
    if (number !== from) yield number;
    const text = textOf(pdf, number);
    for (const name of ["First", "Next"]) {
      const next = reference(text, name);
      if (next !== undefined) waiting.push(next);
    }
  }
}
