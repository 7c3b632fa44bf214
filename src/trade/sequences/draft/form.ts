import { ADDABLE, type DraftStep, type DraftText, FIELDS, type Kind, KINDS, newStep } from "./draft.ts";

// Fields have names such as `steps.2.subject`, buttons have commands such as `up:2`: the editor works without
// script.

/** More than schema.ts allows. */
const MAX_STEPS = 80;
/** Limits what one form can store. */
const MAX_FIELD_LENGTH = 50_000;

/**
 * Parses a posted form.
 * @param makeId makes ids for steps that have none
 */
export function readDraft(
  fields: Readonly<Record<string, string | undefined>>,
  makeId: () => string,
): DraftText {
  const text = (name: string) => (fields[name] ?? "").replaceAll("\r\n", "\n").slice(0, MAX_FIELD_LENGTH);
  const steps: DraftStep[] = [];
  for (let at = 0; at < MAX_STEPS; at++) {
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

export type EditCommand =
  | { readonly do: "up" | "down" | "delete"; readonly at: number }
  /** Adds a step after position `at`; -1 adds it first. */
  | { readonly do: "add"; readonly at: number; readonly kind: Kind }
  | { readonly do: "move"; readonly at: number; readonly to: number };

/** Parses a button's command, such as `up:2` or `add:mail:3`; null for other buttons. */
export function parseCommand(value: string): EditCommand | null {
  const [action = "", first = "", second = ""] = value.split(":");
  if (action === "add" && (ADDABLE as readonly string[]).includes(first) && /^-?\d+$/.test(second))
    return { do: "add", at: Number(second), kind: first as Kind };
  if ((action === "up" || action === "down" || action === "delete") && /^\d+$/.test(first))
    return { do: action, at: Number(first) };
  return null;
}

/** Applies a command to the steps. A guide stays first; an impossible command changes nothing. */
export function applyCommand(
  steps: readonly DraftStep[],
  command: EditCommand,
  makeId: () => string,
): readonly DraftStep[] {
  const first = steps[0]?.kind === "gift" ? 1 : 0;
  switch (command.do) {
    case "up":
      return applyCommand(steps, { do: "move", at: command.at, to: command.at - 1 }, makeId);
    case "down":
      return applyCommand(steps, { do: "move", at: command.at, to: command.at + 1 }, makeId);
    case "delete":
      return steps.filter((_, at) => at !== command.at);
    case "add": {
      const to = Math.min(Math.max(command.at + 1, first), steps.length);
      return steps.length >= MAX_STEPS ? steps : steps.toSpliced(to, 0, newStep(makeId(), command.kind));
    }
    case "move": {
      const step = steps[command.at];
      if (
        !step ||
        step.kind === "gift" ||
        command.to < first ||
        command.to >= steps.length ||
        command.to === command.at
      )
        return steps;
      return steps.toSpliced(command.at, 1).toSpliced(command.to, 0, step);
    }
  }
}
