import { getBusiness, mailToOwners, lookUpJob } from "#ground/businesses/public.server.ts";
import { installation } from "#platform/config/installation.server.ts";
import type { AccountContext } from "#platform/db/scope.server.ts";
import { moment } from "#platform/time/format.ts";
import { seal } from "../entries.server.ts";
import type { Seal } from "../rules.ts";
import { sealMail } from "./mail.ts";

/**
 * Seals a job's history and emails the hash to the owners. A copy outside this machine means that nobody,
 * even with the machine and its key, can rewrite the history unnoticed.
 * @throws AppError as `seal`
 */
export async function sealAndMail(ctx: AccountContext, job: string, words: string): Promise<Seal> {
  const made = await seal(ctx, job, words);
  const [business, known] = [await getBusiness(ctx), await lookUpJob(ctx, job)];
  const { brand, publicUrl } = installation();
  await mailToOwners(
    ctx,
    sealMail({
      brand,
      business: business.name ?? "",
      job: known?.name ?? "a job",
      seal: made,
      by: ctx.user?.email ?? null,
      words,
      at: moment(Temporal.Instant.from(made.at), known?.zone ?? business.zone ?? "UTC").words,
      link: `${publicUrl}/account/evidence/${job}`,
    }),
  );
  return made;
}
