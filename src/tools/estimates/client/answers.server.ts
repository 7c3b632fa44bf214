import { getBusiness } from "#ground/businesses/public.server.ts";
import { onEvent, type PaperDeed } from "#ground/events/public.server.ts";
import { definePaperChoice, type ReadPaperChoice } from "#ground/papers/public.server.ts";
import { findStoredRecord, shownFields, writeAsProduct } from "#ground/sync/public.server.ts";
import { jobOf } from "#trade/jobs/public.server.ts";
import type { AccountContext } from "#platform/db/scope.server.ts";
import { afterAnswer } from "../stored/lead.server.ts";
import { formatAmount } from "#platform/money/money.ts";
import { describeChoice } from "../rules/layout.ts";
import type { Estimate } from "../rules/estimate.ts";
import { setState } from "../stored/set-state.server.ts";
import { canBecome } from "../rules/states.ts";
import { lockRow, PAPER, versionOfPaper } from "../stored/estimates.server.ts";
import { type Choice, firstChoice, totalsOf } from "../rules/totals.ts";

/** Reads the choice of an approval; its total is a field, so a price that the page didn't show is refused. */
const readChoice: ReadPaperChoice = async (ctx, { id }, { option, extras = "" }) => {
  const { content } = await versionOfPaper(ctx, id);
  const choice = choiceOf(content, option, extras.split(","));
  const { total } = totalsOf(content, choice);
  const { currency } = await getBusiness(ctx);
  return {
    details: { ...choice, total },
    statement: describeChoice(content, choice, formatAmount(total, currency)),
    fields: { option: String(choice.option), extras: choice.extras.join(","), total: String(total) },
  };
};

/** The choice that a page's address or form names; the first for what it doesn't. */
export function choiceOf(
  content: Estimate,
  option: string | null | undefined,
  extras: readonly string[],
): Choice {
  const first = firstChoice(content);
  const typed = Number(option);
  const isOption = Number.isInteger(typed) && typed >= 1 && typed <= content.options.length;
  return {
    option: isOption ? typed : first.option,
    extras: content.lines.flatMap(({ id, isOptional }) => (isOptional && extras.includes(id) ? [id] : [])),
  };
}

/** Hears what clients do with estimates, in the transaction of the answer: an error refuses it. */
export function listenForEstimates(): void {
  definePaperChoice(PAPER, readChoice);
  const on = (
    did: "viewed" | "asked" | "approved" | "declined",
    listen: (ctx: AccountContext, deed: PaperDeed) => Promise<void>,
  ) =>
    onEvent(`paper.${did}`, async (ctx, deed) => {
      if (deed.kind !== PAPER) return;
      await listen(ctx, deed);
    });
  on("viewed", async (ctx, deed) => {
    const row = await lockRow(ctx, deed.thingId);
    if (row?.version !== deed.version || !canBecome(row.state, "viewed")) return;
    await setState(ctx, deed.thingId, "viewed", {}, deed);
    await afterAnswer(ctx, "viewed", deed);
  });
  on("asked", async (ctx, deed) => {
    const row = await lockRow(ctx, deed.thingId);
    if (row && canBecome(row.state, "asked")) await setState(ctx, deed.thingId, "asked", {}, deed);
    // A question about one that is declined or over is a reply too.
    await afterAnswer(ctx, "asked", deed);
  });
  on("declined", async (ctx, deed) => {
    await setState(ctx, deed.thingId, "declined", {}, deed);
    await afterAnswer(ctx, "declined", deed);
  });
  on("approved", async (ctx, deed) => {
    const { thingId, paperId, details } = deed;
    const { content } = await versionOfPaper(ctx, paperId);
    const { option, extras } = (details ?? {}) as Partial<Choice>;
    const choice = choiceOf(content, String(option ?? ""), extras ?? []);
    const cents = totalsOf(content, choice).total;
    await setState(ctx, thingId, "approved", { choice, cents }, deed);
    await startJob(ctx, thingId, cents);
    await afterAnswer(ctx, "approved", deed);
  });
}

/** Gives the job the approved sum, unless it has one already, and makes a quoted one real. */
async function startJob(ctx: AccountContext, estimateId: string, total: number): Promise<void> {
  const row = await lockRow(ctx, estimateId);
  const record = row ? await findStoredRecord(ctx, row.jobId) : null;
  if (!record) return;
  const { contractCents, status } = jobOf(record.id, shownFields(record.fields));
  const sets = {
    ...(contractCents === null ? { contractCents: total } : {}),
    ...(status === "quoted" ? { status: "planned" } : {}),
  };
  if (Object.keys(sets).length > 0) await writeAsProduct(ctx, record, sets);
}
