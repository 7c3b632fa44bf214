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
import { AppError } from "#platform/errors/app-error.ts";
import { readForm } from "#platform/http/request/form.server.ts";
import { dayOf, moment } from "#platform/time/format.ts";
import { LinkButton, SubmitButton } from "#ui/button.tsx";
import { Page, PageHeader } from "#ui/layout.tsx";
import { BackToList } from "#ui/list-beside.tsx";
import { StatusLine } from "#ui/messages.tsx";
import { Timeline, TimelineStep } from "#ui/timeline.tsx";
import { pauseSequence, resumeSequence } from "../enrollment/pause-sequence.server.ts";
import { reopenSequence, retireSequence } from "../enrollment/start.server.ts";
import { stepText } from "../message/describe-step.ts";
import { draftOf } from "../draft/draft.ts";
import { KIND_LABELS, draftStepTitle, describeTrigger, formatWait } from "../draft/labels.ts";
import { beginDraft, openDraft } from "../draft/drafts.server.ts";
import { loadVersions } from "../draft/versions.server.ts";
import { insideSteps } from "./overview.server.ts";
import { followUpStatus } from "../status/status.ts";
import { sendingSetup } from "../status/status.server.ts";

export const meta = () => [{ title: "Follow-up" }];

export function loader(args: LoaderFunctionArgs) {
  return inAccount(args, "work.read", async (ctx) => {
    const id = args.params["sequenceId"] ?? "";
    const draft = await openDraft(ctx, id);
    const sequence = draft.changes;
    // Never published.
    if (!sequence) throw redirect(`/account/sequences/${id}/edit`);
    const [family, steps, zone, pages] = [
      await loadVersions(ctx, sequence),
      await insideSteps(ctx, id),
      await zoneOf(ctx),
      await listPages(ctx),
    ];
    const query = new URL(args.request.url).searchParams;
    const { trigger, pageId } = sequence;
    const typed = {
      kind: trigger.kind,
      pageId: pageId ?? "",
      what: trigger.kind === "event" ? trigger.what : "",
      on: trigger.kind === "date" ? trigger.on : "",
    };
    const page = pages.find((one) => one.id === pageId);
    return {
      id,
      name: sequence.name,
      starts: describeTrigger(typed, page?.offer.title ?? null),
      isPages: trigger.kind === "new lead",
      isPageClosed: pageId !== null && page?.closedAt !== null,
      standing: followUpStatus({ ...sequence, people: family.here }, await sendingSetup(ctx)),
      since: dayOf(sequence.createdAt, zone),
      paused: sequence.pausedAt ? moment(sequence.pausedAt, zone) : null,
      newer: family.latest === id ? null : family.latest,
      people: family.here,
      elsewhere: family.elsewhere,
      hasDraft: draft.revision > 0,
      done: query.get("done"),
      published: query.has("published"),
      discarded: query.has("discarded"),
      steps: draftOf(sequence.steps, String).map((step, at) => ({
        id: step.id,
        kind: KIND_LABELS[step.kind],
        when: formatWait(step, at === 0),
        title: draftStepTitle(step),
        text: stepText(sequence.steps[at]!),
        people: steps.get(at) ?? 0,
      })),
    } as const;
  });
}

const ACTIONS = {
  pause: pauseSequence,
  resume: resumeSequence,
  finish: retireSequence,
  reopen: reopenSequence,
} as const;

/**
 * `pause` and `resume` undo each other, as do `finish` and `reopen`. `again` starts a draft with the same
 * steps.
 */
export function action(args: ActionFunctionArgs) {
  return inAccount(args, "work.write", async (ctx) => {
    const id = args.params["sequenceId"] ?? "";
    const button = (await readForm(args.request))["do"] ?? "";
    if (button === "again") {
      const { name, trigger, changes } = await openDraft(ctx, id);
      const text = {
        name: `${name} (copy)`.slice(0, 120),
        trigger,
        steps: draftOf(changes?.steps ?? [], (at) => `s${at}`),
      };
      return redirect(`/account/sequences/${await beginDraft(ctx, text)}/edit`, 303);
    }
    const run = Object.hasOwn(ACTIONS, button) ? ACTIONS[button as keyof typeof ACTIONS] : undefined;
    if (!run)
      throw new AppError("invalid", "Something went wrong, and nothing was changed. Please try again.");
    await run(ctx, id);
    return redirect(`/account/sequences/${id}?done=${button}`, 303);
  });
}

const RESULTS: Readonly<Record<string, { readonly words: string; readonly undo: string }>> = {
  pause: {
    words: "Paused. Everything is on hold. New people wait until you resume.",
    undo: "resume",
  },
  resume: {
    words:
      "Resumed. Emails that came due during the pause go out a few at a time, so no one gets two together.",
    undo: "pause",
  },
  finish: { words: "No new people start. People already in it get the rest.", undo: "reopen" },
  reopen: { words: "New people start again.", undo: "finish" },
};

