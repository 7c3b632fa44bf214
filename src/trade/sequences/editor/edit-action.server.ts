import { type ActionFunctionArgs, data, redirect } from "react-router";
import { inAccount, zoneOf } from "#ground/businesses/public.server.ts";
import { listPages } from "#trade/leads/public.server.ts";
import { newId } from "#platform/db/ids.ts";
import type { AccountContext } from "#platform/db/scope.server.ts";
import { AppError } from "#platform/errors/app-error.ts";
import { readForm } from "#platform/http/request/form.server.ts";
import { moment } from "#platform/time/format.ts";
import { draftOf, type DraftStep, type DraftText } from "../draft/draft.ts";
import { applyCommand, parseCommand, readDraft } from "../draft/form.ts";
import { discardDraft, openDraft, saveDraft } from "../draft/drafts.server.ts";
import { publishDraft } from "../draft/publish.server.ts";
import { firstSequence } from "../first-sequence.ts";
import { liveSequence } from "../live.server.ts";

export interface Typed {
  readonly text: DraftText;
  readonly revision: number;
  readonly errors?: Readonly<Record<string, string>>;
  readonly message?: string;
  readonly deleted?: { readonly at: number; readonly step: DraftStep };
  readonly meanwhile?: {
    readonly by: string | null;
    readonly when: string;
    readonly theirs: DraftText;
    readonly revision: number;
  };
  /** `text` has a step that the posted form didn't have. */
  readonly isCompleted?: boolean;
  /** Makes each response distinct. */
  readonly at: string;
}

/** Applies an editor button to the posted form and saves it. A refused form comes back as typed. */
export async function edit(args: ActionFunctionArgs) {
  const fields = await readForm(args.request);
  const typed = readDraft(fields, newId);
  const basis = Number(fields["basis"]);
  try {
    return await inAccount(args, "work.write", (ctx) =>
      applyButton(ctx, args.params["sequenceId"] ?? "", { fields, typed, basis }),
    );
  } catch (error) {
    // The database is down or full: return the form as typed.
    const thrown = error as { type?: unknown; init?: ResponseInit | null } | null;
    if (thrown?.type !== "DataWithResponseInit" || (thrown.init?.status ?? 0) < 500) throw error;
    return data<Typed>(
      {
        text: typed,
        revision: basis,
        message: "It’s not saved yet. Try again in a moment.",
        at: newId(),
      },
      thrown.init ?? {},
    );
  }
}

const dropUnset = (fields: Readonly<Record<string, string | undefined>> = {}) =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([field, message]) => (message ? [[field, message] as const] : [])),
  );

async function applyButton(
  ctx: AccountContext,
  id: string,
  {
    fields,
    typed,
    basis,
  }: { fields: Readonly<Record<string, string | undefined>>; typed: DraftText; basis: number },
) {
  const button = fields["do"] ?? "save";
  if (button === "discard") {
    const { changes } = await openDraft(ctx, id);
    await discardDraft(ctx, id);
    return redirect(changes ? `/account/sequences/${id}?discarded=1` : "/account/follow-up?discarded=1", 303);
  }
  const command = parseCommand(button);
  const steps = command
    ? applyCommand(typed.steps, command, newId)
    : button === "undelete"
      ? reinsertStep(typed.steps, fields["deleted"])
      : typed.steps;
  const replaced = button === "bring-back" ? (await openDraft(ctx, id)).replaced : null;
  const guide = button === "publish" ? await missingGuide(ctx, typed) : null;
  const text = replaced
    ? { name: replaced.name, trigger: replaced.trigger, steps: replaced.steps }
    : { ...typed, steps: guide ? [guide, ...afterGuide(steps)] : steps };
  const over = button === "over";
  const saved = await saveDraft(ctx, id, {
    text,
    basis: over ? Number(fields["over-revision"]) : basis,
    over: over || replaced !== null,
  });
  if ("theirs" in saved) {
    const { by, theirs, revision, at } = saved;
    const when = moment(at, await zoneOf(ctx)).words;
    return data<Typed>(
      { text, revision: basis, meanwhile: { by, when, theirs, revision }, at: newId() },
      { status: 409 },
    );
  }
  if (guide)
    return data<Typed>({
      text,
      revision: saved.revision,
      message: "This page promises a guide, so we added it as the first step. Read it, then publish.",
      isCompleted: true,
      at: newId(),
    });
  if (button === "publish") return publish(ctx, id, text, saved.revision);
  const deleted = command?.do === "delete" ? typed.steps[command.at] : undefined;
  if (deleted)
    return data<Typed>({
      text,
      revision: saved.revision,
      deleted: { at: command!.at, step: deleted },
      at: newId(),
    });
  const moved =
    command && "at" in command
      ? (steps.find(({ id: one }) => !typed.steps.some((step) => step.id === one)) ?? typed.steps[command.at])
      : undefined;
  return redirect(
    `/account/sequences/${id}/edit?${moved ? `open=${encodeURIComponent(moved.id)}#step-${moved.id}` : "saved=1"}`,
    303,
  );
}

/** The step with the guide that the chosen page promises, if the draft lacks it; only a page can add it. */
async function missingGuide(ctx: AccountContext, { trigger, steps }: DraftText): Promise<DraftStep | null> {
  if (trigger.kind !== "new lead" || steps[0]?.kind === "gift") return null;
  const page = (await listPages(ctx)).find(({ id, closedAt }) => id === trigger.pageId && closedAt === null);
  if (!page) return null;
  const [first] = (await liveSequence(ctx, page.id))?.steps ?? firstSequence(page.offer.title);
  return first?.kind === "gift" ? draftOf([first], () => newId())[0]! : null;
}

/** An email doesn't go out on the day of the guide. */
const afterGuide = ([first, ...rest]: readonly DraftStep[]): readonly DraftStep[] =>
  !first ? [] : [first.kind === "mail" && first.amount === "0" ? { ...first, amount: "1" } : first, ...rest];

/** Publishes the draft, or returns errors by field. */
async function publish(ctx: AccountContext, id: string, text: DraftText, revision: number) {
  try {
    return redirect(`/account/sequences/${await publishDraft(ctx, id, revision)}?published=1`, 303);
  } catch (error) {
    if (!(error instanceof AppError) || (error.code !== "invalid" && error.code !== "conflict")) throw error;
    return data<Typed>(
      { text, revision, errors: dropUnset(error.fields), message: error.message, at: newId() },
      { status: error.status },
    );
  }
}

/** Reinserts a deleted step that the form carries. */
function reinsertStep(steps: readonly DraftStep[], posted: string | undefined): readonly DraftStep[] {
  try {
    const { at, step } = JSON.parse(posted ?? "") as { at: number; step: Record<string, string> };
    const [restored] = readDraft(
      Object.fromEntries(Object.entries(step).map(([field, value]) => [`steps.0.${field}`, String(value)])),
      newId,
    ).steps;
    return restored
      ? steps.toSpliced(Math.min(Math.max(0, Number(at) || 0), steps.length), 0, restored)
      : steps;
  } catch {
    return steps;
  }
}
