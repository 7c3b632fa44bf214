import { and, eq } from "drizzle-orm";
import { z } from "zod";
import {
  type Command,
  defineKind,
  type Refusal,
  shownFields,
  type StoredRecord,
} from "#ground/sync/public.server.ts";
import { refuse } from "#trade/fieldwork/public.server.ts";
import type { AccountContext } from "#platform/db/scope.server.ts";
import { enqueue } from "#platform/queue/queue.server.ts";
import { isChange } from "../stored/changes.server.ts";
import { changes } from "../tables.server.ts";
import { askTask } from "./send.server.ts";
import { LONGEST, OUTCOMES, WORD, wordOf } from "./word.ts";

const words = (most: number) => z.string().trim().max(most);

/** What devices may ask of somebody who gave a direction by word. Called once per process. */
export function defineWord(): void {
  defineKind({
    kind: WORD,
    scope: "job",
    fields: {
      asked: z.strictObject({
        change: z.uuid(),
        by: words(LONGEST.name).min(1),
        email: z.email().max(LONGEST.email),
        at: z.union([z.iso.datetime({ local: true }), z.literal("")]),
        where: words(LONGEST.where),
        said: words(LONGEST.said).min(1),
      }),
      // Only the server says what became of it.
      outcome: z.strictObject({
        is: z.enum(OUTCOMES),
        at: z.iso.datetime({ offset: true }),
        name: words(LONGEST.name),
        words: words(2_000),
      }),
      leadId: z.uuid().nullable(),
    },
    personal: ["asked", "outcome", "leadId"],
    notForGuests: "all",
    mayWrite: refuseCommand,
    async onApplied(ctx, { id, fields }) {
      if (wordOf(shownFields(fields))?.outcome === null)
        await enqueue(ctx.db, askTask, { accountId: ctx.account.id, id });
    },
  });
}

async function refuseCommand(
  ctx: AccountContext,
  { job, sets }: Command,
  before: StoredRecord | null,
): Promise<Refusal | null> {
  // Nobody is acting when the product itself writes.
  if (ctx.user === null) return null;
  if (Object.hasOwn(sets, "outcome")) return refuse("forbidden", "Only their answer says what they said.");
  if (before) return refuse("conflict", "It was asked already. Ask again to change what it says.");
  const { change } = sets["asked"] as { readonly change: string };
  const [row] = await ctx.db
    .select({ id: changes.id })
    .from(changes)
    .where(and(isChange(ctx, change), eq(changes.jobId, job!)));
  return row ? null : refuse("not_found", "That change isn’t on this job.");
}
