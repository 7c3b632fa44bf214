import { createHash } from "node:crypto";
import { inflateSync } from "node:zlib";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { addPages } from "./add-pages.ts";
import { NotOurPdf } from "./own-pdf.ts";
import { closeRenderers, renderPdf } from "../render.server.ts";

const createdAt = Temporal.Instant.from("2026-11-20T17:00:00Z");

/** A document of ours with this many sections, including pictures and headings. */
const made = async (title: string, sections: number, text = "Ridge cap (5 0 R) \\) and 7 0 R") =>
  Buffer.from(
    await renderPdf({
      template: "platform/pdf/fixtures/pages.typ",
      createdAt,
      data: { title, author: "Summit Deck", description: "What was done", said: text, sections },
      files: {
        "dot.svg": Buffer.from(
          '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M1 1L8 8" stroke="#123"/></svg>',
        ),
      },
    }),
  );

let long: Buffer;
let short: Buffer;
beforeAll(async () => {
  [long, short] = await Promise.all([made("Report", 7), made("Signature", 2)]);
}, 60_000);
afterAll(() => closeRenderers());

/** Parses a PDF from its end, as a viewer does: every table back to the first. */
function read(pdf: Buffer) {
  const text = pdf.toString("latin1");
  const offsets = new Map<number, number>();
  let start = Number(/startxref\s+(\d+)\s+%%EOF\s*$/.exec(text)![1]);
  let trailer = "";
  for (let previous: number | undefined = start; previous !== undefined;) {
    const table = text.slice(previous);
    const lines = table.split(/\r?\n/);
    expect(lines[0]).toBe("xref");
    let at = 1;
    for (let run = /^(\d+) (\d+)$/.exec(lines[at]!); run; run = /^(\d+) (\d+)$/.exec(lines[at] ?? "")) {
      at++;
      for (let each = 0; each < Number(run[2]); each++, at++) {
        const number = Number(run[1]) + each;
        if (lines[at]!.includes(" n") && !offsets.has(number))
          offsets.set(number, Number(lines[at]!.slice(0, 10)));
      }
    }
    const own = /trailer\s*<<([\s\S]*?)>>\s*startxref/.exec(table)![1]!;
    trailer ||= own;
    const prev = /\/Prev (\d+)/.exec(own)?.[1];
    start = previous;
    previous = prev === undefined ? undefined : Number(prev);
  }
  const object = (number: number) => {
    const at = offsets.get(number);
    expect(at, `object ${number}`).toBeDefined();
    const whole = text.slice(at, text.indexOf("endobj", at));
    expect(whole, `object ${number}`).toMatch(new RegExp(`^\\s*${number} 0 obj`));
    return whole;
  };
  const to = (from: string, name: string) => Number(new RegExp(`/${name} (\\d+) 0 R`).exec(from)![1]);
  const list = (from: string, name: string) =>
    [...new RegExp(`/${name} \\[([^\\]]*)\\]`).exec(from)![1]!.matchAll(/(\d+) 0 R/g)].map(([, number]) =>
      Number(number),
    );
  const catalog = object(to(trailer, "Root"));
  const pages = list(object(to(catalog, "Pages")), "Kids");
  const structure = to(catalog, "StructTreeRoot");
  const kinds: string[] = [];
  /** Every element, checking that each points back to its parent. */
  const walk = (number: number, parent: number) => {
    const element = object(number);
    expect(to(element, "P"), `the parent of ${number}`).toBe(parent);
    kinds.push(/\/S \/(\w+)/.exec(element)![1]!);
    const inside = /\/K \[([\s\S]*?)\]\s*(?:\/|>>)/.exec(element)?.[1] ?? "";
    for (const [, kid] of inside.replaceAll(/<<[\s\S]*?>>/g, "").matchAll(/(\d+) 0 R/g))
      if (object(Number(kid)).includes("/Type /StructElem")) walk(Number(kid), number);
  };
  const tops = list(object(structure), "K");
  for (const top of tops) walk(top, structure);
  const nums = [.../\/Nums \[([\s\S]*?)\]/.exec(object(structure))![1]!.matchAll(/(\d+) (\d+) 0 R/g)].map(
    ([, key, of]) => [Number(key), Number(of)],
  );
  const contents = pages.map((page) => {
    const stream = object(to(object(page), "Contents"));
    const at = offsets.get(to(object(page), "Contents"))! + stream.indexOf("stream") + "stream".length;
    const from = pdf[at] === 13 ? at + 2 : at + 1;
    return inflateSync(pdf.subarray(from, from + Number(/\/Length (\d+)/.exec(stream)![1]))).toString(
      "latin1",
    );
  });
  return { pages, object, kinds, tops, nums, contents, to };
}

