import sharp from "sharp";
import { afterAll, describe, expect, test } from "vitest";
import type { ComposedGuide, MagnetText } from "#ground/writing/public.server.ts";
import { closeRenderers } from "#platform/pdf/render.server.ts";
import { composedGuide } from "../testing/composed-guides.ts";
import type { Layout } from "./layout.ts";
import { magnetFileName, toPlainText } from "./plain-text.ts";
import { type Brand, describeMagnet, renderMagnet, renderMagnetCover, renderMagnetPages } from "./render.ts";

const createdAt = Temporal.Instant.from("2026-11-20T09:00:00Z");
const write = ({ title, at = 0, ...who }: Sample): ComposedGuide => {
  const text = composedGuide({ name: "Maria Lopez", email: "maria@example.com", company: "", ...who }, at);
  return { ...text, title: title ?? text.title };
};
const brand = (businessName = "") => ({ businessName, createdAt });
const latin1 = (bytes: Uint8Array) => Buffer.from(bytes).toString("latin1");
const pagesOf = (pdf: string) => Number(/\/Type \/Pages\s+\/Count (\d+)/.exec(pdf)?.[1]);

afterAll(closeRenderers);

/** A composed guide: which one, who sends it, and its title. */
interface Sample {
  readonly at?: number;
  readonly name?: string;
  readonly email?: string;
  readonly company?: string;
  readonly title?: string;
}

const SAMPLES: Record<string, Sample> = {
  bare: { at: 5 },
  roofer: { company: "Tampa Bay Metal Roofing" },
  "ten mistakes": { at: 1, company: "O'BRIEN KITCHEN & BATH LLC" },
  "ten questions": { at: 2 },
  electrician: { at: 3 },
  solar: { at: 4 },
  scripts: { name: "李伟", company: "李氏屋顶 🏠", title: "إصلاح السقف" },
  hostile: {
    name: "<script>alert(1)</script>",
    company: "{company} #panic() $x$ @ref \\ ".repeat(4),
    title: "pneumonoultramicroscopicsilicovolcanoconiosis".repeat(4),
  },
};

const LAYOUTS: readonly Layout[] = ["line", "book", "quiet", "sheet", "poster"];
const LOGOS = await Promise.all(
  (
    [
      ["wide", 400, 80],
      ["high", 60, 300],
      ["tiny", 20, 16],
    ] as const
  ).map(async ([shape, width, height]) => ({
    shape,
    png: await sharp({
      create: { width, height, channels: 4, background: { r: 20, g: 83, b: 47, alpha: 0.9 } },
    })
      .png()
      .toBuffer(),
  })),
);
/** A PDF's bytes as text. Outlined letters can't be read, so the tests look for links and descriptions. */
const made = async (text: MagnetText, own: Partial<Brand> = {}) =>
  latin1(await renderMagnet(text, { ...brand(), ...own }));

