import {
  type ActionFunctionArgs,
  Form,
  type LoaderFunctionArgs,
  redirect,
  useLoaderData,
  useNavigation,
} from "react-router";
import { inAccount, zoneOf } from "#ground/businesses/public.server.ts";
import { getSavedDrip, listDripTitles } from "#trade/drips/public.server.ts";
import { type LeadPage, listPages } from "#trade/leads/public.server.ts";
import {
  followUpStatus,
  goLive,
  insideOf,
  kindLabel,
  liveSequence,
  planOf,
  resumeSequence,
  sameSteps,
  sendingSetup,
  stepsFor,
  stepText,
  stepTitle,
  firstDaysNotice,
} from "#trade/sequences/public.server.ts";
import type { AccountContext } from "#platform/db/scope.server.ts";
import { AppError } from "#platform/errors/app-error.ts";
import { readForm } from "#platform/http/request/form.server.ts";
import { dayOf, moment } from "#platform/time/format.ts";
import { SubmitButton } from "#ui/button.tsx";
import { Select } from "#ui/field.tsx";
import { Page, PageHeader, Panel, Section } from "#ui/layout.tsx";
import { StatusLine } from "#ui/messages.tsx";
import { Timeline, TimelineStep } from "#ui/timeline.tsx";

/** The default follow-up of every page, offered beside the account's lead drips. */
const STANDING = "standing";

export const meta = () => [{ title: "What your page sends" }];

async function pageOf(ctx: AccountContext, id: string): Promise<LeadPage> {
  const page = (await listPages(ctx)).find((one) => one.id === id && one.closedAt === null);
  if (!page) throw new AppError("not_found", "That page doesn’t exist.");
  return page;
}

/** What a page sends, or would send, with the time of each step for someone who asked now. */
export function loader(args: LoaderFunctionArgs) {
  return inAccount(args, "work.read", async (ctx) => {
    const page = await pageOf(ctx, args.params["pageId"] ?? "");
    const query = new URL(args.request.url).searchParams;
    const [live, drips, zone] = await Promise.all([
      liveSequence(ctx, page.id),
      listDripTitles(ctx),
      zoneOf(ctx),
    ]);
    const isGone = live !== undefined && live.dripId !== null && !drips.some(({ id }) => id === live.dripId);
    const chosen = query.get("with") ?? live?.dripId ?? STANDING;
    // Show the live version as it is sent, even if its lead drip has changed since, unless another is
    // requested.
    const isOwn = live !== undefined && (!query.has("with") || (isGone && chosen === live.dripId));
    const drip = isOwn || chosen === STANDING ? undefined : await getSavedDrip(ctx, chosen);
    const steps = isOwn ? live.steps : stepsFor(page.offer.title, drip?.text.emails);
    const isLive = live !== undefined && sameSteps(live.steps, steps);
    const [plan, inside] = await Promise.all([
      planOf(ctx, steps, ctx.now),
      live ? insideOf(ctx, live.id) : 0,
    ]);
    return {
      title: page.offer.title,
      chosen,
      choices: [
        { value: STANDING, label: "The guide, and one email two days later" },
        ...drips.map(({ id, title }) => ({ value: id, label: title })),
        ...(isGone ? [{ value: live.dripId, label: `${live.name} (deleted)` }] : []),
      ],
      isLive,
      standing: live ? followUpStatus({ ...live, retiredAt: null }, await sendingSetup(ctx)) : null,
      isResumed: query.get("resumed") === "1",
      isChanged: query.get("changed") === "1",
      preview: isLive && live ? `/account/sequences/${live.id}/preview` : null,
      since: live ? dayOf(live.since, zone) : null,
      inside,
      now: moment(ctx.now, zone),
      firstDays: await firstDaysNotice(ctx),
      hasTexts: steps.some(({ kind }) => kind === "text"),
      steps: steps.map((step, at) => ({
        subject: stepTitle(step),
        body: stepText(step),
        kind: kindLabel(step),
        ...moment(plan[at]!, zone),
      })),
    };
  });
}

/** Publishes the choice: the page sends it from now on. */
export function action(args: ActionFunctionArgs) {
  return inAccount(args, "work.write", async (ctx) => {
    const page = await pageOf(ctx, args.params["pageId"] ?? "");
    const { with: chosen = STANDING, do: deed } = await readForm(args.request);
    if (deed === "resume") {
      const live = await liveSequence(ctx, page.id);
      if (live) await resumeSequence(ctx, live.id);
      return redirect(`/account/follow-up/${page.id}?resumed=1`, 303);
    }
    const drip = chosen === STANDING ? undefined : await getSavedDrip(ctx, chosen);
    const { title } = page.offer;
    await goLive(ctx, page.id, {
      name: drip?.title ?? title,
      dripId: drip?.id ?? null,
      title,
      ...(drip && { emails: drip.text.emails }),
    });
    return redirect(`/account/follow-up/${page.id}?changed=1`, 303);
  });
}

