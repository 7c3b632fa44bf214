import {
  type ActionFunctionArgs,
  Form,
  type LoaderFunctionArgs,
  redirect,
  useLoaderData,
  useNavigation,
} from "react-router";
import { inAccount, zoneOf } from "#ground/businesses/public.server.ts";
import { listPages } from "#trade/leads/public.server.ts";
import { readForm } from "#platform/http/request/form.server.ts";
import { dayOf, moment } from "#platform/time/format.ts";
import { LinkButton, SubmitButton } from "#ui/button.tsx";
import { Page, PageHeader, Section } from "#ui/layout.tsx";
import { EmptyState, StatusLine } from "#ui/messages.tsx";
import { StateMark } from "#ui/state-mark.tsx";
import { Timeline, TimelineStep } from "#ui/timeline.tsx";
import { discardDraft } from "../draft/drafts.server.ts";
import { describeTrigger } from "../draft/labels.ts";
import { type Family, sequencesOverview } from "./overview.server.ts";

export const meta = () => [{ title: "Sequences" }];

export function loader(args: LoaderFunctionArgs) {
  return inAccount(args, "work.read", async (ctx) => {
    const [{ families, drafts }, pages, zone] = [
      await sequencesOverview(ctx),
      await listPages(ctx),
      await zoneOf(ctx),
    ];
    const titles = new Map(pages.map(({ id, offer }) => [id, offer.title]));
    const shown = ({ latest, next, ...family }: Family) => ({
      ...family,
      name: latest.name,
      starts: describeTrigger(
        {
          kind: latest.trigger.kind,
          pageId: latest.pageId ?? "",
          what: latest.trigger.kind === "event" ? latest.trigger.what : "",
          on: latest.trigger.kind === "date" ? latest.trigger.on : "",
        },
        titles.get(latest.pageId ?? "") ?? null,
      ),
      steps: latest.steps.length,
      next: next ? moment(next, zone) : null,
      ended: latest.retiredAt ? dayOf(latest.retiredAt, zone) : null,
    });
    return {
      discarded: new URL(args.request.url).searchParams.has("discarded"),
      families: families.map(shown),
      drafts: drafts.map(({ id, name, steps, trigger, updatedAt }) => ({
        id,
        name: name.trim() || "No name yet",
        steps: steps.length,
        starts: describeTrigger(trigger, titles.get(trigger.pageId) ?? null),
        changed: dayOf(updatedAt, zone),
      })),
    };
  });
}

/** Deletes a draft that was never published. */
export function action(args: ActionFunctionArgs) {
  return inAccount(args, "work.write", async (ctx) => {
    await discardDraft(ctx, (await readForm(args.request))["discard"] ?? "");
    return redirect("/account/sequences?discarded=1", 303);
  });
}

type Shown = Awaited<ReturnType<typeof loader>>["families"][number];

const GROUPS = [
  { state: "live", title: "Live" },
  { state: "waiting", title: "Live, but waiting" },
  { state: "paused", title: "Paused" },
  { state: "finishing", title: "Finishing: nobody new starts" },
  { state: "ended", title: "Ended" },
] as const;

export default function Sequences() {
  const { families, drafts, discarded } = useLoaderData<typeof loader>();
  const sending = useNavigation().state === "submitting";
  const make = <LinkButton href="/account/sequences/new">New sequence</LinkButton>;
  const isEmpty = !families.length && !drafts.length;
  return (
    <Page className="pb-16">
      <PageHeader title="Sequences" action={isEmpty ? undefined : make}>
        What goes out by itself, to whom, and when. Mails, texts, and calls for you to make, one after the
        other.
      </PageHeader>
      <StatusLine kind="done" takesFocus={discarded}>
        {discarded ? "The draft is gone." : null}
      </StatusLine>
      {isEmpty ? (
        <EmptyState title="No sequence yet" action={make} example={<Example />}>
          A sequence writes to people while you work: after a quote, after the job, or when they ask for a
          guide. It stops when they answer.
        </EmptyState>
      ) : null}
      {drafts.length ? (
        <Section title="Drafts" id="drafts">
          <ul className="kept-list" data-plain="">
            {drafts.map(({ id, name, steps, starts, changed }) => (
              <li key={id}>
                <h3 className="text-xl wrap-anywhere">
                  <a href={`/account/sequences/${id}/edit`}>{name}</a>
                </h3>
                <p className="mt-1">
                  {starts}. {formatStepCount(steps)}.
                </p>
                <Form
                  method="post"
                  className="mt-1 flex flex-wrap items-center gap-x-4 gap-y-1 text-sm text-pencil"
                >
                  <span>
                    Not at work. Changed <time dateTime={changed.iso}>{changed.words}</time>
                  </span>
                  <SubmitButton
                    kind="quiet"
                    size="small"
                    name="discard"
                    value={id}
                    sending={sending}
                    aria-label={`Throw away: ${name}`}
                  >
                    Throw away
                  </SubmitButton>
                </Form>
              </li>
            ))}
          </ul>
        </Section>
      ) : null}
      {GROUPS.map(({ state, title }) => {
        const some = families.filter((family) => family.state === state);
        return some.length ? (
          <Section key={state} title={title} id={state}>
            <ul className="kept-list" data-plain="">
              {some.map((family) => (
                <SequenceLine key={family.id} family={family} />
              ))}
            </ul>
          </Section>
        ) : null;
      })}
    </Page>
  );
}

const formatStepCount = (steps: number) =>
  steps === 0 ? "No steps yet" : steps === 1 ? "One step" : `${steps} steps`;

function SequenceLine({ family }: { family: Shown }) {
  const { id, name, starts, steps, people, next, state, standing, hasDraft, ended } = family;
  return (
    <li>
      <h3 className="text-xl wrap-anywhere">
        <a href={`/account/sequences/${id}`}>{name}</a>
      </h3>
      <p className="mt-1">
        {starts}. {formatStepCount(steps)}.
      </p>
      <p className="mt-1 flex flex-wrap items-center gap-x-4 gap-y-1 text-sm text-pencil" data-figures="">
        <StateMark state={standing.mark}>{standing.words}</StateMark>
        {state === "waiting" ? <span>{standing.why}</span> : null}
        <span>{people === 1 ? "1 person inside" : `${people} people inside`}</span>
        {next && state !== "paused" ? (
          <span>
            Next: <time dateTime={next.iso}>{next.words}</time>
          </span>
        ) : null}
        {ended && state === "ended" ? (
          <span>
            Since <time dateTime={ended.iso}>{ended.words}</time>
          </span>
        ) : null}
        {hasDraft ? (
          <a className="text-link" href={`/account/sequences/${id}/edit`}>
            Changed, not at work yet
          </a>
        ) : null}
      </p>
    </li>
  );
}

function Example() {
  return (
    <Timeline label="An example">
      <TimelineStep
        state="done"
        stateLabel="Email"
        when="2 days after the quote"
        title="Any question about the quote?"
      />
      <TimelineStep
        state="now"
        stateLabel="Call"
        when="3 days later"
        title="Ask what they think of the price"
      />
      <TimelineStep
        state="waiting"
        stateLabel="Text"
        when="1 week later"
        title="Shall I keep your place in May?"
      />
    </Timeline>
  );
}
