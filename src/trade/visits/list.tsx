import { type LoaderFunctionArgs, useLoaderData } from "react-router";
import { inAccount } from "#ground/businesses/public.server.ts";
import { LinkButton } from "#ui/button.tsx";
import { Page, PageHeader, Section } from "#ui/layout.tsx";
import { EmptyState } from "#ui/messages.tsx";
import { loadList, type ShownVisit } from "./shown.server.ts";
import { visitSettings } from "./settings.server.ts";

export const meta = () => [{ title: "Visits" }];

/** The business's visits: those ahead, and those of the last weeks. */
export function loader(args: LoaderFunctionArgs) {
  return inAccount(args, "work.read", async (ctx) => ({
    ...(await loadList(ctx)),
    isOpen: (await visitSettings(ctx)).isOpen,
  }));
}

export default function VisitList() {
  const { ahead, past, isOpen } = useLoaderData<typeof loader>();
  return (
    <Page narrow>
      <PageHeader
        title="Visits"
        action={
          <LinkButton kind="plain" size="small" href="/account/settings/visits">
            Hours and link
          </LinkButton>
        }
      />
      {ahead.length === 0 ? (
        <EmptyState
          title="No visits ahead"
          action={
            <LinkButton href="/account/settings/visits">
              {isOpen ? "Get your link" : "Set up visits"}
            </LinkButton>
          }
        >
          {isOpen
            ? "Hand out your booking link, or put it in an email. What clients book shows here and on Today."
            : "Set your hours once. Then clients pick a free time themselves, and it shows here and on Today."}
        </EmptyState>
      ) : null}
      {ahead.map(({ day, visits }) => (
        <VisitDay key={day} day={day} visits={visits} />
      ))}
      {past.length > 0 ? (
        <Section title="The last 30 days" id="past">
          {past.map(({ day, visits }) => (
            <VisitDay key={day} day={day} visits={visits} level={3} />
          ))}
        </Section>
      ) : null}
    </Page>
  );
}

function VisitDay({ day, visits, level = 2 }: { day: string; visits: readonly ShownVisit[]; level?: 2 | 3 }) {
  return (
    <Section title={day} level={level}>
      <ul className="day-lines">
        {visits.map((visit) => (
          <li key={visit.id} className="day-line">
            <div>
              <p>
                <b>{visit.time}</b>{" "}
                <a className="text-link" href={`/account/visits/${visit.id}`}>
                  {visit.name}
                </a>
              </p>
              <p className="text-pencil">
                {visit.state === "missed" ? "They weren’t there. " : null}
                {visit.isByPhone ? "By phone" : (visit.address ?? "").replaceAll("\n", ", ")}
              </p>
            </div>
          </li>
        ))}
      </ul>
    </Section>
  );
}
