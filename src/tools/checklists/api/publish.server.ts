import { actingRole } from "#ground/businesses/public.server.ts";
import { publish } from "#ground/events/public.server.ts";
import { onCommandApplied, shownFields, type StoredRecord } from "#ground/sync/public.server.ts";
import { RUN } from "#trade/inspections/public.ts";
import { scoresOf } from "#trade/inspections/public.server.ts";
import { ISSUE, issueOf } from "#trade/issues/public.ts";
import type { AccountContext } from "#platform/db/scope.server.ts";
import { eventsOf } from "./events.ts";

/** Publishes what happened to checklists and issues, for webhooks. Called once per process. */
export function publishChecklists(): void {
  onCommandApplied(async (ctx, record, command) => {
    if (record.kind !== RUN && record.kind !== ISSUE) return;
    for (const what of record.job === null ? [] : eventsOf(record, command))
      await publish(ctx, {
        ...{ type: "tool.did", what, jobId: record.job! },
        details: {
          companyId: actingRole(ctx) === "guest" && ctx.user ? ctx.user.id : ctx.account.id,
          ...(await detailsOf(ctx, record)),
        },
      });
  });
}

async function detailsOf(
  ctx: AccountContext,
  record: StoredRecord,
): Promise<Record<string, string | number>> {
  const { kind, id, fields } = record;
  if (kind === ISSUE) {
    const { number } = issueOf(shownFields(fields));
    return { issueId: id, ...(number === null ? {} : { number }) };
  }
  const score = (await scoresOf(ctx, [record])).get(id);
  return { checklistId: id, ...(score === undefined ? {} : { score }) };
}
