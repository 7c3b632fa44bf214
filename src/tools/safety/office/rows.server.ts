import { findStoredRecords, shownFields } from "#ground/sync/public.server.ts";
import { type ItemRow, itemsInContexts } from "#ground/worklist/public.server.ts";
import { jobsById } from "#trade/jobs/public.server.ts";
import type { AccountContext } from "#platform/db/scope.server.ts";
import { numberOf, SIGN, talkOf, titleOf } from "../rules/talk.ts";
import { LANGUAGE_NAMES } from "../rules/text.ts";

/** A talk in the office's list. */
export interface TalkRow {
  readonly id: string;
  readonly href: string;
  readonly date: string;
  readonly number: string;
  readonly job: string;
  readonly title: string;
  readonly leader: string;
  readonly people: number;
  readonly signed: number;
  readonly status: string;
  /** "English, Español" */
  readonly languages: string;
}

/** Completes items with who was there and who signed, each person once. */
export async function rowsOf(ctx: AccountContext, items: readonly ItemRow[]): Promise<TalkRow[]> {
  const ids = items.map(({ id }) => id);
  const records = new Map((await findStoredRecords(ctx, ids)).map((record) => [record.id, record]));
  const signs = Map.groupBy(await itemsInContexts(ctx, SIGN, ids), ({ context }) => context);
  const jobs = await jobsById(ctx);
  return items.map(({ id, jobId, date }) => {
    const talk = talkOf(shownFields(records.get(id)?.fields ?? {}));
    const keys = new Set(signs.get(id)?.map(({ number }) => number));
    const signed = keys.size;
    const people = new Set([...keys, ...talk.people.map(({ key }) => key)]).size;
    const isAll = people > 0 && signed === people;
    return {
      ...{ id, date, href: `/account/job/${jobId}/safety/${id}`, number: numberOf(talk) },
      ...{ job: jobs.get(jobId)?.name ?? "", title: titleOf(talk), leader: talk.leader, people, signed },
      status:
        talk.finishedAt === null ? "Not finished" : isAll ? "Complete" : "Finished, not everyone signed",
      languages: talk.languages.map((one) => LANGUAGE_NAMES[one]).join(", "),
    };
  });
}
