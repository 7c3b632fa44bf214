import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "react-router";
import { getBusiness, lockIfActive, publicProfileOf } from "#ground/businesses/public.server.ts";
import { lockFirst } from "#ground/evidence/public.server.ts";
import { atLink, callerOf, type OpenedShare, recordVisitLater } from "#ground/shares/public.server.ts";
import { drawingSchema } from "#ground/signatures/public.server.ts";
import { isDrawn, thinned } from "#ground/signatures/public.ts";
import { findStoredRecord, type Json, writeAsProduct } from "#ground/sync/public.server.ts";
import { zoneOfJob } from "#trade/jobs/public.server.ts";
import { newId } from "#platform/db/ids.ts";
import type { AccountContext } from "#platform/db/scope.server.ts";
import { AppError } from "#platform/errors/app-error.ts";
import { answering, refuseForm } from "#platform/http/answers.server.ts";
import { type PostedForm, readForm } from "#platform/http/request/form.server.ts";
import { derivedId } from "#platform/ids/derived-id.ts";
import { dayWords } from "#platform/time/format.ts";
import { anotherKey, findAttendee, LONGEST, MOST_PEOPLE, personKey, SIGN } from "../rules/talk.ts";
import { signsOf } from "../stored/signs.server.ts";
import { getSheet, type StoredSheet, TALK_LINK } from "./links.server.ts";
import { pageLanguage, PAGE_WORDS } from "./words.ts";

type Args = Pick<LoaderFunctionArgs, "request" | "params">;

async function sheetOfLink(
  ctx: AccountContext,
  { kind, madeFor, id }: OpenedShare,
): Promise<StoredSheet & { readonly linkId: string }> {
  if (kind !== TALK_LINK || !madeFor) throw new AppError("not_found", "Page not found.");
  return { ...(await getSheet(ctx, madeFor)), linkId: id };
}

/** Runs `work` with the talk or plan that a link opens. @throws AppError not_found if it opens nothing */
const atTalkLink = <T>(
  { request, params }: Args,
  work: (ctx: AccountContext, sheet: Awaited<ReturnType<typeof sheetOfLink>>) => Promise<T>,
): Promise<T> =>
  atLink(request, params["token"], async (ctx, link, isOpen) => {
    if (!isOpen) throw redirect(`/s/${params["token"]}`, 303);
    return work(ctx, await sheetOfLink(ctx, link));
  });

/** A talk or plan for people who sign on their own phones. Names nobody else who is there. */
export const loadTalkPage = (args: LoaderFunctionArgs) =>
  answering(() =>
    atTalkLink(args, async (ctx, { talk, plan, titles, date, leader, roll, job, linkId }) => {
      recordVisitLater(ctx.account.id, args.request, linkId, "looked");
      const { searchParams } = new URL(args.request.url);
      return {
        ...{ talk: talk?.text ?? null, plan: plan?.current?.text ?? null, titles, leader },
        ...{ jobName: job.name, version: roll.version },
        date: date && dayWords(Temporal.PlainDate.from(date)),
        language: pageLanguage(args.request),
        face: publicProfileOf(await getBusiness(ctx)),
        did: searchParams.get("did")?.slice(0, LONGEST.name) ?? null,
        isLate: searchParams.has("late"),
        /** A signature counts once, however often its form is submitted. */
        form: newId(),
        isTaking: await lockIfActive(ctx),
      };
    }),
  );

export type TalkPageView = Awaited<ReturnType<typeof loadTalkPage>>;

const valuesOf = (form: PostedForm) => ({
  name: form["name"] ?? "",
  typed: form["typed"] === "yes",
  isTwice: form["twice"] === "yes",
});