describe.each(LAYOUTS)("the PDF in the layout %s", (layout) => {
  test.each(Object.entries(SAMPLES))("has 4 to 8 tagged pages: %s", async (_name, words) => {
    const pdf = await made(write(words), { businessName: words.company ?? "", layout });
    expect(pdf).toContain("pdfuaid:part");
    expect(pdf).toContain("/StructTreeRoot");
    expect(pagesOf(pdf)).toBeGreaterThanOrEqual(4);
    expect(pagesOf(pdf)).toBeLessThanOrEqual(8);
    expect(pdf).toContain("/URI (mailto:maria@example.com?subject=");
    // Every page is letter size.
    expect(new Set([...pdf.matchAll(/\/MediaBox \[([^\]]+)\]/g)].map(([, box]) => box))).toEqual(
      new Set(["0 0 612 792"]),
    );
  });

  test("accepts any color and shape of logo, with alternative text, and gets no longer", async () => {
    const text = write(SAMPLES["roofer"]!);
    const pages = pagesOf(await made(text, { businessName: "Oak & Daughters", layout }));
    for (const [at, colour] of ["#ffee00", "#0b0b0c", "#8a8f98", "#ff0055", "#fdfdfb", "#14264f"].entries()) {
      const { png } = LOGOS[at % LOGOS.length]!;
      const pdf = await made(text, { businessName: "Oak & Daughters", layout, colour, logo: png });
      expect(pdf).toMatch(/\/Subtype\s*\/Image/);
      expect(pdf).toContain("/Alt (Oak & Daughters)");
      expect(pagesOf(pdf), colour).toBe(pages);
    }
  });

  test("ends with a QR code for the page, or for an email, and a phone number that can be called", async () => {
    const text = write(SAMPLES["roofer"]!);
    const open = await made(text, {
      layout,
      page: "https://oak.example/p/oak",
      phone: "(303) 555-0142 ext. 7",
    });
    expect(open).toContain("/Alt (QR code that opens https://oak.example/p/oak)");
    expect(open).toContain("/URI (https://oak.example/p/oak)");
    expect(open).toContain("/URI (tel:3035550142)");
    const closed = await made(text, { layout });
    expect(closed).toContain("/Alt (QR code that starts an email to maria@example.com)");
    expect(closed).toContain("/URI (mailto:maria@example.com)");
    expect(closed).not.toContain("tel:");
  });

  test("renders parts of any allowed length, even empty", async () => {
    const text = write(SAMPLES["ten questions"]!);
    const point = {
      title: "Ask for the drawing that went to the building office.",
      text: "It names posts, beams and spans. ".repeat(6).trim(),
    };
    const items = Array.from(
      { length: 28 },
      (_, at) => `Item ${at + 1}, with the name of whoever looked at it and the date`,
    );
    const long: ComposedGuide = {
      ...text,
      title:
        "What every homeowner should know, check and write down before the first post hole is dug, the first board is cut or a dollar is paid today",
      sections: text.sections
        .slice(0, 3)
        .map((section) => ({ ...section, points: Array.from({ length: 10 }, () => point) })),
      checklist: {
        ...text.checklist,
        groups: [0, 7, 14, 21].map((from) => ({
          heading: `From ${from}`,
          items: items.slice(from, from + 7),
        })),
      },
      nextStep: {
        ...text.nextStep,
        contact: {
          ...text.nextStep.contact,
          email: `${"office.of.oak.".repeat(4)}x@${"roofs.".repeat(9)}example.com`,
        },
      },
    };
    expect(pagesOf(await made(long, { layout }))).toBeLessThanOrEqual(9);
    const empty: ComposedGuide = {
      ...text,
      title: "\u2026",
      promise: "\u2026",
      readers: "",
      opening: { heading: "\u2026", paragraphs: [], points: [] },
      sections: text.sections.map(() => ({ heading: "\u2026", paragraphs: [], points: [], todo: "" })),
      checklist: { heading: "\u2026", intro: "", groups: [] },
      about: { heading: "\u2026", paragraphs: [] },
      nextStep: { ...text.nextStep, heading: "\u2026", paragraphs: [] },
    };
    expect(pagesOf(await made(empty, { layout }))).toBe(5);
  });

  test("has a picture for each page, and a cover without script", async () => {
    const text = write(SAMPLES["hostile"]!);
    const own = { ...brand("Oak & Daughters"), layout, colour: "#ffee00", logo: LOGOS[0]!.png };
    const cover = await renderMagnetCover(text, own);
    expect(cover).toMatch(/^<svg[^>]+viewBox="0 0 612 79[12]/);
    expect(cover).toMatch(/<image[^>]+href="data:image\/png;base64,/);
    const pages = await renderMagnetPages(text, own);
    expect(Number(/viewBox="0 0 612 ([\d.]+)"/.exec(pages)?.[1])).toBeCloseTo(
      792 * pagesOf(latin1(await renderMagnet(text, own))),
      0,
    );
    for (const svg of [cover, pages])
      expect(svg).not.toMatch(
        /<script|<text|<foreignObject|\bon\w+=|href="(?!#|data:image\/(?:png|svg\+xml);base64,|https:|mailto:|tel:)/,
      );
  });
});

test("the five layouts have the same text", async () => {
  const text = write(SAMPLES["roofer"]!);
  const covers = await Promise.all(
    LAYOUTS.map((layout) => renderMagnetCover(text, { ...brand("Oak"), layout })),
  );
  expect(new Set(covers).size).toBe(LAYOUTS.length);
});

test("the PDF is the same for the same text", async () => {
  const text = write(SAMPLES["roofer"]!);
  expect(Buffer.compare(await renderMagnet(text, brand("Oak")), await renderMagnet(text, brand("Oak")))).toBe(
    0,
  );
});

test("an email address is escaped as one address in its link", () => {
  const { mailto } = describeMagnet(
    write({ email: "a+b?cc=x&y@example.com".replace(/[?&]/g, "'") }),
    brand(),
  );
  expect(mailto).toMatch(/^mailto:a%2Bb'cc%3Dx'y@example\.com\?subject=/);
});

test("the QR code has only its matrix and the quiet zone that readers need", () => {
  const { qr } = describeMagnet(write({}), { ...brand(), page: "https://oak.example/p/oak" });
  expect(qr).toMatchObject({ url: "https://oak.example/p/oak", quiet: 4 });
  expect(qr.svg).toMatch(
    new RegExp(
      `^<svg xmlns="[^"]+" viewBox="0 0 ${qr.modules} ${qr.modules}"><path d="[Mhvz0-9 -]+"/></svg>$`,
    ),
  );
});

describe("the text version", () => {
  test("contains every word of the guide in lines of at most 72 characters", () => {
    const text = write(SAMPLES["roofer"]!);
    const plain = toPlainText(text);
    expect(Math.max(...plain.split("\n").map((line) => line.length))).toBeLessThanOrEqual(72);
    const flat = plain.replace(/\s+/g, " ");
    for (const section of text.sections) expect(flat).toContain(`${text.todoLabel}: ${section.todo}`);
    expect(flat.match(/\[ \] /g)).toHaveLength(text.checklist.groups.flatMap(({ items }) => items).length);
    expect(plain.trimEnd().endsWith("Maria Lopez\nTampa Bay Metal Roofing\nmaria@example.com")).toBe(true);
  });
});

test.each([
  ["How to know when your roof needs replacing", "how-to-know-when-your-roof-needs-replacing.pdf"],
  ["Do I need a panel upgrade for an EV charger?", "do-i-need-a-panel-upgrade-for-an-ev-charger.pdf"],
  ["屋根の修理費用", "屋根の修理費用.pdf"],
  ["../../etc/passwd\r\nX: y", "etc-passwd-x-y.pdf"],
  ["🔥", "lead-magnet.pdf"],
  [`${"long ".repeat(30)}end`, `${"long-".repeat(11)}long.pdf`],
])("the file of “%s” is named %s", (title, name) => {
  expect(magnetFileName(title, "pdf")).toBe(name);
});
