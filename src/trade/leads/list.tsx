import { Form, type LoaderFunctionArgs, useLoaderData } from "react-router";
import { actingRole, inAccount, may, zoneOf } from "#ground/businesses/public.server.ts";
import { withList } from "#platform/http/list-place.ts";
import { sortHeading, sortParam, sortQuery } from "#platform/http/list-sort.ts";
import { moment } from "#platform/time/format.ts";
import { formatNumber } from "#ui/bars.tsx";
import { LinkButton, SubmitButton } from "#ui/button.tsx";
import { Field, Select } from "#ui/field.tsx";
import { Page, PageHeader } from "#ui/layout.tsx";
import { EmptyState } from "#ui/messages.tsx";
import { StateMark } from "#ui/state-mark.tsx";
import { Table } from "#ui/table.tsx";
import { convertWaiting } from "./capture/capture-queue.server.ts";
import { countQuarantined } from "./spam/quarantine.server.ts";
import { QuarantineNote } from "./spam/quarantine-note.tsx";
import { countLeads, findLeads, readLeadFilter } from "./list.server.ts";
import { cursorOf, leadListQuery, type LeadSort, NEWEST_FIRST } from "./list-query.ts";
import { STATUS_CHOICES } from "./status-mark.ts";
import { datedStatusMark } from "./status-mark.server.ts";

export const meta = () => [{ title: "Leads" }];

/** The leads that match the filter. */
export function loader(args: LoaderFunctionArgs) {
  return inAccount(args, "work.read", async (ctx) => {
    await convertWaiting(ctx);
    const filter = readLeadFilter(new URL(args.request.url));
    const [zone, count, quarantined, { leads, next }] = await Promise.all([
      zoneOf(ctx),
      countLeads(ctx),
      countQuarantined(ctx),
      findLeads(ctx, filter),
    ]);
    return {
      count,
      quarantined,
      next,
      search: filter.search,
      status: filter.status,
      stage: filter.stage,
      sort: filter.sort,
      isFirst: filter.after === null,
      listed: leadListQuery({ ...filter, after: filter.after && cursorOf(filter.after) }),
      mayImport: may(actingRole(ctx), "leads.import"),
      leads: leads.map((lead) => ({
        id: lead.id,
        name: lead.name,
        email: lead.email,
        mark: datedStatusMark(lead, ctx.now, zone),
        came: moment(lead.createdAt, zone),
      })),
    };
  });
}

const STAGE = {
  new: "New",
  talking: "Talking",
  quoted: "Quote or appointment",
  won: "Won",
  lost: "Lost",
} as const;
const SORT_LABELS: Readonly<Record<string, string>> = {
  "-added": "newest first",
  added: "oldest first",
  name: "by name, A to Z",
  "-name": "by name, Z to A",
};

export default function Leads() {
  const { count, quarantined, next, search, status, stage, sort, isFirst, listed, mayImport, leads } =
    useLoaderData<typeof loader>();
  const to = (after: string | null, by: LeadSort = sort) => {
    const query = leadListQuery({ sort: by, search, status, stage, after });
    return `/account/leads${query ? `?${query}` : ""}`;
  };
  const hidden = sortQuery(sort, NEWEST_FIRST);
  const actions = mayImport ? (
    <div className="flex flex-wrap gap-3">
      <LinkButton kind="plain" href="/account/leads/import">
        Import a list
      </LinkButton>
      {count > 0 ? (
        <LinkButton kind="plain" href="/account/leads/export.csv" download>
          Download CSV
        </LinkButton>
      ) : null}
    </div>
  ) : undefined;
  return (
    <Page className="pb-16">
      <PageHeader title="Leads" action={count > 0 ? actions : undefined}>
        {count > 0
          ? `${formatNumber(count)} ${count === 1 ? "person" : "people"} so far.`
          : "Everyone who showed interest, in one list."}
      </PageHeader>
      <QuarantineNote count={quarantined} />
      {count === 0 ? (
        <EmptyState
          title="No one here yet"
          action={
            <div className="flex flex-wrap gap-3">
              <LinkButton href="/account/dashboard#magnets">Get your personal link</LinkButton>
              {actions}
            </div>
          }
          example={
            <p className="flex flex-wrap items-baseline gap-x-6 gap-y-1">
              <b>Rosa Delgado</b>
              <span>Tue, Mar 3, 7:42 PM</span>
              <StateMark state="waiting">No reply yet</StateMark>
            </p>
          }
        >
          <p>Three ways to get leads:</p>
          <ul className="mt-2 list-disc pl-5">
            <li>Your personal page. Put the link in your email signature, on your card, on the truck.</li>
            <li>
              Your own site. Link to your page, or put your form there. Anyone who leaves their name shows up
              here.
            </li>
            <li>
              A list you have. Import people who agreed to get email from you, from a CSV or vCard file.
            </li>
          </ul>
        </EmptyState>
      ) : (
        <>
          <Form
            className="form mb-6 sm:grid-cols-2 lg:grid-cols-[1fr_1fr_auto] lg:items-end"
            action="/account/leads"
          >
            {stage ? <input type="hidden" name="stage" value={stage} /> : null}
            {hidden.sort ? <input type="hidden" name="sort" value={hidden.sort} /> : null}
            <Field
              name="search"
              label="Name, address, or number"
              unmarked
              type="search"
              defaultValue={search}
              key={`search-${search}`}
            />
            <Select
              name="status"
              label="Status"
              unmarked
              placeholder="All"
              options={STATUS_CHOICES}
              defaultValue={status}
              key={`status-${status}`}
            />
            <SubmitButton kind="plain">Show</SubmitButton>
          </Form>
          {stage ? (
            <p className="mb-6">
              Only people in “{STAGE[stage]}” in your{" "}
              <a className="text-link" href="/account/pipeline">
                pipeline
              </a>
              .{" "}
              <a className="text-link" href="/account/leads">
                Show all
              </a>
            </p>
          ) : null}
          {leads.length ? (
            <Table
              caption={`Leads, ${SORT_LABELS[sortParam(sort)]}`}
              rows={leads}
              rowKey={(lead) => lead.id}
              columns={[
                {
                  label: "Name",
                  cell: (lead) => <a href={withList(`/account/leads/${lead.id}`, listed)}>{lead.name}</a>,
                  sort: sortHeading(sort, "name", "ascending", (by) => to(null, by)),
                },
                { label: "Email", cell: (lead) => <span className="wrap-anywhere">{lead.email}</span> },
                {
                  label: "Added",
                  cell: (lead) => <time dateTime={lead.came.iso}>{lead.came.words}</time>,
                  sort: sortHeading(sort, "added", "descending", (by) => to(null, by)),
                },
                {
                  label: "Status",
                  cell: (lead) => <StateMark state={lead.mark.state}>{lead.mark.words}</StateMark>,
                },
              ]}
            />
          ) : (
            <EmptyState title="No matches">Try part of the name, or show all.</EmptyState>
          )}
          {next || !isFirst ? (
            <nav aria-label="Pages of the list" className="mt-6 flex flex-wrap items-center gap-4">
              {isFirst ? null : (
                <LinkButton kind="plain" size="small" href={to(null)}>
                  First page
                </LinkButton>
              )}
              {next ? (
                <LinkButton kind="plain" size="small" href={to(next)} rel="next">
                  Next page
                </LinkButton>
              ) : null}
            </nav>
          ) : null}
        </>
      )}
    </Page>
  );
}
