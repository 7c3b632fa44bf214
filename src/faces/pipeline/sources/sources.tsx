import { type LoaderFunctionArgs, useLoaderData } from "react-router";
import { inAccount } from "#ground/businesses/public.server.ts";
import { formatMoney } from "#trade/leads/public.server.ts";
import { dayOf } from "#platform/time/format.ts";
import { formatNumber } from "#ui/bars.tsx";
import { LinkButton } from "#ui/button.tsx";
import { Page, PageHeader, Section } from "#ui/layout.tsx";
import { EmptyState } from "#ui/messages.tsx";
import { findSources } from "./sources.server.ts";
import { SourceBars, type ShownSource } from "./bars.tsx";
import { foldRest } from "./fold-rest.ts";
import { PERIODS, readDays } from "./periods.ts";

export const meta = () => [{ title: "Where leads come from" }];

/** Bars drawn; the rest is combined into one, and the file has all. */
const DRAWN = 10;

/** What each source, referrer, page and sequence brought and won. */
export function loader(args: LoaderFunctionArgs) {
  return inAccount(args, "work.read", async (ctx) => {
    const days = readDays(new URL(args.request.url).searchParams.get("days"));
    const { currency, since, zone, all, ...kinds } = await findSources(ctx, days);
    const shown = (what: keyof typeof kinds): ShownSource[] =>
      foldRest(kinds[what], DRAWN).map(({ key, name, href, people, won, cents }) => ({
        key,
        name,
        href,
        people,
        won,
        worth: cents ? formatMoney(cents, currency) : null,
      }));
    return {
      days,
      since: dayOf(since, zone),
      all: { ...all, worth: all.cents ? formatMoney(all.cents, currency) : null },
      sources: shown("sources"),
      referrers: shown("referrers"),
      pages: shown("pages"),
      sequences: shown("sequences"),
    };
  });
}

const EXAMPLE: readonly ShownSource[] = [
  { key: "card", name: "card, spring mailing", href: null, people: 24, won: 6, worth: "$38,400" },
  { key: "ad", name: "Google ad", href: null, people: 18, won: 2, worth: "$11,200" },
  { key: "link", name: "Directly to your link", href: null, people: 9, won: 3, worth: "$14,000" },
];

export default function SourcesPage() {
  const { days, since, all, sources, referrers, pages, sequences } = useLoaderData<typeof loader>();
  return (
    <Page className="pb-16">
      <PageHeader
        title="Where leads come from"
        action={
          all.people || sequences.length ? (
            <LinkButton kind="plain" href={`/account/pipeline/brought.csv?days=${days}`} download>
              Download CSV
            </LinkButton>
          ) : undefined
        }
      >
        {all.people ? (
          <>
            <b>{formatNumber(all.people)}</b> {all.people === 1 ? "lead" : "leads"} since{" "}
            <time dateTime={since.iso}>{since.words}</time>.{" "}
            {all.won ? (
              <>
                <b>{formatNumber(all.won)}</b> won{all.worth ? `, worth ${all.worth}` : ""}.
              </>
            ) : (
              "None won yet."
            )}
          </>
        ) : (
          "What each source, page, and follow-up brought in, and how it turned out."
        )}
      </PageHeader>
      <nav aria-label="Period" className="mb-2 flex flex-wrap items-center gap-x-5 gap-y-2">
        {PERIODS.map((period) => (
          <a
            key={period.days}
            className="text-link inline-flex min-h-11 items-center aria-[current]:font-bold aria-[current]:no-underline aria-[current]:text-ink"
            href={`/account/pipeline/brought?days=${period.days}`}
            aria-current={period.days === days ? "page" : undefined}
          >
            {period.words}
          </a>
        ))}
        <a className="text-link ml-auto inline-flex min-h-11 items-center" href="/account/pipeline">
          Back to the pipeline
        </a>
      </nav>
      {all.people || sequences.length ? (
        <>
          <p className="mb-6 max-w-measure text-sm text-pencil">
            Each person counts once, by how they first found you. Wins and values are what you’ve marked so
            far. The full bar is leads, and the green part is wins.
          </p>
          <Section title="Sources" id="sources">
            <SourceBars caption="Leads and wins by source" head="Source" rows={sources} />
          </Section>
          {referrers.length > 0 ? (
            <Section title="Who referred them" id="referrers">
              <p className="mt-3 max-w-measure text-sm text-pencil">
                Clients whose personal link brought someone in.
              </p>
              <SourceBars caption="Leads and wins by who referred them" head="Client" rows={referrers} />
            </Section>
          ) : null}
          <Section title="Pages" id="pages">
            <SourceBars caption="Leads and wins by page" head="Page" rows={pages} />
          </Section>
          <Section title="Follow-ups" id="sequences">
            <p className="mt-3 max-w-measure text-sm text-pencil">
              Who started each one in this period, and how many you won after that. One person can be in
              several.
            </p>
            <SourceBars caption="Leads and wins by follow-up" head="Follow-up" rows={sequences} />
          </Section>
        </>
      ) : (
        <EmptyState
          title="No leads in this period"
          action={<LinkButton href="/account/dashboard#magnets">Get your personal link</LinkButton>}
          example={<SourceBars caption="An example of three sources" head="Source" rows={EXAMPLE} />}
        >
          Choose a longer period, or share your link. Add a tag to it, such as <code>?utm_source=card</code>,
          to see what your card brings in.
        </EmptyState>
      )}
    </Page>
  );
}