describe("pages appended to a document", () => {
  it("change no byte of it, and come after its own", () => {
    const both = addPages(long, short);
    expect(both.subarray(0, long.length).equals(long)).toBe(true);
    expect(createHash("sha256").update(both.subarray(0, long.length)).digest("hex")).toBe(
      createHash("sha256").update(long).digest("hex"),
    );
    const [alone, added, together] = [read(long), read(short), read(both)];
    expect(alone.pages).toHaveLength(7);
    expect(added.pages).toHaveLength(2);
    expect(together.contents).toEqual([...alone.contents, ...added.contents]);
  });

  it("keep their tags, in one tree, each found from its page", () => {
    const [alone, added, together] = [read(long), read(short), read(addPages(long, short))];
    expect(together.tops).toHaveLength(1);
    expect(together.kinds).toEqual([...alone.kinds, ...added.kinds.slice(1)]);
    expect(together.kinds).toContain("Figure");
    const keys = together.nums.map(([key]) => key);
    expect(keys).toEqual(keys.map((_, at) => at));
    // A page's place in the parent tree is unique, and its elements are on that page.
    for (const page of together.pages) {
      const key = Number(/\/StructParents (\d+)/.exec(together.object(page))![1]);
      const parents = together.nums.find(([one]) => one === key)![1]!;
      const [element] = [...together.object(parents).matchAll(/(\d+) 0 R/g)].map(([, number]) =>
        Number(number),
      );
      expect(together.object(element!)).toContain(`/Pg ${page} 0 R`);
    }
  });

  it("don't change people's text, even if it looks like a reference", async () => {
    const both = addPages(short, await made("Signature", 1, "See (12 0 R) and 3 0 R"));
    expect(both.toString("latin1")).toContain("12 0 R");
    expect(read(both).kinds.filter((kind) => kind === "Figure")).toHaveLength(3);
  });

  it("are appended once: a file with appended pages, or from another program, is refused and never guessed at", () => {
    const both = addPages(long, short);
    for (const odd of [
      both,
      Buffer.from("%PDF-1.4 no"),
      Buffer.alloc(0),
      long.subarray(0, -9),
      Buffer.from(
        short.toString("latin1").replace("/Type /Pages", "/Type /Sheets").replace("/Kids [", "/Kits ["),
        "latin1",
      ),
    ])
      expect(() => addPages(odd, short)).toThrow(NotOurPdf);
    expect(() => addPages(long, both)).toThrow(NotOurPdf);
  });

  it("of a broken file are refused, whatever part is missing", () => {
    fc.assert(
      fc.property(fc.nat({ max: short.length - 1 }), fc.integer({ min: 1, max: 400 }), (at, many) => {
        const broken = Buffer.concat([short.subarray(0, at), short.subarray(at + many)]);
        // The original is intact in any case; a damaged addition is rejected or doesn't show.
        try {
          expect(addPages(long, broken).subarray(0, long.length).equals(long)).toBe(true);
        } catch (error) {
          expect(error).toBeInstanceOf(NotOurPdf);
        }
      }),
      { numRuns: 150 },
    );
  });
});
