import { findStoredRecords, shownFields } from "#ground/sync/public.server.ts";
import { type ItemRow, itemsInContexts } from "#ground/worklist/public.server.ts";
import { jobsById } from "#trade/jobs/public.server.ts";
import type { AccountContext } from "#platform/db/scope.server.ts";
import { planPath } from "../paths.ts";
import { SIGN } from "../rules/talk.ts";
import { changesOf, planOf, planTitle } from "./plan.ts";
import { countHazards } from "./text.ts";

/** Completes items with who was there and who signed what holds now, each person once. */
export async function rowsOf(ctx: AccountContext, items: readonly ItemRow[]) {
  const ids = items.map(({ id }) => id);
  const records = new Map((await findStoredRecords(ctx, ids)).map((record) => [record.id, record]));
  const signs = Map.groupBy(await itemsInContexts(ctx, SIGN, ids), ({ context }) => context);
  const jobs = await jobsById(ctx);
  return items.map(({ id, jobId, date }) => {
    const plan = planOf(shownFields(records.get(id)?.fields ?? {}));
    const keys = new Set(
      signs
        .get(id)
        ?.filter(({ type }) => type === plan.version)
        .map(({ number }) => number),
    );
    const signed = keys.size;
    const people = new Set([...keys, ...plan.people.map(({ key }) => key)]).size;
    const changes = changesOf(plan).length;
    return {
      ...{ id, date, href: planPath(jobId, id), job: jobs.get(jobId)?.name ?? "", title: planTitle(plan) },
      ...{ number: plan.number ?? "", leader: plan.leader, people, signed, changes },
      hazards: plan.current ? countHazards(plan.current.text) : 0,
      status: people === 0 ? "Nobody on the list" : signed === people ? "All signed" : "Not everyone signed",
    };
  });
}
