import { mailToOwners } from "#ground/businesses/public.server.ts";
import { append } from "#ground/evidence/public.server.ts";
import { mailApprovers } from "#ground/papers/public.server.ts";
import { clientOf } from "#trade/reports/public.server.ts";
import { installation } from "#platform/config/installation.server.ts";
import type { AccountContext } from "#platform/db/scope.server.ts";
import { AppError } from "#platform/errors/app-error.ts";
import { layOutMail } from "#platform/mail/compose/layout.ts";
import { numberOf } from "../rules/states.ts";
import { getChange, versionsOf } from "../stored/changes.server.ts";
import { setState } from "../stored/set-state.server.ts";

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
        what: "change order",
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
