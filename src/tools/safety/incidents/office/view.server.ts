import { findStoredRecord, shownFields, type StoredRecord } from "#ground/sync/public.server.ts";
import { firstWritten, shotsOf } from "#trade/fieldwork/public.ts";
import { fullNamesOf } from "#ground/identity/public.server.ts";
import { getBusiness } from "#ground/businesses/public.server.ts";
import { ISSUE, issueOf, STATE_LABELS } from "#trade/issues/public.ts";
import { findJob } from "#trade/jobs/public.server.ts";
import { type AccountContext, isId } from "#platform/db/scope.server.ts";
import { AppError } from "#platform/errors/app-error.ts";
import { dayWords, moment } from "#platform/time/format.ts";
import { actionPath } from "../paths.ts";
import { describeParts } from "../rules/body.ts";
import { formsDueOn, REPORT_HOURS, type SevereKind } from "../rules/clocks.ts";
import { countDays, describeDays, expectDays } from "../rules/days.ts";
import { privacyOf } from "../rules/privacy.ts";
import { type QuestionKey, QUESTIONS, questionsFor } from "../rules/questions.ts";
import { type Decision, decide } from "../rules/recordable.ts";
import { whatToSay } from "../rules/report.ts";
import { TREATMENTS } from "../rules/treatments.ts";
import { requireReader } from "../stored/cases.server.ts";
import { type Clock, clocksOf } from "../stored/cases.ts";
import { defaultCompleted } from "../stored/completed.server.ts";
import { completedOf, completionOf } from "../stored/completion.ts";
import { CHOICES, INJURY, type Injury, injuryOf } from "../stored/injury.ts";
import { authorsOfDates, historyOfDates } from "./history-of-dates.ts";

/** An injury's record, for who may read it. @throws AppError forbidden or not_found */
export async function getInjury(
  ctx: AccountContext,
  id: string,
): Promise<{ readonly record: StoredRecord; readonly injury: Injury }> {
  requireReader(ctx);
  const record = isId(id) ? await findStoredRecord(ctx, id) : null;
  if (record?.kind !== INJURY) throw new AppError("not_found", "That incident doesn’t exist.");
  return { record, injury: injuryOf(shownFields(record.fields)) };
}

/** Today where it happened, "2026-11-29". */
export const todayOf = ({ now }: Pick<AccountContext, "now">, { zone }: Pick<Injury, "zone">): string =>
  now.toZonedDateTimeISO(zone).toPlainDate().toString();

/** A moment as the fields of a form have it; "" for none. @param at ISO */
function typedMoment(at: string | null, zone: string): { readonly day: string; readonly time: string } {
  if (at === null) return { day: "", time: "" };
  const typed = Temporal.Instant.from(at).toZonedDateTimeISO(zone);
  return {
    day: typed.toPlainDate().toString(),
    time: typed.toPlainTime().toString({ smallestUnit: "minute" }),
  };
}

/** An answer in words. */
const answerWords = (key: QuestionKey, answer: string): string =>
  answer === "unknown"
    ? "Not known yet"
    : (CHOICES[key]?.[answer]?.label ?? (answer === "yes" ? "Yes" : "No"));

/** The next question that was never answered and can still change the decision; null if there is none. */
function nextQuestion(
  injury: Injury,
  { decision, missing }: Decision,
  wasAsked: (key: QuestionKey) => boolean,
): QuestionKey | null {
  if (decision === "not recordable") return null;
  const open =
    decision === "recordable" ? missing.map(({ question }) => question) : questionsFor(injury.answers);
  return open.find((key) => !wasAsked(key)) ?? null;
}

const KIND_LABELS: Readonly<Record<SevereKind, string>> = {
  death: "Death",
  hospitalization: "Hospital admission",
  amputation: "Amputation",
  "eye-loss": "Loss of an eye",
};

const NOT_HERE = "someone who’s no longer here";

/** A call to OSHA, in words. */
function clockView(
  { kind, must, deadline, because, check, standing }: Clock,
  injury: Injury,
  say: Pick<Parameters<typeof whatToSay>[0], "establishment" | "location" | "at" | "contact" | "phone">,
) {
  const report = injury.reports[kind];
  const { outcomeAt, knownAt } = injury.severe.find((one) => one.kind === kind)!;
  const words = (at: string) => moment(Temporal.Instant.from(at), injury.zone).words;
  return {
    ...{ kind, must, because, check, standing, label: KIND_LABELS[kind] },
    happened: { words: words(outcomeAt), ...typedMoment(outcomeAt, injury.zone) },
    known: { words: words(knownAt), ...typedMoment(knownAt, injury.zone) },
    deadline: deadline ? moment(deadline, injury.zone).words : null,
    reported: report ? { ...report, at: words(report.at) } : null,
    say: whatToSay({ ...say, kind, names: [injury.name], description: injury.what }),
    hours: REPORT_HOURS[kind],
  };
}

