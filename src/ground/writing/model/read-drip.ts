import { blockLines, type PlainBlock, readPlainBlocks } from "#platform/markdown/plain-blocks.server.ts";

// Follow-ups as a model writes them down (drip-task.ts): Markdown, which is read into emails and calls.

const EMAIL = /^\W*email\s*#?\d+\W+day\s*(\d+)[\s:,.|–—-]*(.*)$/is;
const CALL = /^\W*(?:call|script|call script)\s*#?\d+\W+day\s*(\d+)[\s:,.|–—-]*(.*)$/is;
const SUBJECT = /^\**subject(?: line)?:?\**:?\s*/i;
const OBJECTION = /^\W*objection\W+/i;
const WHEN = /^\**when(?: to call)?:?\**:?\s*/i;
/** "**If they say yes:** Great." */
const CUE = /^\*\*(.+?)[:.]?\*\*[:.]?\s*([^]*)$/;
const GREETING = /^(?:hi|hey|hello|dear)\b[^.?!\n]{0,60},?$/i;
/** "Maria, Lopez Roofing" or "Thanks," on a line of its own. */
const SIGNATURE = /^(?!.*[.?!:"”]$).{1,80}$/s;

type Part = { day: number; title: string; blocks: PlainBlock[] };

/** Emails and calls, as far as they are there. */
export function readDrip(markdown: string): unknown {
  const emails: Part[] = [];
  const calls: Part[] = [];
  let objection = "";
  let part: Part | undefined;
  for (const block of readPlainBlocks(markdown.replace(/^```\w*$/gm, ""))) {
    const text = block.kind === "heading" || block.kind === "paragraph" ? block.text : "";
    const isTitle = block.kind === "heading" || /^\*\*.*\*\*$/.test(text);
    const [list, found] = !isTitle
      ? [emails, null]
      : EMAIL.test(text)
        ? [emails, EMAIL.exec(text)]
        : [calls, CALL.exec(text)];
    if (found)
      list.push((part = { day: Number(found[1]), title: found[2]!.replaceAll("**", ""), blocks: [] }));
    else if (part) part.blocks.push(block);
    else if (OBJECTION.test(text)) objection = text.replace(OBJECTION, "").replace(/["“”]/g, "").trim();
  }
  return { objection, emails: emails.map(emailOf), scripts: calls.map(callOf) };
}

function emailOf({ day, title, blocks }: Part) {
  const lines = blocks.flatMap(mailLines);
  const subject = lines.find((line) => SUBJECT.test(line)) ?? title;
  const paragraphs = lines.filter((line) => !SUBJECT.test(line));
  if (GREETING.test(paragraphs[0] ?? "")) paragraphs.shift();
  while (paragraphs.length > 2 && SIGNATURE.test(paragraphs.at(-1)!)) paragraphs.pop();
  return { day, subject: unquoted(subject.replace(SUBJECT, "")), paragraphs };
}

/** What's for the lead to copy is in quotes, and an email has no lists but numbered paragraphs. */
function mailLines(block: PlainBlock): readonly string[] {
  if (block.kind === "list" && block.isNumbered) return block.items.map((item, at) => `${at + 1}. ${item}`);
  if (block.kind === "quote")
    return block.paragraphs.map((line) =>
      /^["“]/.test(line) ? line : `"${line.replaceAll(/["“”]/g, "'")}"`,
    );
  if (block.kind !== "paragraph") return blockLines(block);
  // A greeting on the line above is a paragraph of its own.
  return block.text.split(/(?<=^(?:hi|hey|hello|dear)\b[^.?!\n]{0,60},?)\n/i);
}

function callOf({ day, title, blocks }: Part) {
  let when = "";
  const lines: { cue: string; say: string }[] = [];
  for (const line of blocks.flatMap(callLines)) {
    const cue = CUE.exec(line);
    if (when === "" && lines.length === 0 && WHEN.test(line)) when = line.replace(WHEN, "");
    else if (cue) lines.push({ cue: cue[1]!, say: unquoted(cue[2]!) });
    else if (lines.length > 0) lines.push({ cue: "", say: unquoted(line) });
    else lines.push({ cue: "Say", say: unquoted(line) });
  }
  return { day, title, when, lines: joined(lines) };
}

/** Cues may follow one another without an empty line between them. */
const callLines = (block: PlainBlock): readonly string[] =>
  block.kind === "paragraph" ? block.text.split(/\n(?=\*\*)/) : blockLines(block);

const unquoted = (line: string) => line.replace(/^["“]([^"“”]*)["”]$/, "$1");

/** Words without a cue go on with the line before. */
function joined(lines: readonly { cue: string; say: string }[]) {
  const whole: { cue: string; say: string }[] = [];
  for (const { cue, say } of lines) {
    const before = whole.at(-1);
    if (cue === "" && before) before.say = `${before.say} ${say}`.trim();
    else whole.push({ cue, say });
  }
  return whole.filter(({ say }) => say !== "");
}
