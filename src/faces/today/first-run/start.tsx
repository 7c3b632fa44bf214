import { type ActionFunctionArgs, Form, type LoaderFunctionArgs, useActionData, useLoaderData, useNavigation } from "react-router";
import { inAccount, zoneOf, ZONE_CHOICES } from "#ground/businesses/public.server.ts";
import { mailPlace } from "#ground/identity/public.server.ts";
import { draftFromCookie } from "#trade/magnets/public.server.ts";
import { followUpStanding, kindWords, liveSequence, planOf, sendingSetup, stepTitle } from "#trade/sequences/public.server.ts";
import { installation } from "#platform/config/installation.server.ts";
import { refuseForm } from "#platform/http/answers.server.ts";
import { formOf } from "#platform/http/form.server.ts";
import { outside } from "#platform/outside/outside.server.ts";
import { moment } from "#platform/time/words.ts";
import { SubmitButton } from "#ui/button.tsx";
import { Page, PageHeader } from "#ui/layout.tsx";
import { ErrorSummary, StatusLine } from "#ui/messages.tsx";
import { deedOf } from "./deeds.server.ts";
import { LiveNow } from "./live-now.tsx";
import { Missing } from "./missing.tsx";
import { Progress } from "./progress.tsx";
import { QUESTIONS } from "./questions.tsx";
import { needsOf } from "./needs.ts";
import { hasOf, runOf } from "./run.server.ts";
import { firstOpen, progressWords, STEPS, type StepName, stepAddress, stepAsked, stepBefore } from "./steps.ts";
import { testWords } from "./test-words.ts";

export const meta = ({ loaderData }: { loaderData?: { title: string } | undefined }) => [{ title: loaderData?.title ?? "First steps" }];

/** The step that is asked for, else where somebody goes on; once live, what has become of it. */
export function loader(args: LoaderFunctionArgs) {
  return inAccount(args, "business.change", async (ctx) => {
    const query = new URL(args.request.url).searchParams;
    const [run, zone, draft] = await Promise.all([runOf(ctx), zoneOf(ctx), draftFromCookie(ctx, args.request)]);
    const { said, business, magnet, drip, page, standings } = run;
    const asked = stepAsked(query.get("step"));
    const isLive = said.liveAt !== undefined && !asked;
    const step: StepName = asked ?? firstOpen(standings);
    const { publicUrl, setup, brand } = installation();
    // What goes out and when is worked out only where it is shown.
    const live = page && (isLive || step === "live") ? await liveSequence(ctx, page.id) : undefined;
    const plan = live ? await planOf(ctx, live.steps, ctx.now) : [];
    return {
      followUp: live ? followUpStanding({ ...live, retiredAt: null }, await sendingSetup(ctx)) : null,
      title: isLive ? "You are live" : `First steps, ${progressWords(step)}`,
      step,
      isLive,
      standings,
      needs: needsOf(step, hasOf(run)),
      canOpenPage: needsOf("page", hasOf(run)).length === 0,
      wantsOwn: query.has("own"),
      email: ctx.user?.email ?? "",
      isVerified: run.isVerified,
      mailPlace: run.isVerified ? null : mailPlace(),
      said: { product: said.product ?? draft?.brief.product ?? "", audience: said.audience ?? draft?.brief.targetAudience ?? "" },
      person: said.person ?? draft?.brief.name ?? "",
      business: {
        name: business.name ?? draft?.brief.company ?? "",
        postalAddress: business.postalAddress ?? "",
        zone: business.zone ?? "",
        color: business.color ?? "",
        logo: business.logo !== null,
      },
      zones: step === "look" ? ZONE_CHOICES : [],
      draft: draft && !magnet ? draft.title : null,
      magnet: magnet
        ? {
            id: magnet.id,
            title: magnet.text.title,
            promise: magnet.text.promise,
            headings: magnet.text.sections.map(({ heading }) => heading),
          }
        : null,
      drip: drip
        ? {
            id: drip.id,
            emails: drip.text.emails.map(({ day, subject, body }) => ({ day, subject, body })),
            scripts: drip.text.scripts.length,
          }
        : null,
      page: page ? { id: page.id, address: `${publicUrl}/p/${page.slug}` } : null,
      mail: {
        chosen: run.hasOwnServer ? ("own" as const) : (said.mail ?? "ours"),
        hasOwnServer: run.hasOwnServer,
        installation: setup?.mailServer ? ("server" as const) : ("outbox" as const),
        brand,
        plain: outside().mayReachPrivate,
        mayConnect: ctx.member?.role === "owner",
      },
      test: testWords(run.test, { zone, own: run.hasOwnServer, brand }),
      plan: live ? live.steps.map((one, at) => ({ title: stepTitle(one), kind: kindWords(one), ...moment(plan[at]!, zone) })) : [],
    };
  });
}

/** What the step's button does. */
export async function action(args: ActionFunctionArgs) {
  const whole = await args.request.formData().catch(() => new FormData());
  const form = formOf(whole);
  const step = stepAsked(new URL(args.request.url).searchParams.get("step")) ?? "work";
  try {
    return await deedOf(step, form["do"])({ args, form, whole });
  } catch (error) {
    // A password is never sent back.
    const { password: _, ...typed } = form;
    return refuseForm(
      error,
      Object.fromEntries(Object.entries(typed).filter((field): field is [string, string] => typeof field[1] === "string")),
    );
  }
}

/** What the screens of the steps are made of. */
export type StartView = Awaited<ReturnType<typeof loader>>;

export default function Start() {
  const view = useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>();
  const navigation = useNavigation();
  const doing = navigation.state === "idle" ? null : (navigation.formData?.get("do") ?? null);
  if (view.isLive) return <LiveNow view={view} />;
  const { step } = view;
  const { title, lead, Ask, isLong = false } = QUESTIONS[step](view);
  const before = stepBefore(step);
  return (
    <Page narrow={!isLong} className="pb-16">
      <Progress step={step} standings={view.standings} />
      <PageHeader title={title}>{lead}</PageHeader>
      <ErrorSummary errors={refused?.errors} />
      {/* The button that was pressed may be a screen below. */}
      <StatusLine kind="error" takesFocus={Boolean(refused?.message)}>
        {refused?.message}
      </StatusLine>
      {view.needs.length && step !== "live" ? (
        <Missing needs={view.needs} />
      ) : (
        // A new screen of the same page begins with empty fields.
        <Ask
          key={step}
          view={view}
          values={refused?.values ?? {}}
          errors={refused?.errors ?? {}}
          doing={typeof doing === "string" ? doing : null}
        />
      )}
      <div className="mt-10 flex flex-wrap items-center gap-x-6 gap-y-2 border-t border-rule pt-4">
        {before ? (
          <a className="text-link inline-block py-2.5" href={stepAddress(before)}>
            Back
          </a>
        ) : null}
        {step !== "live" && view.standings[step] !== "done" ? (
          <Form method="post" action={stepAddress(step)}>
            <SubmitButton kind="quiet" size="small" name="do" value="skip" busy="One moment..." sending={doing === "skip"}>
              Skip this for now
            </SubmitButton>
          </Form>
        ) : null}
        <a className="text-link inline-block py-2.5" href="/account/dashboard">
          Go on another day
        </a>
        <p className="w-full text-sm text-pencil">
          Everything so far is kept. {STEPS.indexOf(step) > 0 ? "Come back whenever you like: you go on right here." : null}
        </p>
      </div>
    </Page>
  );
}