/** The day and time where it happened, in words. */
const whenWords = ({ date, time }: Injury): string =>
  [
    dayWords(Temporal.PlainDate.from(date)),
    time === null
      ? "time not known"
      : Temporal.PlainTime.from(time).toLocaleString("en-US", { timeStyle: "short" }),
  ].join(", ");

/** Everything that the office sees of an injury. @throws AppError forbidden or not_found */
export async function viewOfInjury(ctx: AccountContext, id: string) {
  const { record, injury } = await getInjury(ctx, id);
  const values = shownFields(record.fields);
  const [job, business] = [await findJob(ctx, record.job!), await getBusiness(ctx)];
  const decision = decide(injury.answers);
  const wasAsked = (key: QuestionKey) => Object.hasOwn(values, `answers.${key}`);
  const asked = questionsFor(injury.answers).filter(wasAsked);
  const today = todayOf(ctx, injury);
  const author = firstWritten(record.fields)?.author ?? null;
  const names = await fullNamesOf(ctx.db, [
    ...[...(author ? [author] : []), ctx.user!.id],
    ...authorsOfDates(record.fields),
  ]);
  const contact = names.get(ctx.user!.id) || ctx.user!.email;
  const say = {
    ...{ establishment: business.name, contact, phone: business.phone, at: whenWords(injury) },
    location: [job?.address ?? job?.name, injury.where].filter(Boolean).join(", ") || null,
  };
  const by = { zone: injury.zone, completion: completionOf(record.fields) };
  const [completed] = await defaultCompleted(ctx, [by]);
  const formsBy = formsDueOn(Temporal.Instant.from(injury.knownAt), injury.zone);
  return {
    ...{
      id,
      revision: record.revision,
      number: injury.number,
      injury,
      today,
      contact,
      jobId: record.job!,
      jobName: job?.name ?? "",
    },
    ...{ when: whenWords(injury), parts: describeParts(injury.parts) },
    known: moment(Temporal.Instant.from(injury.knownAt), injury.zone).words,
    ...{ knownTyped: typedMoment(injury.knownAt, injury.zone) },
    relatedTyped: typedMoment(injury.workRelatedKnownAt, injury.zone),
    by: author ? (names.get(author) ?? NOT_HERE) : "",
    history: historyOfDates(record.fields, injury.zone, (id) => names.get(id) ?? NOT_HERE),
    photos: shotsOf(values).map(({ sha256 }) => sha256),
    decision,
    asked: asked.map((key) => ({
      ...{ key, asks: QUESTIONS[key].asks, cites: QUESTIONS[key].cites },
      answer: answerWords(key, injury.answers[key]),
    })),
    next: nextQuestion(injury, decision, wasAsked),
    treatments: injury.answers.treatments.map((key) => ({ key, ...TREATMENTS[key] })),
    clocks: clocksOf(injury, ctx.now).map((clock) => clockView(clock, injury, say)),
    formsBy: dayWords(Temporal.PlainDate.from(formsBy)),
    formsStanding: injury.formsAt !== null ? "done" : formsBy < today ? "late" : "open",
    formsAt: injury.formsAt && moment(Temporal.Instant.from(injury.formsAt), injury.zone).words,
    days: {
      soFar: describeDays(countDays(injury.days, today)),
      expected: describeDays(expectDays(injury.days, today)),
      ...{ isRunning: countDays(injury.days, today).isRunning },
      needsEstimate: expectDays(injury.days, today).needsEstimate,
    },
    completed: completedOf(injury, completed!),
    privacy: privacyOf(injury.privacy),
    actions: await actionsOf(ctx, injury, record.job!),
    closed: injury.closedAt && moment(Temporal.Instant.from(injury.closedAt), injury.zone).words,
  };
}

export type InjuryView = Awaited<ReturnType<typeof viewOfInjury>>;

async function actionsOf(ctx: AccountContext, { actions }: Injury, job: string) {
  const found = await Promise.all(actions.map((id) => findStoredRecord(ctx, id)));
  return found.flatMap((record) => {
    if (record?.kind !== ISSUE) return [];
    const issue = issueOf(shownFields(record.fields));
    return [
      {
        id: record.id,
        href: actionPath(job, record.id),
        title: issue.title,
        state: STATE_LABELS[issue.state],
      },
    ];
  });
}
