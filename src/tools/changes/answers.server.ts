import { getBusiness, mailToOwners } from "#ground/businesses/public.server.ts";
import { onEvent, type PaperDeed } from "#ground/events/public.server.ts";
import { defineHeadline, mailApprovers } from "#ground/papers/public.server.ts";
import { append } from "#ground/evidence/public.server.ts";
import { clientOf } from "#trade/reports/public.server.ts";
import { installation } from "#platform/config/installation.server.ts";
import type { AccountContext } from "#platform/db/scope.server.ts";
import { AppError } from "#platform/errors/app-error.ts";
import { formatAmount } from "#platform/money/money.ts";
import { layOutMail } from "#platform/mail/compose/layout.ts";
import { setState } from "./state.server.ts";
import { canBecome, numberOf } from "./states.ts";
import { getChange, lockRow, PAPER, versionOfPaper, versionsOf } from "./stored.server.ts";

/** Hears what approvers do with changes, in the transaction of the answer: an error refuses it. */
export function listenForChanges(): void {
  defineHeadline(PAPER, async (ctx, { number, title, id }) => {
    const { version } = await versionOfPaper(ctx, id);
    const { currency } = await getBusiness(ctx);
    return [number, title, formatAmount(version.sheet.cents, currency)].filter(Boolean).join(", ");
  });
  const on = (
    did: "viewed" | "asked" | "approved" | "declined",
    listen: (ctx: AccountContext, deed: PaperDeed) => Promise<unknown>,
  ) =>
    onEvent(`paper.${did}`, async (ctx, deed) => {
      if (deed.kind === PAPER) await listen(ctx, deed);
    });
  for (const did of ["viewed", "asked"] as const)
    on(did, async (ctx, { thingId, version }) => {
      const row = await lockRow(ctx, thingId);
      if (row?.version === version && canBecome(row.state, did)) await setState(ctx, thingId, did);
    });
  on("declined", (ctx, { thingId }) => setState(ctx, thingId, "declined"));
  on("approved", async (ctx, { thingId, paperId }) => {
    await setState(ctx, thingId, "approved", { approvedAt: ctx.now });
    await confirmApproval(ctx, paperId);
  });
}

/** Emails those who approved it what they approved. */
async function confirmApproval(ctx: AccountContext, paperId: string): Promise<void> {
  await mailApprovers(ctx, paperId, async () => {
    const { version, row } = await versionOfPaper(ctx, paperId);
    const { currency } = await getBusiness(ctx);
    const { sheet } = version;
    const price = formatAmount(sheet.cents, currency);
    return {
      client: await clientOf(ctx, row.jobId),
      words: {
        what: "change",
        subject: `Approved: ${row.co}, ${sheet.title}, ${price}`,
        paragraphs: [
          `Thank you. You approved ${sheet.title} for ${price}. It’s change order ${row.co} now.`,
          ...(sheet.contract.length > 0
            ? [sheet.contract.map(({ name, value }) => `${name}: ${value}`).join("\n")]
            : []),
        ],
      },
    };
  });
}

/**
 * Voids an approved change: the contract takes back its sum and days, its page says why, and both sides get
 * an email.
 * @throws AppError not_found; invalid without a reason; conflict unless it is approved
 */
export async function voidChange(ctx: AccountContext, id: string, reason: string): Promise<void> {
  const { job } = await getChange(ctx, id);
  if (reason === "")
    throw new AppError("invalid", "Say why, because your client reads it.", {
      fields: { reason: "Say why, because your client reads it." },
    });
  const row = await setState(ctx, id, "voided", { voidReason: reason });
  const number = numberOf(row)!;
  const [newest] = await versionsOf(ctx, id);
  await append(ctx, {
    job: row.jobId,
    kind: "changes.voided",
    author: ctx.user?.id ?? null,
    payload: { change: id, number, reason },
    about: [],
  });
  const said = [`${number}, ${newest!.sheet.title}, doesn’t count anymore.`, `Reason: ${reason}`];
  await mailApprovers(
    ctx,
    newest!.id,
    async () => ({
      client: await clientOf(ctx, row.jobId),
      words: {
        what: "change",
        news: "voided",
        subject: `Voided: ${number}, ${newest!.sheet.title}`,
        paragraphs: [...said, "The contract sum and the completion date are as they were without it."],
      },
    }),
    { isNews: true },
  );
  const { brand, publicUrl } = installation();
  await mailToOwners(ctx, {
    subject: `Voided: ${number} at ${job.name}`,
    ...layOutMail({
      brand,
      paragraphs: said,
      action: { label: "Open the change", url: `${publicUrl}/account/changes/${id}` },
    }),
  });
}
