import { type ActionFunctionArgs, redirect } from "react-router";
import { z } from "zod";
import { actInAccount } from "#ground/businesses/public.server.ts";
import { type Json, type StoredRecord, writeAsProduct } from "#ground/sync/public.server.ts";
import { ISSUE } from "#trade/issues/public.ts";
import { type AccountContext, isId } from "#platform/db/scope.server.ts";
import { newId } from "#platform/db/ids.ts";
import { AppError } from "#platform/errors/app-error.ts";
import { refuseForm } from "#platform/http/answers.server.ts";
import { type PostedForm, readForm } from "#platform/http/request/form.server.ts";
import { momentOf, REPORT_HOURS } from "../rules/clocks.ts";
import { expectDays } from "../rules/days.ts";
import { PRIVACY_QUESTIONS } from "../rules/privacy.ts";
import { type QuestionKey, QUESTIONS } from "../rules/questions.ts";
import { TREATMENT_KEYS } from "../rules/treatments.ts";
import { ANSWERS } from "../rules/truth.ts";
import { defaultCompleted } from "../stored/completed.server.ts";
import { completionOf } from "../stored/completion.ts";
import {
  answersTo,
  FORM_KEYS,
  type FormKey,
  type Injury,
  LONGEST,
  ROAD_KEYS,
  TIME,
} from "../stored/injury.ts";
import { getInjury, todayOf } from "./view.server.ts";

type Sets = Record<string, Json>;
interface Act {
  readonly ctx: AccountContext;
  readonly form: PostedForm;
  readonly injury: Injury;
  readonly jobId: string;
  readonly fields: StoredRecord["fields"];
}

const kind = z.enum(Object.keys(REPORT_HOURS) as [keyof typeof REPORT_HOURS]);
const day = z.iso.date("Enter the day.");
const time = z.string().regex(TIME, "Enter the time, such as 1:20 PM.");
const optionalDay = z.union([z.literal(""), z.iso.date("Enter a day, or leave it blank.")]).default("");
const text = (most: number) => z.string().trim().max(most, `Use at most ${most} characters.`).default("");
const orNull = (typed: string): string | null => typed || null;

/** @returns the error to throw, with its words beside a field */
const wrong = (field: string, why: string) => new AppError("invalid", why, { fields: { [field]: why } });

/** A moment typed where it happened, which has come. @throws AppError invalid beside the field */
function momentTyped(ctx: AccountContext, on: string, at: string, zone: string, field: string): string {
  const moment = momentOf(on, at, zone);
  if (Temporal.Instant.compare(moment, ctx.now.add({ minutes: 5 })) > 0)
    throw wrong(field, "That time hasn’t come yet. Check the day and the time.");
  return moment.toString();
}

/** Nobody learns of what hasn’t happened. @throws AppError invalid beside the field */
function requireAfter(known: string, happened: string, field: string): void {
  if (Temporal.Instant.compare(known, happened) < 0)
    throw wrong(field, "You can’t have learned of it before it happened. Check the day and the time.");
}

/** The earliest moment at which the incident can have happened. */
const startOf = ({ date, time, zone }: Pick<Injury, "date" | "time" | "zone">): string =>
  momentOf(date, time ?? "00:00", zone).toString();

/** A day of or after the injury, which has come; null for "". @throws AppError invalid beside the field */
function changeDay({ ctx, injury }: Act, on: string, field: string): string | null {
  if (on === "") return null;
  if (on < injury.date) throw wrong(field, "This is before the injury. Check the day.");
  if (on > todayOf(ctx, injury)) throw wrong(field, "That day hasn’t come yet. Enter it once it has.");
  return on;
}

