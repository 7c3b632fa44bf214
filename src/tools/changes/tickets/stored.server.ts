import { recordsOfKind, shownFields, type StoredRecord } from "#ground/sync/public.server.ts";
import type { AccountContext } from "#platform/db/scope.server.ts";
import { type Ticket, TICKET, ticketOf } from "./ticket.ts";

const MOST_READ = 1000;

export interface StoredTicket extends Ticket {
  readonly id: string;
  readonly record: StoredRecord;
}

/** The tickets of a change, by day. */
export async function ticketsOf(
  ctx: AccountContext,
  changeId: string,
  jobId: string,
): Promise<StoredTicket[]> {
  const records = await recordsOfKind(ctx, TICKET, { job: jobId }, MOST_READ);
  return records
    .flatMap((record) => {
      const values = shownFields(record.fields);
      const ticket = ticketOf(values);
      return ticket.changeId !== changeId || values["removed"] === true
        ? []
        : [{ ...ticket, id: record.id, record }];
    })
    .toSorted((one, other) => (one.day < other.day ? -1 : one.day > other.day ? 1 : 0));
}
