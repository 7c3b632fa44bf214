import type { AccountContext } from "#platform/db/scope.server.ts";
import { sequenceOf } from "../draft/draft.ts";
import { openDraft } from "../draft/drafts.server.ts";
import type { Step } from "../plan/planner.ts";
import { sequenceSchema } from "../schema.ts";
import type { Trigger } from "../plan/triggers.ts";

/** The draft if there is one, else the live sequence. */
export interface Previewable {
  readonly id: string;
  readonly name: string;
  readonly trigger: Trigger;
  readonly pageId: string | null;
  readonly steps: readonly Step[];
  readonly isDraft: boolean;
  /** Number of steps left out. */
  readonly unfinished: number;
}

/**
 * Loads a sequence as it would run.
 * @throws AppError not_found
 */
export async function loadPreviewable(ctx: AccountContext, id: string): Promise<Previewable> {
  const draft = await openDraft(ctx, id);
  const { changes } = draft;
  if (draft.revision === 0 && changes)
    return {
      id,
      name: changes.name,
      trigger: changes.trigger,
      pageId: changes.pageId,
      steps: changes.steps,
      isDraft: false,
      unfinished: 0,
    };
  const typed = sequenceOf(draft).steps;
  const steps = validSteps(typed);
  const { kind, what, on, pageId } = draft.trigger;
  const trigger: Trigger =
    kind === "new lead"
      ? { kind }
      : kind === "event"
        ? { kind, what }
        : kind === "date"
          ? { kind, on }
          : { kind: "manual" };
  return {
    id,
    name: draft.name.trim() || "New follow-up",
    trigger,
    pageId: kind === "new lead" && pageId ? pageId : null,
    steps,
    isDraft: true,
    unfinished: typed.length - steps.length,
  };
}

/** Repeats, because a condition may lose the steps it skips. */
function validSteps(typed: readonly unknown[]): readonly Step[] {
  let left = typed;
  while (left.length) {
    // Only a page's sequence may start with a guide.
    const isGuide = (left[0] as { kind?: unknown }).kind === "gift";
    const trigger = isGuide
      ? { kind: "new lead", pageId: "01900000-0000-7000-8000-000000000000" }
      : { kind: "manual" };
    const read = sequenceSchema.safeParse({ name: "Preview", trigger, steps: left });
    if (read.success) return read.data.steps;
    const wrong = new Set(
      read.error.issues.flatMap(({ path }) => (typeof path[1] === "number" ? [path[1]] : [])),
    );
    // The whole list is wrong, such as a wait alone.
    if (!wrong.size) return [];
    left = left.filter((_, at) => !wrong.has(at));
  }
  return [];
}
