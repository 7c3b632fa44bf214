import { useEffect } from "react";
import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  redirect,
  useActionData,
  useLoaderData,
  useNavigation,
  useRevalidator,
} from "react-router";
import { getBusiness, actInAccount, inAccount } from "#ground/businesses/public.server.ts";
import { arrivalIntro, isAsked, pageOfLeads, arrivalReason } from "#trade/leads/public.server.ts";
import { AppError } from "#platform/errors/app-error.ts";
import { refuseForm } from "#platform/http/answers.server.ts";
import { readForm } from "#platform/http/request/form.server.ts";
import { refuseTooMany } from "#platform/http/limits/limits.server.ts";
import { greetingName } from "#platform/names/greeting-name.ts";
import { calendarOf } from "#platform/time/working-hours.ts";
import { Page, PageHeader, Section } from "#ui/layout.tsx";
import { kindLabel, stepTitle } from "../message/describe-step.ts";
import { AskedForm } from "../what-if/form.tsx";
import { loadPreviewable } from "./source.server.ts";
import { previewFrame } from "./frame.server.ts";
import { wordedFor } from "../message/unasked-step.ts";
import { arrivalOfPreview, leadOfPreview, planFor } from "../what-if/plan.server.ts";
import { PlanView } from "../what-if/plan-view.tsx";
import { readStart, readWhatIf } from "../what-if/read-form.ts";
import { previewedStep } from "./previewed-step.ts";
import { StepTrial } from "./step-trial.tsx";
import { countTest, sendTest, testState } from "./test-mail.server.ts";

export const meta = () => [{ title: "Preview" }];

/** The newest leads, and the one in the URL. */
const PEOPLE = 30;

/** Plans who gets what and when, for the URL's start and lead. */
export function loader(args: LoaderFunctionArgs) {
  return inAccount(args, "work.read", async (ctx) => {
    const query = new URL(args.request.url).searchParams;
    const sequence = await loadPreviewable(ctx, args.params["sequenceId"] ?? "");
    const [business, newest] = [await getBusiness(ctx), await pageOfLeads(ctx, { limit: PEOPLE })];
    const lead = await leadOfPreview(ctx, query.get("who"));
    const [{ zone }] = calendarOf(business).zones;
    const start = readStart(query, ctx.now, zone);
    const whatIf = readWhatIf(query, sequence.steps.length);
    const place = query.get("place") ?? "";
    const plan = await planFor(ctx, sequence, { startedAt: start.at, lead, place, whatIf });
    const arrival = await arrivalOfPreview(ctx, lead);
    const steps = sequence.steps.map((step) => wordedFor(step, isAsked(arrival), arrivalIntro(arrival)));
    const plain = await previewFrame(ctx);
    const frame = { ...plain, reason: arrivalReason(arrival, plain.businessName) };
    const names = { firstName: greetingName(plan.who.name), business: frame.businessName };
    const people = newest.map(({ id, name, email }) => ({ id, name: name || (email ?? "") }));
    return {
      sequence: {
        id: sequence.id,
        name: sequence.name,
        isDraft: sequence.isDraft,
        unfinished: sequence.unfinished,
      },
      plan,
      asked: {
        date: start.date,
        time: start.time,
        error: start.error,
        who: lead?.id ?? "",
        place,
        what: whatIf?.what ?? "",
        after: whatIf?.after ?? 0,
        zone,
      },
      people:
        lead && !people.some(({ id }) => id === lead.id)
          ? [{ id: lead.id, name: lead.name }, ...people]
          : people,
      frame,
      steps: steps.map((step) => ({
        title: stepTitle(step, names),
        kind: kindLabel(step),
        previewed: previewedStep(step),
      })),
      tested: {
        step: Number(query.get("step") ?? -1),
        state: await testState(ctx, query.get("tested"), zone),
      },
    };
  });
}

/** `test` emails a step to the user, as the chosen lead would read it. */
export async function action(args: ActionFunctionArgs) {
  const form = await readForm(args.request);
  const values = { step: form["step"] ?? "" };
  try {
    return await actInAccount(args, "work.write", async (ctx) => {
      const sequence = await loadPreviewable(ctx, args.params["sequenceId"] ?? "");
      const at = /^\d{1,2}$/.test(values.step) ? Number(values.step) : -1;
      const step = sequence.steps[at];
      if (!step) throw new AppError("invalid", "That step doesn’t exist anymore.");
      const verdict = countTest(ctx.user?.id ?? "", ctx.now);
      if (!verdict.ok) return refuseTooMany(verdict, values, "That’s a lot of tests in a short time.");
      const query = new URL(args.request.url).searchParams;
      const lead = await leadOfPreview(ctx, query.get("who"));
      const own = `/account/sequences/${sequence.id}/preview`;
      const arrival = await arrivalOfPreview(ctx, lead);
      const id = await sendTest(ctx, {
        step: wordedFor(step, isAsked(arrival), arrivalIntro(arrival)),
        name: lead?.name ?? "Dana Ruiz",
        pageId: sequence.pageId,
        backTo: own,
        arrival,
      });
      query.delete("index");
      query.set("tested", id);
      query.set("step", String(at));
      return redirect(`${own}?${query.toString()}#step-${at + 1}`, 303);
    });
  } catch (error) {
    return refuseForm(error, values);
  }
}

/** In milliseconds, while a test is on its way. */
const LOOK_EVERY = 1500;

export default function Preview() {
  const { sequence, plan, asked, people, frame, steps, tested } = useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>();
  const navigation = useNavigation();
  const { revalidate, state } = useRevalidator();
  const isUnderWay = tested.state?.isUnderWay === true;
  useEffect(() => {
    if (!isUnderWay || state !== "idle") return;
    const soon = setTimeout(() => void revalidate(), LOOK_EVERY);
    return () => clearTimeout(soon);
  }, [isUnderWay, state, revalidate]);
  const sending = navigation.formMethod === "POST" ? navigation.formData?.get("step") : null;
  return (
    <Page className="pb-16">
      <PageHeader title={<>Preview: {sequence.name}</>}>
        Who gets what, and when. Nothing here goes to anyone but you.
      </PageHeader>
      {sequence.isDraft ? (
        <p className="mb-6 max-w-measure">
          This is the draft.{" "}
          {sequence.unfinished
            ? `${sequence.unfinished === 1 ? "One step is" : `${sequence.unfinished} steps are`} unfinished and not shown here. `
            : null}
          <a className="text-link" href={`/account/sequences/${sequence.id}/edit`}>
            Change it
          </a>
        </p>
      ) : null}
      <div className="grid gap-x-16 gap-y-4 lg:grid-cols-[minmax(0,30rem)_minmax(0,1fr)]">
        <div>
          <AskedForm asked={asked} people={people} steps={steps.map(({ title }) => title)} />
          <PlanView plan={plan} />
        </div>
        <Section title={`What ${plan.who.name} reads`} id="reads">
          <ol className="mt-6 grid gap-10">
            {steps.map((step, at) => (
              // oxlint-disable-next-line react/no-array-index-key -- a step is its place
              <li key={at} id={`step-${at + 1}`}>
                <StepTrial
                  step={step}
                  at={at}
                  frame={frame}
                  name={plan.who.name}
                  sending={sending === String(at)}
                  message={
                    refused && refused.values.step === String(at)
                      ? { words: refused.message ?? "", kind: "error" }
                      : tested.step === at
                        ? tested.state
                        : null
                  }
                />
              </li>
            ))}
          </ol>
        </Section>
      </div>
    </Page>
  );
}
