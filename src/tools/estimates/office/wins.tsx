import { type LoaderFunctionArgs, useLoaderData } from "react-router";
import { getBusiness, inAccount } from "#ground/businesses/public.server.ts";
import { formatMoney } from "#platform/money/money.ts";
import { Page, PageHeader, Section } from "#ui/layout.tsx";
import { BackToList } from "#ui/list-beside.tsx";
import { EmptyState } from "#ui/messages.tsx";
import { Table } from "#ui/table.tsx";
import { timeToYes, winRate, type Wins, winsIn } from "./win-rate.ts";
import { outcomesOf } from "./outcomes.server.ts";

export const meta = () => [{ title: "Win rate" }];

export const loader = (args: LoaderFunctionArgs) =>
  inAccount(args, "work.read", async (ctx) => {
    const { currency } = await getBusiness(ctx);
    return { ...winsIn(await outcomesOf(ctx), (cents) => formatMoney(cents, currency)), currency };
  });

/** How many estimates become work, how fast, and where that work comes from. */
export default function WinsPage() {
  const { all, sizes, sources, currency } = useLoaderData<typeof loader>();
  return (
    <Page narrow className="pb-12">
      <BackToList title="Estimates" href="/account/estimates" />
      <PageHeader title="Win rate">
        {all.decided === 0
          ? "Once clients answer, you’ll see your win rate and how long approvals take."
          : `You won ${all.won} of ${all.decided} estimates that closed in the last year: ${winRate(all)}, worth ${formatMoney(all.wonCents, currency)}.${all.hours === null ? "" : ` Half of the approvals came ${all.hours < 1 ? "within an hour" : `within ${timeToYes(all)}`}.`}`}
      </PageHeader>
      {all.decided === 0 ? (
        <EmptyState title="No closed estimates yet">
          <p>Approved, declined and expired estimates count. Open ones don’t.</p>
        </EmptyState>
      ) : (
        <>
          <Section title="By size" id="size">
            <Groups name="Size" groups={sizes} currency={currency} />
          </Section>
          <Section title="By where the client came from" id="source">
            <Groups name="Source" groups={sources} currency={currency} />
          </Section>
        </>
      )}
    </Page>
  );
}

function Groups({ name, groups, currency }: { name: string; groups: readonly Wins[]; currency: string }) {
  return (
    <Table
      caption={name}
      rows={groups}
      rowKey={(row) => row.name}
      columns={[
        { label: name, cell: (row) => row.name },
        { label: "Closed", figures: true, cell: ({ decided }) => decided },
        { label: "Won", figures: true, cell: ({ won }) => won },
        { label: "Win rate", figures: true, cell: winRate },
        { label: "Worth", figures: true, cell: ({ wonCents }) => formatMoney(wonCents, currency) },
        { label: "Time to approval", figures: true, cell: timeToYes },
      ]}
    />
  );
}
