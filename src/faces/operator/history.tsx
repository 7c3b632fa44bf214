import { Link, type LoaderFunctionArgs, useLoaderData } from "react-router";
import { findPeople } from "#ground/identity/public.server.ts";
import { moment } from "#platform/time/format.ts";
import { Page, PageHeader, Section } from "#ui/layout.tsx";
import { EmptyState } from "#ui/messages.tsx";
import { Table } from "#ui/table.tsx";
import { accountNumbers } from "./accounts/accounts.server.ts";
import { inOperator, listActions } from "./in-operator.server.ts";
import { Pager } from "./pager.tsx";
import { pageOf } from "./rules.ts";

export const meta = () => [{ title: "Operator: history" }, { name: "robots", content: "noindex" }];

const SIZE = 50;

/** The log of operator actions, newest first. */
export function loader(args: LoaderFunctionArgs) {
  return inOperator(args, async (ctx) => {
    const { page, limit, offset } = pageOf(new URL(args.request.url).searchParams.get("page"), SIZE);
    const found = await listActions(ctx, { limit: limit + 1, offset });
    const names = new Map<string, string>();
    // A log line contains ids only, so an erased account's or person's name disappears here too.
    for (const id of new Set(found.map((deed) => deed.details["account"] ?? "")))
      if (id) names.set(id, (await accountNumbers(ctx, id))?.name ?? "No name");
    const people = await findPeople(
      ctx.db,
      found.flatMap((deed) => deed.details["person"] ?? []),
    );
    return {
      page,
      more: found.length > limit,
      deeds: found.slice(0, limit).map(({ at, details: { account, person, ...details }, ...deed }) => ({
        ...deed,
        at: moment(at, "UTC"),
        account: account && { id: account, name: names.get(account)! },
        details: [
          ...(person
            ? [["person", people.find(({ id }) => id === person)?.email ?? "Account deleted"] as const]
            : []),
          ...Object.entries(details).filter(([name]) => name !== "message"),
        ],
      })),
    };
  });
}

export default function OperatorHistory() {
  const { page, more, deeds } = useLoaderData<typeof loader>();
  return (
    <Page className="pb-16">
      <PageHeader title="History">What operators did here. Nothing is ever changed or deleted.</PageHeader>
      <Section>
        {deeds.length ? (
          <Table
            caption="What operators did, newest first"
            rows={deeds}
            rowKey={(deed) => deed.id}
            columns={[
              { label: "What", cell: (deed) => deed.what },
              { label: "When", cell: (deed) => <time dateTime={deed.at.iso}>{deed.at.words}</time> },
              { label: "Who", cell: (deed) => deed.who },
              {
                label: "Details",
                cell: (deed) => (
                  <ul>
                    {deed.account ? (
                      <li>
                        <Link
                          className="text-link wrap-anywhere"
                          to={`/operator/accounts/${deed.account.id}`}
                        >
                          {deed.account.name}
                        </Link>
                      </li>
                    ) : null}
                    {deed.details.map(([name, value]) => (
                      <li key={name} className="wrap-anywhere">
                        {name}: {value}
                      </li>
                    ))}
                  </ul>
                ),
              },
            ]}
          />
        ) : (
          <EmptyState title="Nothing yet">
            Invitations, suspensions, and tool changes are recorded here.
          </EmptyState>
        )}
        <Pager page={page} more={more} label="Pages of the history" />
      </Section>
    </Page>
  );
}
