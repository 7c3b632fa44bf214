import { Form, Link, type LoaderFunctionArgs, useLoaderData } from "react-router";
import { formatBytes } from "#platform/measures/bytes.ts";
import { dayOf, type Moment } from "#platform/time/format.ts";
import { formatNumber } from "#ui/bars.tsx";
import { SubmitButton } from "#ui/button.tsx";
import { Field } from "#ui/field.tsx";
import { Page, PageHeader, Section } from "#ui/layout.tsx";
import { EmptyState } from "#ui/messages.tsx";
import { StateMark } from "#ui/state-mark.tsx";
import { Table } from "#ui/table.tsx";
import { listAccounts, storageOverview } from "./accounts.server.ts";
import { inOperator } from "../in-operator.server.ts";
import { Pager } from "../pager.tsx";
import { pageOf, searchOf } from "../rules.ts";

export const meta = () => [{ title: "Operator: accounts" }, { name: "robots", content: "noindex" }];

const SIZE = 50;
/** How many accounts near their limit are listed. */
const MOST_NEAR = 20;

/** Accounts in numbers, never their content. */
export function loader(args: LoaderFunctionArgs) {
  return inOperator(args, async (ctx) => {
    const { searchParams } = new URL(args.request.url);
    const search = searchOf(searchParams.get("search"));
    const { page, limit, offset } = pageOf(searchParams.get("page"), SIZE);
    const { accounts, matches } = await listAccounts(ctx, { search, limit, offset });
    const storage = await storageOverview(ctx);
    return {
      stored: formatBytes(storage.used),
      near: storage.near.slice(0, MOST_NEAR).map(({ id, name, used, most }) => ({
        id,
        name,
        words: `${formatBytes(used)} of ${formatBytes(most)}`,
        share: `${Math.round((used / most) * 100)}%`,
      })),
      search,
      page,
      matches,
      more: offset + accounts.length < matches,
      accounts: accounts.map((account) => ({
        ...account,
        // The date is enough in a list: the account's own page has the time.
        createdAt: dayOf(account.createdAt, "UTC"),
        isSuspended: account.suspendedAt !== null,
        suspendedAt: null,
        lastActivity: account.lastActivity && dayOf(account.lastActivity, "UTC"),
      })),
    };
  });
}

export default function OperatorAccounts() {
  const { search, page, matches, more, accounts, stored, near } = useLoaderData<typeof loader>();
  return (
    <Page className="pb-16">
      <PageHeader title="Accounts">
        Names and numbers only: what’s in an account belongs to its owners. All accounts together store{" "}
        {stored} of photos and videos.
      </PageHeader>
      {near.length > 0 ? (
        <Section title="Almost out of photo storage" id="storage">
          <Table
            caption="Accounts that have used 80% or more of their storage"
            rows={near}
            rowKey={(account) => account.id}
            columns={[
              {
                label: "Business",
                cell: (account) => (
                  <Link
                    className="text-link inline-block py-1 wrap-anywhere"
                    to={`/operator/accounts/${account.id}`}
                  >
                    {account.name ?? "No name yet"}
                  </Link>
                ),
              },
              { label: "Stored", cell: (account) => account.words },
              { label: "Used", figures: true, cell: (account) => account.share },
            ]}
          />
        </Section>
      ) : null}
      <Section title={matches === 1 ? "1 account" : `${formatNumber(matches)} accounts`} id="accounts">
        <Form
          className="form mb-6 max-w-narrow sm:grid-cols-[1fr_auto] sm:items-end"
          action="/operator/accounts"
        >
          <Field
            name="search"
            label="Business or owner contains"
            unmarked
            type="search"
            defaultValue={search}
            key={search}
          />
          <SubmitButton kind="plain">Show</SubmitButton>
        </Form>
        {accounts.length ? (
          <Table
            caption="Accounts, newest first"
            rows={accounts}
            rowKey={(account) => account.id}
            columns={[
              {
                label: "Business",
                cell: (account) => (
                  <>
                    <Link
                      className="text-link inline-block py-1 wrap-anywhere"
                      to={`/operator/accounts/${account.id}`}
                    >
                      {account.name ?? "No name yet"}
                    </Link>
                    {account.isSuspended ? (
                      <span className="block">
                        <StateMark state="stopped">Suspended</StateMark>
                      </span>
                    ) : null}
                  </>
                ),
              },
              {
                label: "Owners",
                cell: (account) => <span className="wrap-anywhere">{account.owners.join(", ")}</span>,
              },
              { label: "Created", cell: ({ createdAt: { iso, words } }) => <Day iso={iso} words={words} /> },
              {
                label: "Last active",
                cell: (account) => (account.lastActivity ? <Day {...account.lastActivity} /> : "Not yet"),
              },
              { label: "People", figures: true, cell: (account) => formatNumber(account.people) },
              { label: "Leads", figures: true, cell: (account) => formatNumber(account.leads) },
              { label: "Sent, 30 days", figures: true, cell: (account) => formatNumber(account.sent) },
            ]}
          />
        ) : (
          <EmptyState title="No accounts">
            {search
              ? "No matching business or owner. Try fewer letters."
              : "An account shows up here once someone registers and logs in."}
          </EmptyState>
        )}
        <Pager page={page} more={more} label="Pages of accounts" />
      </Section>
    </Page>
  );
}

function Day({ iso, words }: Moment) {
  return (
    <time className="sm:whitespace-nowrap" dateTime={iso}>
      {words}
    </time>
  );
}
