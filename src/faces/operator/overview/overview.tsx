import { Link, type LoaderFunctionArgs, useLoaderData } from "react-router";
import { formatNumber } from "#ui/bars.tsx";
import { DataList, Page, PageHeader, Section } from "#ui/layout.tsx";
import { StateMark } from "#ui/state-mark.tsx";
import { inOperator } from "../in-operator.server.ts";
import { overview } from "./overview.server.ts";

/** Problems, and the day in numbers. */
export function loader(args: LoaderFunctionArgs) {
  return inOperator(args, overview);
}

export default function OperatorOverview() {
  const { numbers, concerns, disk } = useLoaderData<typeof loader>();
  return (
    <Page className="pb-16">
      <PageHeader title="Overview" />
      <Section title="Needs attention" id="hand">
        {concerns.length ? (
          <ul>
            {concerns.map(({ text, to, isBroken }) => (
              <li key={text} className="border-b border-rule">
                <Link
                  to={to}
                  className="flex min-h-14 flex-wrap items-center justify-between gap-x-6 gap-y-1 py-3 hover:underline"
                >
                  <span className="font-display text-xl font-bold">{text}</span>
                  <StateMark state={isBroken ? "stopped" : "waiting"}>
                    {isBroken ? "Something is wrong" : "Waiting for you"}
                  </StateMark>
                </Link>
              </li>
            ))}
          </ul>
        ) : (
          <p className="text-lg">
            <StateMark state="done">All good.</StateMark>
          </p>
        )}
      </Section>
      <Section title="Today" id="today">
        <DataList
          items={[
            [
              "Page views",
              <Link key="views" className="text-link" to="/operator/views">
                {formatNumber(numbers.viewsToday)}
              </Link>,
            ],
            [
              "Waitlist",
              <Link key="waitlist" className="text-link" to="/operator/waitlist">
                {formatNumber(numbers.waitlistToday)} today, {formatNumber(numbers.waitlist)} in all
              </Link>,
            ],
            [
              "Accounts",
              <Link key="accounts" className="text-link" to="/operator/accounts">
                {formatNumber(numbers.accounts)}
              </Link>,
            ],
            [
              "Email sent in 24 hours",
              <Link key="sending" className="text-link" to="/operator/sending">
                {formatNumber(numbers.sentMails)}
              </Link>,
            ],
          ]}
        />
      </Section>
      <Section title="This machine" id="machine">
        <DataList items={[["Disk", disk ?? "This process can’t see the data folder."]]} />
        <p className="mt-4 max-w-measure text-pencil">Days and times in the console are in UTC.</p>
      </Section>
    </Page>
  );
}
