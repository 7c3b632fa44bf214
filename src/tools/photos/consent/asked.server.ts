import { desc, eq } from "drizzle-orm";
import { jobZone } from "#ground/businesses/public.server.ts";
import { recipientsOf, sentView } from "#ground/papers/public.server.ts";
import { namesOf } from "#ground/identity/public.server.ts";
import { isManager } from "#trade/fieldwork/public.server.ts";
import { findJobs } from "#trade/jobs/public.server.ts";
import type { AccountContext } from "#platform/db/scope.server.ts";
import { moment } from "#platform/time/format.ts";
import { photosAsks } from "../tables.server.ts";
import { viewOfAsk } from "./view.server.ts";
import { describeConsent, describeUses, isYes } from "./rules.ts";
import { answersTo, type Ask, consentsOf, getAsk, photosOfAsk } from "./stored.server.ts";

/** A request as the office sees it: who got it, what came of it, and what each photo may be used for. */
export async function officeViewOf(ctx: AccountContext, id: string) {
  const ask = await getAsk(ctx, id);
  const { jobId, wording } = ask;
  const zone = await jobZone(ctx, jobId);
  const asked = await photosOfAsk(ctx, id);
  const consents = new Map(
    (
      await consentsOf(
        ctx,
        asked.map(({ photoId }) => photoId),
      )
    ).map((one) => [one.sha256, one.consent]),
  );
  const { groups } = await viewOfAsk(ctx, id);
  const answers = await answersTo(ctx, [id]);
  const last = answers.at(-1);
  const recipients = new Map((await recipientsOf(ctx, [id])).map((one) => [one.id, one]));
  const people = await namesOf(
    ctx.db,
    answers.map(({ madeBy }) => madeBy),
  );
  const state = (sha256: string) => {
    const consent = consents.get(sha256);
    return consent ? describeConsent(consent) : "";
  };
  return {
    ...{ id, jobId, jobName: (await findJobs(ctx, [jobId])).get(jobId)?.name ?? "A job" },
    mayAct: isManager(ctx),
    isYes: last !== undefined && isYes(last),
    // Also at a link that is closed: it may be opened again, and the yes with it.
    mayWithdraw: (last?.uses.length ?? 0) > 0,
    sendings: (await sentView(ctx, [id], zone)).sendings,
    groups: groups.map((group) => group.map((one) => ({ ...one, state: state(one.sha256) }))),
    answers: answers.map((one, at) => {
      const { uses, photos, name, note, credit, recipientId, madeBy } = one;
      const wasYes = answers.slice(0, at).some((other) => other.uses.length > 0);
      const who =
        recipientId === null ? (people.get(madeBy ?? "") ?? "Your business") : name || "Your client";
      const address = recipients.get(recipientId ?? "")?.address ?? "";
      const count = photos.length === 1 ? "1 photo" : `${photos.length} photos`;
      const did =
        uses.length > 0
          ? `said yes to ${count}${one === last && !one.isOpen ? "; that link is closed, so nothing is shown" : ""}`
          : recipientId === null
            ? "stopped showing them for your client"
            : wasYes
              ? "changed their mind and said no"
              : "said no";
      return {
        ...{ id: one.id, credit, note, at: moment(one.at, zone) },
        line: `${who}${address ? ` (${address})` : ""} ${did}`,
        uses: describeUses(uses, wording),
      };
    }),
  };
}

const MOST_LISTED = 100;

/** Requests of all jobs, the newest first, each with what came of it. */
export async function listAsks(ctx: AccountContext) {
  const asks: Ask[] = await ctx.db
    .select()
    .from(photosAsks)
    .where(eq(photosAsks.accountId, ctx.account.id))
    .orderBy(desc(photosAsks.createdAt), desc(photosAsks.id))
    .limit(MOST_LISTED);
  const jobs = await findJobs(
    ctx,
    asks.map(({ jobId }) => jobId),
  );
  const answers = Map.groupBy(
    await answersTo(
      ctx,
      asks.map(({ id }) => id),
    ),
    ({ askId }) => askId,
  );
  return asks.map(({ id, jobId, createdAt }) => {
    const given = answers.get(id) ?? [];
    const last = given.at(-1);
    const uses = last?.uses ?? [];
    const is =
      last === undefined
        ? "asked"
        : isYes(last)
          ? "yes"
          : given.some((one) => one.uses.length > 0)
            ? "withdrawn"
            : "no";
    return { id, job: jobs.get(jobId)?.name ?? "A job", createdAt, state: describeConsent({ is, uses }) };
  });
}
