import { type LoaderFunctionArgs, useLoaderData } from "react-router";
import { inAccount, jobZones } from "#ground/businesses/public.server.ts";
import { isId } from "#platform/db/scope.server.ts";
import { AppError } from "#platform/errors/app-error.ts";
import { moment } from "#platform/time/format.ts";
import { LinkButton } from "#ui/button.tsx";
import { Page, PageHeader } from "#ui/layout.tsx";
import { EmptyState } from "#ui/messages.tsx";
import { StateMark } from "#ui/state-mark.tsx";
import { Table } from "#ui/table.tsx";
import { signaturesOf } from "./signatures.server.ts";

export const meta = () => [{ title: "Signatures" }];

/** Lists signatures and refusals, of one job with `?job=`. */
export function loader(args: LoaderFunctionArgs) {
  return inAccount(args, "work.read", async (ctx) => {
    const job = new URL(args.request.url).searchParams.get("job");
    if (job !== null && !isId(job)) throw new AppError("not_found", "Page not found.");
    const rows = await signaturesOf(ctx, job === null ? {} : { jobId: job });
    const zoneOf = await jobZones(
      ctx,
      rows.map(({ jobId }) => jobId),
    );
    return {
      job,
      rows: rows.map(({ id, jobId, state, title, name, at, erasedAt }) => ({
        id,
        state,
        title,
        name: erasedAt ? "Deleted" : name,
        at: moment(at, zoneOf(jobId)),
      })),
    };
  });
}

export default function Signatures() {
  const { job, rows } = useLoaderData<typeof loader>();
  return (
    <Page className="pb-16">
      <PageHeader title="Signatures">
        What your clients signed or declined{job ? " on this job" : ""}, newest first.
      </PageHeader>
      {rows.length === 0 ? (
        <EmptyState
          title="Nothing has been signed yet"
          action={
            <LinkButton href={job ? `/account/shares?job=${job}` : "/account/shares"}>
              Share a document
            </LinkButton>
          }
        >
          Share a document by link and ask for a signature. Your client signs on their phone, drawn or typed,
          no account needed.
        </EmptyState>
      ) : (
        <Table
          caption="Signatures"
          rows={rows}
          rowKey={({ id }) => id}
          columns={[
            {
              label: "Document",
              cell: ({ id, title }) => (
                <a className="font-semibold wrap-anywhere" href={`/account/signatures/${id}`}>
                  {title}
                </a>
              ),
            },
            {
              label: "By",
              cell: ({ name }) => <span className="wrap-anywhere">{name || "No name given"}</span>,
            },
            {
              label: "Status",
              cell: ({ state }) => (
                <StateMark state={state === "signed" ? "done" : "stopped"}>
                  {state === "signed" ? "Signed" : "Declined"}
                </StateMark>
              ),
            },
            { label: "When", cell: ({ at }) => <time dateTime={at.iso}>{at.words}</time> },
          ]}
        />
      )}
    </Page>
  );
}
