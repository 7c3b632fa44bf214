import { and, eq } from "drizzle-orm";
import { z } from "zod";
import {
  type Command,
  defineKind,
  type Refusal,
  shownFields,
  type StoredRecord,
} from "#ground/sync/public.server.ts";
import { isManager, refuse } from "#trade/fieldwork/public.server.ts";
import type { AccountContext } from "#platform/db/scope.server.ts";
import { enqueue } from "#platform/queue/queue.server.ts";
import { isChange } from "../stored/changes.server.ts";
import { changes } from "../tables.server.ts";
import { givenOf, LONGEST, NOTICE, NOTICE_OUTCOMES, NOTICE_WAYS, noticeIds, noticeToOf } from "./given.ts";
import { giveNoticeTask } from "./give.server.ts";

const words = (most: number) => z.string().trim().max(most);

/** To whom and how notice goes, as devices write it. */
export const noticeTo = {
  way: z.enum(NOTICE_WAYS),
  name: words(LONGEST.name),
  email: z.union([z.email().max(LONGEST.email), z.literal("")]),
  address: words(LONGEST.address),
};

/** What devices may write of notices. Called once per process. */
export function defineNotice(): void {
  defineKind({
    kind: NOTICE,
    scope: "job",
    fields: {
      given: z.strictObject({ change: z.uuid(), ...noticeTo }),
      // Typed in by whoever mailed the letter.
      mailed: z
        .strictObject({ day: z.iso.date(), carrier: words(LONGEST.carrier), number: words(LONGEST.number) })
        .nullable(),
      // Only the server says what became of it.
      outcome: z.strictObject({
        is: z.enum(NOTICE_OUTCOMES),
        at: z.iso.datetime({ offset: true }),
        words: words(2_000),
      }),
      leadId: z.uuid().nullable(),
    },
    personal: ["given", "outcome", "leadId"],
    notForGuests: "all",
    mayWrite: refuseCommand,
    async onApplied(ctx, { id, fields }) {
      if (givenOf(shownFields(fields))?.outcome === null)
        await enqueue(ctx.db, giveNoticeTask, { accountId: ctx.account.id, id });
    },
  });
}

async function refuseCommand(
  ctx: AccountContext,
  { job, record, sets }: Command,
  before: StoredRecord | null,
): Promise<Refusal | null> {
  // Nobody is acting when the product itself writes.
  if (ctx.user === null) return null;
  if (!isManager(ctx)) return refuse("forbidden", "Only owners and managers give notice.");
  if (Object.hasOwn(sets, "outcome")) return refuse("forbidden", "Only sending it says that it was sent.");
  if (before) return "given" in sets ? refuse("conflict", "This notice was given already.") : null;
  const given = sets["given"] as { readonly change: string } | undefined;
  if (!given || !noticeToOf(given)) return refuse("invalid", "A notice needs an address.");
  if (!noticeIds(given.change).includes(record))
    return refuse("invalid", "That isn’t a notice of this change.");
  const [row] = await ctx.db
    .select({ id: changes.id })
    .from(changes)
    .where(and(isChange(ctx, given.change), eq(changes.jobId, job!)));
  return row ? null : refuse("not_found", "That change isn’t on this job.");
}
