import { ADDABLE, type DraftStep, type DraftText, FIELDS, type Kind, KINDS, newStep } from "./draft.ts";

// Fields have names such as `steps.2.subject`, buttons have commands such as `up:2`: the editor works without
// script.

/** More than schema.ts allows. */
const MOST = 80;
/** Limits what one form can store. */
const LONGEST = 50_000;

/**
 * Parses a posted form.
 * @param makeId makes ids for steps that have none
 */
export function readDraft(
  fields: Readonly<Record<string, string | undefined>>,
  makeId: () => string,
): DraftText {
  const text = (name: string) => (fields[name] ?? "").replaceAll("\r\n", "\n").slice(0, LONGEST);
  const steps: DraftStep[] = [];
  for (let at = 0; at < MOST; at++) {
    const kind = fields[`steps.${at}.kind`];
    if (!isKind(kind)) break;
    const parts = FIELDS.filter((field) => fields[`steps.${at}.${field}`] !== undefined).map(
      (field) => [field, text(`steps.${at}.${field}`)] as const,
    );
    steps.push({
      ...newStep(text(`steps.${at}.id`).slice(0, 64) || makeId(), kind),
      ...Object.fromEntries(parts),
    });
  }
  return {
    name: text("name"),
    trigger: {
      kind: text("trigger"),
      pageId: text("trigger.pageId"),
      what: text("trigger.what"),
      on: text("trigger.on"),
    },
    steps,
  };
}

const isKind = (kind: string | undefined): kind is Kind =>
  (KINDS as readonly (string | undefined)[]).includes(kind);

export type Deed =
  | { readonly do: "up" | "down" | "delete"; readonly at: number }
  /** Adds a step after position `at`; -1 adds it first. */
  | { readonly do: "add"; readonly at: number; readonly kind: Kind }
  | { readonly do: "move"; readonly at: number; readonly to: number };

/** Parses a button's command, such as `up:2` or `add:mail:3`; null for other buttons. */
export function readDeed(said: string): Deed | null {
  const [what = "", one = "", other = ""] = said.split(":");
  if (what === "add" && (ADDABLE as readonly string[]).includes(one) && /^-?\d+$/.test(other))
    return { do: "add", at: Number(other), kind: one as Kind };
  if ((what === "up" || what === "down" || what === "delete") && /^\d+$/.test(one))
    return { do: what, at: Number(one) };
  return null;
}

/** Applies a command to the steps. A guide stays first; an impossible command changes nothing. */
export function deedDone(
  steps: readonly DraftStep[],
  deed: Deed,
  makeId: () => string,
): readonly DraftStep[] {
  const first = steps[0]?.kind === "gift" ? 1 : 0;
  switch (deed.do) {
    case "up":
      return deedDone(steps, { do: "move", at: deed.at, to: deed.at - 1 }, makeId);
    case "down":
      return deedDone(steps, { do: "move", at: deed.at, to: deed.at + 1 }, makeId);
    case "delete":
      return steps.filter((_, at) => at !== deed.at);
    case "add": {
      const to = Math.min(Math.max(deed.at + 1, first), steps.length);
      return steps.length >= MOST ? steps : steps.toSpliced(to, 0, newStep(makeId(), deed.kind));
    }
    case "move": {
      const step = steps[deed.at];
      if (!step || step.kind === "gift" || deed.to < first || deed.to >= steps.length || deed.to === deed.at)
        return steps;
      return steps.toSpliced(deed.at, 1).toSpliced(deed.to, 0, step);
    }
  }
}