export default function FollowUp() {
  const {
    title,
    chosen,
    choices,
    isLive,
    standing,
    isResumed,
    isChanged,
    since,
    preview,
    inside,
    now,
    firstDays,
    hasTexts,
    steps,
  } = useLoaderData<typeof loader>();
  const sending = useNavigation().state !== "idle";
  return (
    <Page className="pb-12">
      <PageHeader title="What your page sends">{title}</PageHeader>
      <StatusLine kind="done" takesFocus={isChanged || isResumed}>
        {isChanged
          ? standing?.state === "paused"
            ? "Done. New people get these emails once you resume."
            : "Done. New people get these emails from now on."
          : isResumed
            ? "Resumed. Emails that came due during the pause go out a few at a time, so no one gets two together."
            : null}
      </StatusLine>
      {standing?.why ? (
        <Panel tone="chalk" className="mb-8">
          <h2 className="text-xl">{standing.words}</h2>
          <p className="mt-2 max-w-measure">{standing.why}</p>
          {standing.state === "paused" ? (
            <Form method="post" className="mt-4">
              <SubmitButton name="do" value="resume" busy="One moment..." sending={sending}>
                Resume
              </SubmitButton>
            </Form>
          ) : null}
        </Panel>
      ) : null}
      {choices.length > 1 ? (
        <Form method="get" className="form mb-8 max-w-narrow" key={chosen}>
          <Select
            name="with"
            label="Emails"
            hint="Preview any of them. Nothing changes until you confirm below."
            unmarked
            options={choices}
            defaultValue={chosen}
          />
          <SubmitButton kind="plain" busy="Loading..." sending={sending}>
            Preview
          </SubmitButton>
        </Form>
      ) : (
        <p className="mb-8 max-w-measure">
          Every page starts with this.{" "}
          <a className="text-link" href="/genLeadDrip">
            Have emails written for you
          </a>
          , save them, and you can send those instead.
        </p>
      )}
      {isLive ? null : (
        <Panel tone="chalk" className="mb-8">
          <h2 className="text-xl">Send these from now on?</h2>
          <p className="mt-2 max-w-measure">
            Everyone who asks for the guide from now on gets them.{" "}
            {inside === 0
              ? "No one is in the middle of the old emails."
              : inside === 1
                ? "One person is in the middle of the old emails and will finish those."
                : `${inside} people are in the middle of the old emails and will finish those.`}{" "}
            If you edit the draft later, nothing changes here until you send it from this page again.
          </p>
          <Form method="post" className="mt-4">
            <input type="hidden" name="with" value={chosen} />
            <SubmitButton busy="One moment..." sending={sending}>
              Send these
            </SubmitButton>
          </Form>
        </Panel>
      )}
      <Section
        title={isLive && standing && !standing.why ? standing.words : "Preview the schedule"}
        id="plan"
      >
        <p className="mt-3 mb-6 max-w-measure">
          {isLive && since ? (
            <>
              In use since <time dateTime={since.iso}>{since.words}</time>
              {inside > 0 ? `, with ${inside === 1 ? "one person" : `${inside} people`} partway through` : ""}
              .{" "}
            </>
          ) : null}
          If someone asked right now, <time dateTime={now.iso}>{now.words}</time>, here’s when each one would
          go out. We follow your sending hours and skip holidays.{" "}
          {hasTexts
            ? "Texts also wait for legal texting hours wherever the person may be, and only go to people who agreed to texts. Your first one says who you are and how to stop. "
            : null}
          A reply, an appointment, or an unsubscribe stops it right away.{" "}
          {preview ? (
            <a className="text-link" href={preview}>
              Try another day, another person, or something they might do
            </a>
          ) : null}
        </p>
        {firstDays ? <p className="mt-3 max-w-measure text-pencil">{firstDays}</p> : null}
        <Timeline label="What goes out, and when">
          {steps.map(({ subject, body, kind, words, iso }) => (
            <TimelineStep
              key={iso + subject}
              state="waiting"
              stateLabel={kind}
              when={words}
              dateTime={iso}
              title={subject}
            >
              <details className="fold">
                <summary>Read it</summary>
                <div className="max-w-measure whitespace-pre-line text-base text-ink">{body}</div>
              </details>
            </TimelineStep>
          ))}
        </Timeline>
      </Section>
    </Page>
  );
}