/** Saves a signature, once, and adds who isn’t on the list. */
export const signAtLink = (args: ActionFunctionArgs) =>
  answering(async () => {
    const language = pageLanguage(args.request);
    const form = await readForm(args.request);
    try {
      const signed = await atTalkLink(args, async (ctx, found) => {
        const isLate = await saveSign(ctx, found, form, language, args.request);
        return { isLate, account: ctx.account.id, linkId: found.linkId };
      });
      recordVisitLater(signed.account, args.request, signed.linkId, "signed");
      const query = new URLSearchParams({
        ...{ lang: language, did: (form["name"] ?? "").trim() },
        ...(signed.isLate ? { late: "" } : {}),
      });
      return redirect(`/s/${args.params["token"]}/talk?${query.toString()}#did`, 303);
    } catch (error) {
      return refuseForm(error, valuesOf(form));
    }
  });

function drawingIn(text: string) {
  try {
    const checked = drawingSchema.safeParse(JSON.parse(text));
    return checked.success && isDrawn(checked.data) ? thinned(checked.data) : null;
  } catch {
    return null;
  }
}

/** @returns whether the talk was finished before @throws AppError invalid with the field; conflict */
async function saveSign(
  ctx: AccountContext,
  { id: talkId, job, kind }: StoredSheet,
  form: PostedForm,
  language: "en" | "es",
  request: Request,
): Promise<boolean> {
  const say = PAGE_WORDS[language];
  const refuse = (field: string, why: string) => new AppError("invalid", why, { fields: { [field]: why } });
  if (!(await lockIfActive(ctx)))
    throw new AppError("conflict", say.closed((await getBusiness(ctx)).name ?? "—"));
  await lockFirst(ctx);
  const sign = derivedId("safety.own-sign", talkId, form["form"] ?? "");
  // Read again: others sign meanwhile.
  const { roll, talk, plan } = await getSheet(ctx, talkId);
  const isLate = roll.finishedAt !== null;
  if (await findStoredRecord(ctx, sign)) return isLate;
  const name = (form["name"] ?? "").replaceAll(/\s+/g, " ").trim();
  if (name === "") throw refuse("name", say.noName);
  if (name.length > LONGEST.name) throw refuse("name", say.longName);
  // A talk’s words don’t change, and its older forms don’t name them.
  if (plan && form["version"] !== roll.version) throw new AppError("conflict", say.changed);
  const isTyped = form["typed"] === "yes";
  const drawing = isTyped ? null : drawingIn(form["drawing"] ?? "");
  if (!isTyped && !drawing)
    throw form["pad"] === "yes" ? refuse("drawing", say.noPad) : refuse("typed", say.noConfirm);
  const known = findAttendee(talkId, roll.people, name);
  const isSigned =
    known !== undefined &&
    (await signsOf(ctx, job.jobId, talkId)).some(
      (one) => one.voided === null && one.version === roll.version && one.person === known.key,
    );
  if (isSigned && form["another"] !== "yes") throw refuse("twice", say.twice(name));
  if (!known && roll.people.length >= MOST_PEOPLE) throw new AppError("conflict", say.full);
  const person = isSigned ? anotherKey(talkId, roll.people, name) : (known?.key ?? personKey(talkId, name));
  const zone = await zoneOfJob(ctx, job);
  const sets: Record<string, Json> = {
    ...(known && !isSigned ? {} : { [`people.${person}`]: { name } }),
    ...(!talk || talk.languages.includes(language) ? {} : { [`languages.${language}`]: true }),
  };
  const record = await findStoredRecord(ctx, talkId);
  if (record && Object.keys(sets).length > 0) await writeAsProduct(ctx, { ...record, kind }, sets, zone);
  await writeAsProduct(
    ctx,
    { id: sign, kind: SIGN, job: job.jobId },
    {
      ...{ talk: talkId, person, name, language, version: roll.version, on: "own" },
      ...{ at: ctx.now.toString({ smallestUnit: "millisecond" }) },
      device: callerOf(request.headers.get("user-agent") ?? "").device.slice(0, 80),
      drawing: drawing && {
        ...{ width: drawing.width, height: drawing.height },
        strokes: drawing.strokes.map((stroke) => stroke.map((point) => [...point])),
      },
    },
    zone,
  );
  return isLate;
}
