import { allRecordsOfKind, shownFields } from "#ground/sync/public.server.ts";
import { firstWritten } from "#trade/fieldwork/public.ts";
import type { AccountContext } from "#platform/db/scope.server.ts";
import { SIGN, type Sign, signOf } from "../rules/talk.ts";

/** The signatures of a talk or plan, voided ones too. */
export async function signsOf(ctx: AccountContext, job: string, talkId: string): Promise<Sign[]> {
  const records = await allRecordsOfKind(ctx, SIGN, { job, withValue: ["talk", talkId] });
  return records.map(({ id, fields }) =>
    signOf(id, shownFields(fields), firstWritten(fields)?.author ?? null),
  );
}