/** What each form of the page sets. Whatever isn't in a form stays as it is. */
const ACTS: Readonly<Record<string, (act: Act) => Sets | Promise<Sets>>> = {
  answer({ form }) {
    const { key } = form.check(z.object({ key: z.enum(Object.keys(QUESTIONS) as [QuestionKey]) }));
    const answer = form["answer"] ?? "";
    if (!answersTo(key).includes(answer))
      throw new AppError("invalid", "Choose an answer.", { fields: { answer: "Choose an answer." } });
    return {
      [`answers.${key}`]: answer,
      ...(key === "moreTreatment"
        ? Object.fromEntries(
            TREATMENT_KEYS.map((one) => [`treatments.${one}`, form[`treatments.${one}`] === "yes"]),
          )
        : {}),
    };
  },
  /** What the person on the job can’t correct anymore. */
  facts({ ctx, form, injury: { zone } }) {
    const typed = form.check(
      z.object({
        name: z.string().trim().min(1, "Say who was hurt.").max(LONGEST.name),
        what: z.string().trim().min(1, "Say what happened.").max(LONGEST.text),
        ...{ title: text(LONGEST.title), where: text(LONGEST.line), injury: text(LONGEST.text) },
        ...{ done: text(LONGEST.text), date: day, time: z.union([z.literal(""), time]).default("") },
        ...{ knownDay: day, knownTime: time },
      }),
    );
    momentTyped(ctx, typed.date, typed.time || "00:00", zone, typed.time ? "time" : "date");
    const when = { date: typed.date, time: orNull(typed.time), zone };
    const known = momentTyped(ctx, typed.knownDay, typed.knownTime, zone, "knownTime");
    requireAfter(known, startOf(when), "knownTime");
    return {
      ...{ when, known },
      person: { name: typed.name, title: typed.title },
      ...{ what: typed.what, where: orNull(typed.where), injury: orNull(typed.injury) },
      done: orNull(typed.done),
    };
  },
  privacy: ({ form }) =>
    Object.fromEntries(
      Object.keys(PRIVACY_QUESTIONS).map((key) => [
        `privacy.${key}`,
        ANSWERS.find((one) => one === form[key]) ?? "unknown",
      ]),
    ),
  severe({ ctx, form, injury }) {
    const typed = form.check(
      z.object({ kind, outcomeDay: day, outcomeTime: time, knownDay: day, knownTime: time }),
    );
    const outcomeAt = momentTyped(ctx, typed.outcomeDay, typed.outcomeTime, injury.zone, "outcomeTime");
    const knownAt = momentTyped(ctx, typed.knownDay, typed.knownTime, injury.zone, "knownTime");
    if (Temporal.Instant.compare(outcomeAt, startOf(injury)) < 0)
      throw wrong("outcomeTime", "This is before the incident. Check the day and the time.");
    requireAfter(knownAt, outcomeAt, "knownTime");
    return { [`severe.${typed.kind}`]: { outcomeAt, knownAt } };
  },
  /** 1904.39(b)(8): until then, no call is due. */
  "work-related-known"({ ctx, form, injury }) {
    const { relatedDay, relatedTime } = form.check(
      z.object({ relatedDay: optionalDay, relatedTime: z.union([z.literal(""), time]).default("") }),
    );
    if (relatedDay === "" && relatedTime === "") return { workRelatedKnownAt: null };
    if (relatedDay === "") throw wrong("relatedDay", "Enter the day, or leave both blank.");
    if (relatedTime === "") throw wrong("relatedTime", "Enter the time, or leave both blank.");
    const at = momentTyped(ctx, relatedDay, relatedTime, injury.zone, "relatedTime");
    requireAfter(at, startOf(injury), "relatedTime");
    return { workRelatedKnownAt: at };
  },
  "not-severe": ({ form }) => ({ [`severe.${form.check(z.object({ kind })).kind}`]: null }),
  roads: ({ form }) =>
    Object.fromEntries(
      ROAD_KEYS.map((key) => [`roads.${key}`, ANSWERS.find((one) => one === form[key]) ?? "unknown"]),
    ),
  reported({ ctx, form, injury }) {
    const by = z.string().trim().min(1, "Say who called.").max(LONGEST.name);
    const typed = form.check(z.object({ kind, on: day, time, by, to: text(LONGEST.line) }));
    const at = momentTyped(ctx, typed.on, typed.time, injury.zone, "time");
    return { [`reported.${typed.kind}`]: { at, by: typed.by, to: typed.to } };
  },
  spell({ form, injury }) {
    const typed = form.check(
      z.object({
        // Of days that are there, or of new ones.
        key: z
          .string()
          .regex(/^[\da-f-]{36}$/)
          .or(z.literal(""))
          .default(""),
        fresh: z.uuid().optional(),
        is: z.enum(["away", "restricted"], "Choose one."),
        from: day,
        to: optionalDay,
        expectedTo: optionalDay,
      }),
    );
    if (typed.from < injury.date) throw wrong("from", "The days begin after the injury. Check the day.");
    for (const field of ["to", "expectedTo"] as const)
      if (typed[field] && typed[field] < typed.from) throw wrong(field, "This day is before the first one.");
    const { is, from } = typed;
    const [to, expectedTo] = [orNull(typed.to), orNull(typed.expectedTo)];
    return { [`spells.${typed.key || (typed.fresh ?? newId())}`]: { kind: is, from, to, expectedTo } };
  },
  "no-spell": ({ form, injury }) => {
    const key = injury.spells.find((one) => one.key === form["key"])?.key;
    if (!key) throw new AppError("not_found", "These days are gone already.");
    return { [`spells.${key}`]: null };
  },
  /** 1904.7(b)(3)(viii) */
  left(act) {
    const because = z.enum(["injury", "other"], "Choose one.");
    const typed = act.form.check(z.object({ leftOn: optionalDay, because }));
    const on = changeDay(act, typed.leftOn, "leftOn");
    return { left: on === null ? null : { on, because: typed.because } };
  },
  /** 1904.7(b)(4)(xi): at least one day counts, so there are restricted days. */
  permanent(act) {
    const { permanentFrom } = act.form.check(z.object({ permanentFrom: optionalDay }));
    const from = changeDay(act, permanentFrom, "permanentFrom");
    const restricted = act.injury.spells.filter((spell) => spell.kind === "restricted");
    if (from !== null && !restricted.some((spell) => spell.from <= from))
      throw wrong(
        "permanentFrom",
        "Add the restricted days first, from the day they began: at least one of them counts.",
      );
    return { permanentFrom: from };
  },
  async form({ ctx, form, injury, fields }) {
    const dates = {
      ...{ born: optionalDay, hired: optionalDay, died: optionalDay },
      completedOn: optionalDay,
    };
    const at = z.union([z.literal(""), time]).default("");
    form.check(z.object({ ...dates, startedWork: at }));
    const line = z.object(Object.fromEntries(FORM_KEYS.map((key) => [key, text(LONGEST.text)])));
    const typed = form.check(line);
    const before = z.object({ before: text(LONGEST.text) });
    const [by] = await defaultCompleted(ctx, [{ zone: injury.zone, completion: completionOf(fields) }]);
    // What the form proposed isn’t typed: it follows who fills the forms in.
    const proposed: Readonly<Record<string, string>> = {
      ...{ completedBy: by!.name, completedTitle: by!.title },
      ...{ completedPhone: by!.phone, completedOn: by!.on },
    };
    const saved = (key: FormKey) => (typed[key] === proposed[key] ? null : orNull(typed[key]!));
    return {
      ...Object.fromEntries(FORM_KEYS.map((key) => [`form.${key}`, saved(key)])),
      before: orNull(form.check(before).before),
    };
  },
  "forms-done": ({ ctx }) => ({ formsAt: ctx.now.toString() }),
  "forms-open": () => ({ formsAt: null }),
  whys: ({ form }) => {
    const keys = ["1", "2", "3", "4", "5"] as const;
    const typed = form.check(
      z.object(Object.fromEntries(keys.map((key) => [`why-${key}`, text(LONGEST.text)]))),
    );
    return Object.fromEntries(keys.map((key) => [`whys.${key}`, orNull(typed[`why-${key}`]!)]));
  },
  /** The action is for everybody on the job, so it takes over nothing of the injury. */
  async action({ ctx, form, injury, jobId }) {
    const {
      fresh: id,
      title,
      due,
    } = form.check(
      z.object({
        ...{ fresh: z.uuid(), due: day },
        title: z.string().trim().min(1, "Say what will be done.").max(120, "Use at most 120 characters."),
      }),
    );
    if (injury.actions.includes(id)) return {};
    await writeAsProduct(
      ctx,
      { id, kind: ISSUE, job: jobId },
      { title, state: "open", priority: "normal", safety: true, due },
      injury.zone,
    );
    return { [`actions.${id}`]: true };
  },
  close({ ctx, injury }) {
    if (expectDays(injury.days, todayOf(ctx, injury)).isRunning)
      throw new AppError("conflict", "Days are still counted. Enter their last day first, then close it.");
    return { closed: ctx.now.toString() };
  },
  reopen: () => ({ closed: null }),
};

/** Does what one form of an injury's page asks. */
export async function actOnInjury(args: ActionFunctionArgs) {
  const form = await readForm(args.request);
  const id = args.params["injuryId"] ?? "";
  const intent = form["intent"] ?? "";
  try {
    await actInAccount(args, "work.write", async (ctx) => {
      if (!isId(id) || !Object.hasOwn(ACTS, intent)) throw new AppError("not_found", "Page not found.");
      const { record, injury } = await getInjury(ctx, id);
      const sets = await ACTS[intent]!({ ctx, form, injury, jobId: record.job!, fields: record.fields });
      if (Object.keys(sets).length > 0) await writeAsProduct(ctx, record, sets, injury.zone);
    });
    return redirect(`/account/safety/incidents/${id}?saved#${form["at"] ?? "top"}`, 303);
  } catch (error) {
    return refuseForm(error, { ...form, intent });
  }
}
