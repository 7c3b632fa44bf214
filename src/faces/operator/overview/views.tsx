import { Fragment } from "react";
import { Link, type LoaderFunctionArgs, useLoaderData } from "react-router";
import { summariseViews } from "#faces/site/public.server.ts";
import { installation } from "#platform/config/installation.server.ts";
import { Bars, Columns, formatNumber } from "#ui/bars.tsx";
import { Page, PageHeader, Section } from "#ui/layout.tsx";
import { inOperator } from "../in-operator.server.ts";
import { dayStart, everyDay, inWords } from "../rules.ts";

export const meta = () => [{ title: "Operator: page views" }, { name: "robots", content: "noindex" }];

const RANGES = [7, 30, 90] as const;
const MOST = 15;

/** Views by day, page and referring site. They don't identify visitors. */
export function loader(args: LoaderFunctionArgs) {
  return inOperator(args, async (ctx) => {
    const asked = Number(new URL(args.request.url).searchParams.get("days"));
    const days = RANGES.find((one) => one === asked) ?? 30;
    const today = dayStart(ctx.now);
    const summary = await summariseViews(ctx, today.subtract({ hours: 24 * (days - 1) }), {
      ownHost: new URL(installation().publicUrl).host,
      most: MOST,
    });
    return {
      range: days,
      ...summary,
      days: everyDay(summary.days, days, today.toZonedDateTimeISO("UTC").toPlainDate()).map(inWords),
    };
  });
}

export default function OperatorViews() {
  const { range, total, days, pages, referrers } = useLoaderData<typeof loader>();
  const peak = days.reduce((most, one) => (one.count > most.count ? one : most), days[0]!);
  return (
    <Page className="pb-16">
      <PageHeader title="Page views">
        Counted without cookies, not including this console. It doesn’t identify anyone.
      </PageHeader>
      <nav aria-label="Range">
        <ul className="-mx-2.5 flex flex-wrap gap-x-2 pb-4">
          {RANGES.map((one) => (
            <li key={one}>
              <Link
                className="bar-link"
                to={`/operator/views?days=${one}`}
                aria-current={one === range ? "page" : undefined}
              >
                {one} days
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <Section title="By day" id="days">
        <Columns
          caption={`${formatNumber(total)} views in ${range} days`}
          head={["Day (UTC)", "Views"]}
          columns={days.map(({ day, count }) => ({ key: day, label: day, value: count }))}
          peak={peak.count > 0 ? `Most: ${formatNumber(peak.count)} on ${peak.day}` : undefined}
        />
      </Section>
      <Section title="Most viewed pages" id="pages">
        {pages.length ? (
          <Bars
            caption="Pages by views"
            head={["Page", "Views"]}
            bars={pages.map(({ label, count }) => ({
              key: label,
              label: <PathWords path={label} />,
              value: count,
            }))}
          />
        ) : (
          <p>No page views in this period.</p>
        )}
      </Section>
      <Section title="Where people came from" id="referrers">
        {referrers.length ? (
          <Bars
            caption="Other sites by visitors sent"
            head={["Site", "Views"]}
            bars={referrers.map(({ label, count }) => ({ key: label, label, value: count }))}
          />
        ) : (
          <p>No visitors came from other sites in this period.</p>
        )}
      </Section>
    </Page>
  );
}

/** A path that can wrap before a slash. */
function PathWords({ path }: { path: string }) {
  return path.split(/(?=\/)/).map((piece, at) => (
    // oxlint-disable-next-line react/no-array-index-key -- pieces of one path have no other name
    <Fragment key={at}>
      {at > 0 ? <wbr /> : null}
      {piece}
    </Fragment>
  ));
}
