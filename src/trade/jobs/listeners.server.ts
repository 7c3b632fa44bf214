import { setInviteJobs, setJobLookup } from "#ground/businesses/public.server.ts";
import { definePersonColumn, onEvent } from "#ground/events/public.server.ts";
import { setDerivedRecords } from "#ground/sync/public.server.ts";
import { findJob, eraseClient, jobsOfLead, listJobs } from "./data.server.ts";
import { moveClient, moveClientBack } from "./merge.server.ts";
import { jobs } from "./tables.server.ts";
import { readServerEvents } from "./timeline/server-events.server.ts";
import { STATUS_WORDS } from "./rules.ts";

/** For guest invitations, latest changed first. */
const MOST_OFFERED = 200;

const MOVED = "jobs.client";

/** Event handlers run in the transaction of the event. Also provides functions to lower rooms. */
export function listenForClients(): void {
  definePersonColumn(jobs, "leadId");
  onEvent("lead.merging", async (ctx, { leadId, gone, remember }) =>
    remember(MOVED, await moveClient(ctx, gone, leadId)),
  );
  onEvent("lead.unmerged", (ctx, { leadId, gone, recall }) =>
    moveClientBack(ctx, recall(MOVED), { from: leadId, to: gone }),
  );
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
