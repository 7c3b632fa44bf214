import { checkEdited, drawable } from "./validate-text.ts";
import {
  bannedPhrases,
  checkMagnet,
  checkWholeGuide,
  claims,
  type Finding,
  headingsOf,
  linesOfWhole,
  placeholders,
} from "../checks/checks.ts";
import { shaped } from "./edit-text.ts";
import { adviceOf, type Notes, notesOf } from "./notes.ts";
import { magnetOutlineOf, type Tree } from "../outline.ts";
import type { Trade } from "../trades/schema.ts";
import { trades } from "../trades/trades.server.ts";
import { fillGuide } from "../guides/fill-guide.ts";
import { GUIDE_TONES } from "../guides/guide-file.ts";
import { guides } from "../guides/library.server.ts";
import type { GuideSection, WholeGuide } from "../guides/whole-guide-schema.ts";
import { EMAIL, type MagnetBrief, type MagnetText, magnetTextSchema } from "../schema.ts";
import { GENERAL } from "../trades/understand-brief.ts";

/** A typed text that may be stored, or its problems by field. */
export type Edited<Text> =
  | { readonly text: Text; readonly errors?: undefined }
  | { readonly text?: undefined; readonly errors: Readonly<Record<string, string>> };

/** Validates a typed lead magnet. Parts not in the form keep their stored values. */
export function checkMagnetEdit<T extends MagnetText>(tree: Tree, stored: T): Edited<T> {
  const { value, errors } = checkEdited(magnetOutlineOf(stored).root, tree);
  const candidate = withUnedited(value, stored);
  const { email } = candidate.nextStep.contact;
  const all: Record<string, string> = { ...errors };
  if (email !== "" && !EMAIL.test(email))
    all["nextStep.contact.email"] ??=
      "That doesn’t look like an email address. It should look like name@example.com.";
  if (candidate.version === 1) {
    if (candidate.checklist.groups.flatMap(({ items }) => items).length < 10)
      all["checklist.groups"] ??= "The checklist needs at least ten boxes, so its page is worth printing.";
  } else
    for (const [at, { heading, table }] of candidate.sections.entries()) {
      if (at === 0 && heading === "") all["sections.0.heading"] ??= "The first section needs a heading.";
      if (table.rows.some(({ length }) => length !== table.columns.length))
        all[`sections.${at}.table.rows`] ??= "Every row needs as many cells as there are column headings.";
    }
  // It is of the stored kind.
  return settled(all, magnetTextSchema.safeParse(candidate)) as Edited<T>;
}

/** What the form doesn't have: the kind of text, where it came from, and the place of a whole guide's ask. */
const withUnedited = (value: unknown, stored: MagnetText): MagnetText =>
  stored.version === 1
    ? { ...(value as typeof stored), version: 1, playbook: stored.playbook }
    : {
        ...(value as typeof stored),
        version: 2,
        guide: stored.guide,
        ...(stored.writer ? { writer: stored.writer } : {}),
        ...(stored.toCheck ? { toCheck: stored.toCheck } : {}),
        ...placesOf(value, stored),
      };

/**
 * Numbers of lists and what is urgent stay with their section wherever it moved to, and the ask stays below
 * the section that it followed.
 */
function placesOf(value: unknown, { askAfter, sections }: WholeGuide) {
  const edited = (value as WholeGuide).sections;
  const stored = edited.map((section, at) =>
    sections[at] && isSame(sections[at], section) ? at : sections.findIndex((one) => isSame(one, section)),
  );
  const before = stored.findLastIndex((at) => at >= 0 && at < askAfter);
  return {
    askAfter: askAfter === 0 ? 0 : askAfter >= sections.length || before < 0 ? edited.length : before + 1,
    sections: edited.map((section, at) => {
      const { isNumbered = false, isUrgent } = sections[stored[at]!] ?? {};
      return { ...section, isNumbered, ...(isUrgent ? { isUrgent } : {}) };
    }),
  };
}

/** Whether an edited section was made from a stored one: they share a heading or a line of text. */
const isSame = (stored: GuideSection, edited: GuideSection): boolean =>
  (stored.heading !== "" && stored.heading === edited.heading) ||
  (["paragraphs", "points", "after"] as const).some((key) =>
    stored[key].some((line) => edited[key].includes(line)),
  );

function settled<Text>(
  errors: Readonly<Record<string, string>>,
  parsed:
    | { success: true; data: Text }
    | { success: false; error: { issues: readonly { path: readonly PropertyKey[]; message: string }[] } },
): Edited<Text> {
  if (Object.keys(errors).length > 0) return { errors };
  if (parsed.success) return { text: parsed.data };
  // The outline reports these problems in better words; this is a safety net for anything it misses.
  return {
    errors: Object.fromEntries(
      parsed.error.issues.map(({ path, message }) => [path.join(".") || "form", message]),
    ),
  };
}

/** A lead magnet completed enough to preview while typing; missing text is marked. */
export function drawableMagnet(tree: Tree, stored: MagnetText): MagnetText {
  const text = withUnedited(drawable(magnetOutlineOf(stored).root, tree), stored);
  if (text.version === 1) return text;
  return {
    ...text,
    sections: text.sections.map((section) => ({
      ...section,
      table: {
        ...section.table,
        rows: section.table.rows.map((row) => section.table.columns.map((_, at) => row[at] ?? "")),
      },
    })),
  };
}

const tradeOf = (id: string): Trade => {
  const all = trades();
  return all.find((trade) => trade.id === id) ?? all.find((trade) => trade.id === GENERAL) ?? all[0]!;
};

/** Advice by form field where our writer would differ. Never blocks saving. */
export function notesOnMagnet(text: MagnetText, brief: MagnetBrief): Notes {
  const { root } = magnetOutlineOf(text);
  const findings =
    text.version === 1
      ? checkMagnet(text, brief, tradeOf(text.playbook))
      : checkWholeGuide(text, tradeOf(GENERAL), linesOfGuide(text, brief));
  return notesOf(root, shaped(root, text), findings);
}

/**
 * Whether a line is in the guide as we wrote it, in any version; every line if the guide is gone, or if a
 * model wrote it, whose figures were checked then.
 */
function linesOfGuide({ guide: id, writer }: WholeGuide, brief: MagnetBrief): (line: string) => boolean {
  const guide = guides().find((one) => one.id === id);
  if (!guide || writer === "model") return () => true;
  const texts = GUIDE_TONES.map((_, at) => fillGuide(guide, brief, at + 1));
  const lines = new Set(texts.flatMap((text) => [...headingsOf(text), ...linesOfWhole(text)]));
  return (line) => lines.has(line);
}

/** Advice on an email, a text or a call script where our writer would differ. Never blocks saving. */
export function adviceOn(words: string): string[] {
  // Names are filled in when it's sent.
  const text = words.replaceAll(/\{\{\s*\w+\s*\}\}/g, "");
  const find = (check: Finding["check"], found: readonly string[]): Finding[] =>
    found.map((each) => ({ check, words: each }));
  return adviceOf([
    ...find("banned phrase", bannedPhrases(text)),
    ...find("placeholder", placeholders(text)),
    ...find("claim", claims(text, tradeOf(GENERAL).doNotSay)),
  ]);
}
