import { z } from "zod";
import { findStoredRecord, type Json, shownFields, writeAsProduct } from "#ground/sync/public.server.ts";
import { withAccount } from "#platform/db/scope.server.ts";
import { derivedId } from "#platform/ids/derived-id.ts";
import type { Task } from "#platform/queue/queue.server.ts";
import { dayWords } from "#platform/time/format.ts";
import { changeOf, LONGEST, MOST_LINES, whyFrozen } from "../rules/change.ts";
import { lockRow } from "../stored/changes.server.ts";
import { ticketOf, wholeQuantity } from "./ticket.ts";

/** The id of the cost line that a ticket's line became. */
const costLineId = (ticket: string, line: string): string => derivedId("changes.ticket-line", ticket, line);

/**
 * Makes the lines of a signed ticket cost lines of its change, each once: one that the office removed or
 * changed stays so. A change that is approved already is left alone; the ticket says that it isn't in it.
 */
export const costLinesTask: Task<{ readonly accountId: string; readonly id: string }> = {
  name: "changes.ticket-lines",
  payload: z.object({ accountId: z.uuid(), id: z.uuid() }),
  run: ({ accountId, id }) =>
    withAccount(accountId, async (ctx) => {
      const record = await findStoredRecord(ctx, id);
      const { signed, changeId } = ticketOf(record ? shownFields(record.fields) : {});
      const row = signed ? await lockRow(ctx, changeId) : undefined;
      const change = row && (await findStoredRecord(ctx, changeId));
      if (!signed || !change || whyFrozen(row.state) || change.job !== record?.job) return;
      const values = shownFields(change.fields);
      const { lines } = changeOf(values);
      const last = Math.max(0, ...lines.map(({ place }) => place));
      const day = dayWords(Temporal.PlainDate.from(signed.day));
      const sets: Record<string, Json> = {};
      for (const [at, line] of signed.lines.entries()) {
        const field = `lines.${costLineId(id, line.id)}`;
        if (Object.hasOwn(change.fields, field)) continue;
        sets[field] = {
          ...{ place: last + at + 1, category: line.category, quantity: wholeQuantity(line) },
          text: `${line.text.slice(0, LONGEST.text - 40)} (ticket of ${day})`,
          ...{ unit: line.unit, cents: line.cents, isFixed: signed.agrees === "price", isTaxable: false },
          ...(line.needsPrice ? { needsPrice: true } : {}),
        };
      }
      if (values["removed"] === true || lines.length + Object.keys(sets).length > MOST_LINES) return;
      if (Object.keys(sets).length > 0) await writeAsProduct(ctx, change, sets);
    }),
};
