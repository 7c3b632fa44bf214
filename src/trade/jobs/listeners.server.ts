import { setInviteJobs, setJobLookup } from "#ground/businesses/public.server.ts";
import { onEvent } from "#ground/events/public.server.ts";
import { setDerivedRecords } from "#ground/sync/public.server.ts";
import { findJob, eraseClient, jobsOfLead, listJobs } from "./data.server.ts";
import { readServerEvents } from "./timeline/server-events.server.ts";
import { STATUS_WORDS } from "./rules.ts";

/** For guest invitations, latest changed first. */
const MOST_OFFERED = 200;

/** Event handlers run in the transaction of the event. Also provides functions to lower rooms. */
export function listenForClients(): void {
  onEvent("lead.erased", (ctx, { leadId }) => eraseClient(ctx, leadId));
  onEvent("lead.asked", async (ctx, { leadId, tell }) => {
    const found = await jobsOfLead(ctx, leadId);
    if (found.length > 0)
      tell(
        "Jobs",
        found.map(({ changedAt, name, address, status }) => ({
          at: changedAt.toString(),
          what: name,
          says: [address, STATUS_WORDS[status]].filter(Boolean).join(", "),
        })),
      );
  });
  setInviteJobs(async (ctx) =>
    (await listJobs(ctx, "", MOST_OFFERED)).map(({ jobId: id, name }) => ({ id, name })),
  );
  setJobLookup(findJob);
  setDerivedRecords(readServerEvents);
}
