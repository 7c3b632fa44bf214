import type { LoaderFunctionArgs } from "react-router";
import { actingRole, inAccount, settingsGroups } from "#ground/businesses/public.server.ts";
import { openIdProviders } from "#ground/identity/public.server.ts";
import { listJobs } from "#trade/jobs/public.server.ts";
import { searchPeople } from "#trade/leads/public.server.ts";
import { findRecords } from "./find-records.server.ts";
import type { Found } from "./found.ts";
import { listFollowUps } from "./follow-ups/list.server.ts";

/** Of one kind. */
const MOST = 6;
const MOST_RECORDS = 12;
const LONGEST = 100;

/**
 * `/account/find?q=`: people, jobs, and records of all tools that match; without words, the follow-ups and
 * settings pages.
 */
export function loader(args: LoaderFunctionArgs): Promise<Response> {
  return inAccount(args, "work.read", async (ctx) => {
    const words = (new URL(args.request.url).searchParams.get("q") ?? "")
      .toWellFormed()
      .replaceAll("\0", "")
      .trim()
      .slice(0, LONGEST);
    const found: Found[] = [];
    if (words) {
      const [{ people }, jobs] = await Promise.all([searchPeople(ctx, words), listJobs(ctx, words, MOST)]);
      found.push(
        ...people
          .slice(0, MOST)
          .map(({ id, name, email }) => item("Person", name, `/account/leads/${id}`, email ?? "")),
        ...jobs.map(({ jobId, name, address }) => item("Job", name, `/account/job/${jobId}`, address ?? "")),
        ...(await findRecords(ctx, words, MOST_RECORDS)),
      );
    } else {
      const { drafts, families } = await listFollowUps(ctx);
      const groups = settingsGroups(actingRole(ctx), openIdProviders().length > 0);
      found.push(
        ...families.map(({ id, name }) => item("Follow-up", name, `/account/sequences/${id}`, "")),
        ...drafts.map(({ id, name }) => item("Follow-up", name, `/account/sequences/${id}/edit`, "Draft")),
        ...groups.flatMap(({ title, pages }) =>
          pages.map(({ path, name }) => item("Settings", name, path, title)),
        ),
      );
    }
    return Response.json(found, { headers: { "Cache-Control": "no-store" } });
  });
}

const item = (kind: Found["kind"], name: string, to: string, about: string): Found => ({
  kind,
  name,
  to,
  about,
});
