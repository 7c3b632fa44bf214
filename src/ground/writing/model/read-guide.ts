import { blockLines, type PlainBlock, readPlainBlocks } from "#platform/markdown/plain-blocks.server.ts";

// A guide as a model writes it down (guide-task.ts): Markdown, which is read into the parts of a guide. What
// it lacks is missing here too, and the schema says so.

type Section = ReturnType<typeof newSection>;

const newSection = (heading: string) => ({
  heading,
  paragraphs: [] as string[],
  points: [] as string[],
  isNumbered: false,
  table: { columns: [] as string[], rows: [] as string[][] },
  letter: [] as string[],
  after: [] as string[],
});

const SOURCES = /^\W*sources?\b[^A-Za-z]*(?=S\d|$)/i;
/** The title, and up to two lines below it with empty ones between. */
const COVER = /^# .*(?:\n+[^\n#]{1,400}){0,2}/;
/** On a line of its own above the opening, and no sentence, as an opening is. */
const READERS = /^\**for\b:?\**:? *([^\n.?!]{3,110})$/im;
const ITALIC = /^(?:\*(?!\*)([^*]+)\*|_([^_]+)_)$/m;

/** The parts of a guide, as far as they are there. */
export function readGuide(markdown: string): unknown {
  const from = markdown.search(/^# /m);
  const text = markdown.slice(Math.max(0, from)).replace(/^```\w*$/gm, "");
  const [cover = ""] = COVER.exec(text) ?? [];
  const [, italic, underlined] = ITALIC.exec(cover) ?? [];
  const [readersLine = "", readers] = READERS.exec(cover) ?? [];
  const promise = (italic ?? underlined ?? "").trim();
  const blocks = readPlainBlocks(readersLine === "" ? text : text.replace(readersLine, ""));
  const title = blocks.find(({ kind }) => kind === "heading");
  const sources: string[] = [];
  const rest = blocks.filter((block) => {
    if (block === title) return false;
    if (block.kind !== "paragraph") return true;
    if (SOURCES.test(block.text)) return void sources.push(...(block.text.match(/S\d+/g) ?? []));
    return block.text.replaceAll("**", "") !== promise.replaceAll("**", "");
  });
  const firstHeading = rest.findIndex(({ kind }) => kind === "heading");
  const opening = rest.slice(0, firstHeading === -1 ? undefined : firstHeading).flatMap(blockLines);
  const sections = firstHeading === -1 ? [] : sectionsOf(rest.slice(firstHeading));
  const lastHeading = sections.findLastIndex(({ heading }) => heading !== "");
  return {
    title: title?.kind === "heading" ? title.text : "",
    promise,
    readers: readers === undefined ? "" : `For ${readers.trim()}`,
    opening,
    sections: sections.slice(0, Math.max(0, lastHeading)),
    ...(lastHeading === -1 ? {} : { nextStep: nextStepOf(sections.slice(lastHeading)) }),
    sources,
  };
}

/** A section has one list, table or letter; another one continues it in a section without a heading. */
function sectionsOf(blocks: readonly PlainBlock[]): Section[] {
  const sections: Section[] = [];
  for (const block of blocks) {
    if (block.kind === "heading") {
      sections.push(newSection(block.text));
      continue;
    }
    let section = sections.at(-1)!;
    const hasKind = section.points.length + section.table.columns.length + section.letter.length > 0;
    if (block.kind === "paragraph") {
      (hasKind ? section.after : section.paragraphs).push(block.text);
      continue;
    }
    if (hasKind) sections.push((section = newSection("")));
    if (block.kind === "list")
      Object.assign(section, { points: [...block.items], isNumbered: block.isNumbered });
    if (block.kind === "quote") section.letter.push(...block.paragraphs);
    if (block.kind === "table")
      section.table = { columns: [...block.columns], rows: block.rows.map((row) => [...row]) };
  }
  return sections;
}

/** The next step has only paragraphs: a list without an order becomes one. */
const nextStepOf = (sections: readonly Section[]) => ({
  heading: sections[0]!.heading,
  paragraphs: sections.flatMap(({ paragraphs, points, isNumbered, letter, after }) => [
    ...paragraphs,
    ...(isNumbered ? points.map((point, at) => `${at + 1}. ${point}`) : [points.join(" ")]).filter(Boolean),
    ...letter,
    ...after,
  ]),
});