export default function Sequence() {
  const shown = useLoaderData<typeof loader>();
  const { id, name, starts, standing, people, elsewhere, steps, newer, done } = shown;
  const { state } = standing;
  const sending = useNavigation().state !== "idle";
  const result = done && Object.hasOwn(RESULTS, done) ? RESULTS[done] : undefined;
  const button = (value: string, words: string, kind: "plain" | "quiet" = "plain") => (
    <SubmitButton kind={kind} name="do" value={value} sending={sending}>
      {words}
    </SubmitButton>
  );
  return (
    <Page className="pb-16">
      <BackToList title="Follow-up" href="/account/follow-up" />
      <PageHeader
        title={name}
        action={newer ? undefined : <LinkButton href={`/account/sequences/${id}/edit`}>Edit</LinkButton>}
      >
        Starts {starts.charAt(0).toLowerCase() + starts.slice(1)}.
      </PageHeader>
      {result ? (
        <Form
          method="post"
          className="mb-6 flex flex-wrap items-center gap-x-4 gap-y-2 border-y border-rule py-2"
        >
          <p role="status" tabIndex={-1} autoFocus>
            {result.words}
          </p>
          {button(result.undo, "Undo", "quiet")}
        </Form>
      ) : (
        <StatusLine kind="done" takesFocus={shown.published || shown.discarded}>
          {shown.published
            ? "Published. New people get this version."
            : shown.discarded
              ? "Changes discarded."
              : null}
        </StatusLine>
      )}
      {newer ? (
        <p className="mb-6 max-w-measure">
          This is an earlier version.{" "}
          <a className="text-link" href={`/account/sequences/${newer}`}>
            See the current version
          </a>
        </p>
      ) : null}
      {shown.isPageClosed ? (
        <p className="mb-6 max-w-measure">
          <b>Its page is closed, so no new people start.</b> People already in it still get the emails. Edit
          how it starts, or reopen the page.
        </p>
      ) : null}
      {shown.hasDraft && !newer ? (
        <p className="mb-6 max-w-measure">
          You have unpublished changes.{" "}
          <a className="text-link" href={`/account/sequences/${id}/edit`}>
            Keep editing
          </a>
        </p>
      ) : null}
      <p className="mb-6" data-figures="">
        {people} active
        {elsewhere ? `, and ${elsewhere} finishing earlier versions` : ""}. This version since{" "}
        <time dateTime={shown.since.iso}>{shown.since.words}</time>.
        {state === "waiting" ? <> {standing.why}</> : null}
        {shown.paused ? (
          <>
            {" "}
            <b>
              Paused since <time dateTime={shown.paused.iso}>{shown.paused.words}</time>.
            </b>
          </>
        ) : null}
      </p>
      <Timeline label="Steps">
        {steps.map((step, at) => (
          <TimelineStep
            key={step.id}
            state={step.people ? standing.mark : "waiting"}
            stateLabel={step.kind}
            when={step.when}
            title={step.title}
          >
            {step.people ? (
              <p className="font-semibold text-ink">
                {step.people === 1
                  ? "1 person is waiting for this"
                  : `${step.people} people are waiting for this`}
              </p>
            ) : null}
            <details className="steps">
              <summary>
                Read it<span className="sr-only">: step {at + 1}</span>
              </summary>
              <p className="mt-1 max-w-measure wrap-anywhere whitespace-pre-line text-ink">{step.text}</p>
            </details>
          </TimelineStep>
        ))}
      </Timeline>
      <Form method="post" className="mt-10 flex flex-wrap items-center gap-3">
        <LinkButton kind="plain" href={`/account/sequences/${id}/preview`}>
          Preview
        </LinkButton>
        {newer
          ? null
          : state === "paused"
            ? button("resume", "Resume")
            : state === "live" || state === "waiting" || people
              ? button("pause", "Pause")
              : null}
        {newer
          ? null
          : state === "ended" || state === "finishing"
            ? shown.isPages
              ? null
              : button("reopen", "Reopen")
            : shown.isPages
              ? null
              : button("finish", "Stop new people")}
        {button("again", "Duplicate", "quiet")}
        <a className="text-link" href="/account/follow-up">
          All follow-ups
        </a>
      </Form>
      {shown.isPages && !newer ? (
        <p className="mt-4 max-w-measure text-sm text-pencil">
          You can edit or pause this one, but not delete it while your page is open. While it’s paused, the
          guide itself still goes out right away.
        </p>
      ) : null}
    </Page>
  );
}
