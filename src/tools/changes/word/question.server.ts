import { getBusiness } from "#ground/businesses/public.server.ts";
import { namesOf } from "#ground/identity/public.server.ts";
import { findStoredRecord, recordsOfKind, shownFields } from "#ground/sync/public.server.ts";
import { firstWritten } from "#trade/fieldwork/public.ts";
import type { AccountContext } from "#platform/db/scope.server.ts";
import { AppError } from "#platform/errors/app-error.ts";
import { formatDirected } from "../rules/sheet.ts";
import { describeOutcome, WORD, wordOf } from "./word.ts";

/** What somebody is asked, in words. @throws AppError not_found if it was erased */
export async function questionOf(ctx: AccountContext, id: string) {
  const record = await findStoredRecord(ctx, id);
  const word = record ? wordOf(shownFields(record.fields)) : null;
  if (!record || !word) throw new AppError("not_found", "Page not found.");
  const { asked } = word;
  const author = firstWritten(record.fields)?.author ?? null;
  const name = (await namesOf(ctx.db, [author])).get(author ?? "") ?? (await getBusiness(ctx)).name;
  return {
    ...{ asked, by: asked.by, said: asked.said, teller: name ?? "We" },
    when: formatDirected({ ...asked, by: "" }),
  };
}

/** A job has fewer; the rest are in its history. */
const MOST_READ = 500;

/** What was asked about a change, and what became of it, the first first. */
export async function questionsOf(ctx: AccountContext, job: string, change: string) {
  const records = await recordsOfKind(ctx, WORD, { job }, MOST_READ);
  return records.flatMap(({ id, fields }) => {
    const word = wordOf(shownFields(fields));
    return word?.asked.change === change
      ? [{ id, ...word.asked, is: word.outcome?.is ?? null, outcome: describeOutcome(word, ctx.now) }]
      : [];
  });
}
