import { Form, type LoaderFunctionArgs, useLoaderData } from "react-router";
import { actingRole, inAccount, may, zoneOf } from "#ground/businesses/public.server.ts";
import { moment } from "#platform/time/format.ts";
import { formatNumber } from "#ui/bars.tsx";
import { LinkButton, SubmitButton } from "#ui/button.tsx";
import { Field, Select } from "#ui/field.tsx";
import { Page, PageHeader } from "#ui/layout.tsx";
import { EmptyState } from "#ui/messages.tsx";
import { StateMark } from "#ui/state-mark.tsx";
import { Table } from "#ui/table.tsx";
import { convertWaiting } from "./capture/capture-queue.server.ts";
import { confirmationNotice } from "./capture/confirm-mail.ts";
import { countQuarantined } from "./spam/quarantine.server.ts";
import { QuarantineNote } from "./spam/quarantine-note.tsx";
import { countLeads, findLeads, type LeadSort, readLeadFilter } from "./list.server.ts";
import { leadStatus } from "./rules.ts";

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
      mayImport: may(actingRole(ctx), "leads.import"),
      leads: leads.map((lead) => ({
        id: lead.id,
        name: lead.name,
        email: lead.email,
        status: leadStatus(lead),
        confirmation: confirmationNotice(lead, ctx.now, zone),
        came: moment(lead.createdAt, zone),
      })),
    };
  });
}

const MARKS = {
  new: "waiting",
  unconfirmed: "waiting",
  replied: "done",
  booked: "done",
  won: "done",
  lost: "stopped",
  unsubscribed: "stopped",
  unreachable: "unsent",
} as const;
const STATUS = {
  new: "No reply yet",
  unconfirmed: "Not confirmed yet",
  replied: "Replied",
  booked: "Appointment set",
  won: "Won",
  lost: "Lost",
  unsubscribed: "Unsubscribed",
  unreachable: "Email bounced",
} as const;
const STAGE = {
  new: "New",
  talking: "Talking",
  quoted: "Quote or appointment",
  won: "Won",
  lost: "Lost",
} as const;
const SORT_LABELS = {
  newest: "newest first",
  oldest: "oldest first",
  name: "by name, A to Z",
  "name-from-z": "by name, Z to A",
} as const satisfies Record<LeadSort, string>;
const STATUS_CHOICES = Object.entries(STATUS).map(([value, label]) => ({ value, label }));

export default function Leads() {
  const { count, quarantined, next, search, status, stage, sort, isFirst, mayImport, leads } =
    useLoaderData<typeof loader>();
  const to = (after: string | null, by: LeadSort = sort) => {
    const query = new URLSearchParams({
      ...(by === "newest" ? {} : { sort: by }),
      ...(search ? { search } : {}),
      ...(status ? { status } : {}),
      ...(stage ? { stage } : {}),
      ...(after ? { after } : {}),
    });
    return `/account/leads${query.size ? `?${query}` : ""}`;
  };
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
              <StateMark state="waiting">{STATUS.new}</StateMark>
            </p>
          }
        >
          <p>Three ways to get leads:</p>
          <ul className="mt-2 list-disc pl-5">
            <li>Your personal page. Put the link in your email signature, on your card, on the truck.</li>
            <li>
              Your own site. Link to your page, or put your form there. Anyone who leaves a name shows up
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
            {sort === "newest" ? null : <input type="hidden" name="sort" value={sort} />}
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
              caption={`Leads, ${SORT_LABELS[sort]}`}
              rows={leads}
              rowKey={(lead) => lead.id}
              columns={[
                {
                  label: "Name",
                  cell: (lead) => <a href={`/account/leads/${lead.id}`}>{lead.name}</a>,
                  sort: {
                    href: to(null, sort === "name" ? "name-from-z" : "name"),
                    order: sort === "name" ? "ascending" : sort === "name-from-z" ? "descending" : null,
                  },
                },
                { label: "Email", cell: (lead) => <span className="wrap-anywhere">{lead.email}</span> },
                {
                  label: "Added",
                  cell: (lead) => <time dateTime={lead.came.iso}>{lead.came.words}</time>,
                  sort: {
                    href: to(null, sort === "newest" ? "oldest" : "newest"),
                    order: sort === "newest" ? "descending" : sort === "oldest" ? "ascending" : null,
                  },
                },
                {
                  label: "Status",
                  cell: (lead) => (
                    <StateMark state={MARKS[lead.status]}>
                      {lead.status === "unconfirmed" ? lead.confirmation : STATUS[lead.status]}
                    </StateMark>
                  ),
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
