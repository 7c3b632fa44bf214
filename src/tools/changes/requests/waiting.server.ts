import { namesOf } from "#ground/identity/public.server.ts";
import { findStoredRecords, shownFields, type StoredRecord } from "#ground/sync/public.server.ts";
import { defineProjection, listItems } from "#ground/worklist/public.server.ts";
import { dateAt, firstWritten } from "#trade/fieldwork/public.ts";
import { isManager } from "#trade/fieldwork/public.server.ts";
import { findJobs, type TodaySection } from "#trade/jobs/public.server.ts";
import type { AccountContext } from "#platform/db/scope.server.ts";
import { formatMoney } from "#platform/money/money.ts";
import { REQUEST, requestOf } from "./request.ts";

const MOST_SHOWN = 20;
const OLDEST_FIRST = { job: null, from: null, to: null, type: null, oldestFirst: true };

/** Lists the requests that wait for an answer. Called once per process. */
export function defineWaitingRequests(): void {
  defineProjection({ kind: REQUEST, readsJob: true, itemOf: waitingItem });
}

/** Nothing of what it says: members read the rows of lists, and requests are private. */
function waitingItem({ fields }: StoredRecord, { zone }: { readonly zone: string }) {
  const first = firstWritten(fields);
  if (!first || requestOf(shownFields(fields)).answer !== null) return null;
  return { date: dateAt(first.at, zone), title: "Request", person: first.author, texts: [] };
}

/** What guests of all jobs ask for and nobody has answered, the oldest first; for owners and managers. */
export async function waitingRequests(ctx: AccountContext, currency: string): Promise<TodaySection["lines"]> {
  if (!isManager(ctx)) return [];
  const items = await listItems(ctx, REQUEST, OLDEST_FIRST, null, MOST_SHOWN);
  const jobs = await findJobs(
    ctx,
    items.map(({ jobId }) => jobId),
  );
  const records = await findStoredRecords(
    ctx,
    items.map(({ id }) => id),
  );
  const written = new Map(records.map(({ id, fields }) => [id, requestOf(shownFields(fields))]));
  const names = await namesOf(
    ctx.db,
    items.map(({ person }) => person),
  );
  return items.flatMap(({ id, jobId, person }) => {
    const [job, request] = [jobs.get(jobId), written.get(id)];
    if (!job || !request) return [];
    const name = (person && names.get(person)) || "A guest";
    const worth = request.cents === null ? "" : ` (${formatMoney(request.cents, currency)})`;
    return [
      {
        ...{ id, job: job.name, action: "Answer" },
        text: `: ${name} asks for extra work: ${request.title}${worth}`,
        href: `/account/job/${jobId}/changes/requests/${id}`,
      },
    ];
  });
}
