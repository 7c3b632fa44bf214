import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  useLoaderData,
  useSearchParams,
} from "react-router";
import { inAccount } from "#ground/businesses/public.server.ts";
import { newId } from "#platform/db/ids.ts";
import { Page, PageHeader, Section } from "#ui/layout.tsx";
import { BackToList } from "#ui/list-beside.tsx";
import { StatusLine } from "#ui/messages.tsx";
import { actOnInjury } from "./act.server.ts";
import { Calls } from "./calls.tsx";
import { Causes } from "./causes.tsx";
import { Days } from "./days.tsx";
import { Form301 } from "./form-301.tsx";
import { OnTheLog } from "./on-the-log.tsx";
import { OfficeForm } from "./office-form.tsx";
import { Privacy } from "./privacy.tsx";
import { Reported } from "./reported.tsx";
import { type InjuryView, viewOfInjury } from "./view.server.ts";

export const meta = ({ loaderData }: { loaderData?: { number: string | null } | undefined }) => [
  { title: loaderData?.number ?? "Incident" },
];

export const loader = (args: LoaderFunctionArgs) =>
  inAccount(args, "work.read", async (ctx) => ({
    ...(await viewOfInjury(ctx, args.params["injuryId"] ?? "")),
    fresh: newId(),
  }));

export const action = (args: ActionFunctionArgs) => actOnInjury(args);

/** One injury for the people who read injuries: what to do, in the order in which it is due. */
export default function InjuryOffice() {
  const view = useLoaderData<typeof loader>();
  const wasSaved = useSearchParams()[0].has("saved");
  return (
    <Page className="pb-12" key={view.revision}>
      <BackToList title="Incidents" href="/account/safety/incidents" />
      <PageHeader title={view.number ?? "Incident without a number yet"}>
        {view.when}, at{" "}
        <a className="text-link" href={`/account/job/${view.jobId}`}>
          {view.jobName || "a deleted job"}
        </a>
        . Known since {view.known}. Only owners and the people they named can see this page.
      </PageHeader>
      <StatusLine kind="done" id="top">
        {wasSaved ? "Saved." : null}
      </StatusLine>
      <div className="incident-columns">
        <div>
          <Calls view={view} />
          <OnTheLog view={view} />
          <Days view={view} />
          <Form301 view={view} />
        </div>
        <div>
          <Reported view={view} />
          <Privacy view={view} />
          <Causes view={view} />
          <Closing view={view} />
        </div>
      </div>
    </Page>
  );
}

function Closing({ view: { closed } }: { view: InjuryView }) {
  return (
    <Section title={closed ? `Closed on ${closed}` : "Close it"} id="close">
      <p className="mb-4 max-w-measure">
        {closed
          ? "Reopen it when something changes, such as more days away. The log then changes too."
          : "Close it once the person is back at full work and the actions are set. You can reopen it."}
      </p>
      <OfficeForm
        intent={closed ? "reopen" : "close"}
        at="close"
        save={closed ? "Reopen" : "Close"}
        kind="plain"
      />
    </Section>
  );
}
