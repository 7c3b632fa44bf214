import { type LoaderFunctionArgs, useLoaderData } from "react-router";
import { inAccount, jobZones } from "#ground/businesses/public.server.ts";
import { recipientsOf } from "#ground/papers/public.server.ts";
import { findJob, jobsById } from "#trade/jobs/public.server.ts";
import { isId } from "#platform/db/scope.server.ts";
import { moment } from "#platform/time/format.ts";
import { LinkButton } from "#ui/button.tsx";
import { Page, PageHeader } from "#ui/layout.tsx";
import { EmptyState } from "#ui/messages.tsx";
import { StateMark } from "#ui/state-mark.tsx";
import { Table } from "#ui/table.tsx";
import { listGalleries } from "../gallery/galleries.server.ts";

export const meta = () => [{ title: "Gallery links" }];

export const loader = (args: LoaderFunctionArgs) =>
  inAccount(args, "work.read", async (ctx) => {
    const asked = new URL(args.request.url).searchParams.get("job");
    const job = asked !== null && isId(asked) ? await findJob(ctx, asked) : null;
    const galleries = await listGalleries(ctx, job?.jobId ?? null);
    const jobs = await jobsById(ctx);
    const zoneOf = await jobZones(
      ctx,
      galleries.map(({ jobId }) => jobId),
    );
    const recipients = Map.groupBy(
      await recipientsOf(
        ctx,
        galleries.map(({ id }) => id),
      ),
      ({ paperId }) => paperId,
    );
    return {
      job: job && { id: job.jobId, name: job.name },
      galleries: galleries.map(({ id, title, jobId, chosen, createdAt }) => {
        const own = recipients.get(id) ?? [];
        return {
          ...{ id, title, job: jobs.get(jobId)?.name ?? "" },
          isLive: chosen.is !== "list",
          made: moment(createdAt, zoneOf(jobId)),
          links: own.length,
          isOpened: own.some(({ viewedAt }) => viewedAt !== null),
        };
      }),
    };
  });

/** Galleries of all jobs, or of one. */
export default function Galleries() {
  const { job, galleries } = useLoaderData<typeof loader>();
  const make = (
    <LinkButton href={`/account/photos/galleries/new${job ? `?job=${job.id}` : ""}`}>Share photos</LinkButton>
  );
  return (
    <Page className="pb-12">
      <PageHeader title="Gallery links" action={galleries.length > 0 ? make : undefined}>
        {job ? (
          <a className="text-link" href={`/account/job/${job.id}/photos`}>
            Photos of {job.name}
          </a>
        ) : (
          "Photos that people outside can see by link, without an account."
        )}
      </PageHeader>
      {galleries.length === 0 ? (
        <EmptyState title="No photos are shared yet" action={make}>
          Choose photos of a job, and send your client a link. They see them on any phone, without an account,
          and you see who looked.
        </EmptyState>
      ) : (
        <Table
          caption="Gallery links"
          rows={galleries}
          rowKey={({ id }) => id}
          columns={[
            {
              label: "Title",
              cell: ({ id, title }) => <a href={`/account/photos/galleries/${id}`}>{title}</a>,
            },
            ...(job ? [] : [{ label: "Job", cell: (row: (typeof galleries)[number]) => row.job }]),
            { label: "New photos", cell: ({ isLive }) => (isLive ? "Show up" : "Don’t show up") },
            { label: "Created", cell: ({ made }) => <time dateTime={made.iso}>{made.words}</time> },
            {
              label: "State",
              cell: ({ links, isOpened }) => (
                <StateMark state={isOpened ? "done" : "waiting"}>
                  {links === 0 ? "Not sent yet" : isOpened ? "Opened" : "Not opened yet"}
                </StateMark>
              ),
            },
          ]}
        />
      )}
    </Page>
  );
}
