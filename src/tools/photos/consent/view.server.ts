import { type ActionFunctionArgs, redirect } from "react-router";
import { z } from "zod";
import { jobZone, lockIfActive } from "#ground/businesses/public.server.ts";
import { photosToShare } from "#ground/media/public.server.ts";
import { atPaper, type Paper, type Recipient } from "#ground/papers/public.server.ts";
import { isOurVisit } from "#ground/shares/public.server.ts";
import { findStoredRecords, shownFields } from "#ground/sync/public.server.ts";
import type { AccountContext } from "#platform/db/scope.server.ts";
import { AppError } from "#platform/errors/app-error.ts";
import { answering, refuseForm } from "#platform/http/answers.server.ts";
import { type PostedForm, readForm } from "#platform/http/request/form.server.ts";
import { moment } from "#platform/time/format.ts";
import { factsOf, NO_FACTS } from "../rules/photo.ts";
import { answerAsk } from "./answer.server.ts";
import { captionOf, CONSENT, describeUses, groupPairs, isYes, LONGEST, type Use, USES } from "./rules.ts";
import { answersTo, getAsk, isTakenAway, photosOfAsk } from "./stored.server.ts";

/**
 * What a request's page shows: the words, the photos that are there, and what was answered last.
 * @param reader the recipient who looks; nobody in the office
 */
export async function viewOfAsk(ctx: AccountContext, askId: string, reader: string | null = null) {
  const { wording, jobId } = await getAsk(ctx, askId);
  const asked = await photosOfAsk(ctx, askId);
  const records = new Map(
    (
      await findStoredRecords(
        ctx,
        asked.map(({ photoId }) => photoId),
      )
    ).map((record) => [record.id, record]),
  );
  const shared = await photosToShare(
    ctx,
    jobId,
    asked.map(({ sha256 }) => sha256),
  );
  const there = new Map(shared.map((photo) => [photo.sha256, photo]));
  const photos = asked.flatMap(({ sha256, photoId, place }) => {
    const [photo, record] = [there.get(sha256), records.get(photoId)];
    const size = photo?.derivatives.screen;
    if (!size || (record && isTakenAway(record))) return [];
    const { caption, pair } = record ? factsOf(shownFields(record.fields)) : NO_FACTS;
    // In the order in which they were asked about, which has pairs in the order they were taken.
    return [{ sha256, place, caption, pair, at: place, width: size.width, height: size.height }];
  });
  const groups = groupPairs(photos).map((group) =>
    group.map(({ place, sha256, caption, width, height }, at) => ({
      ...{ place, sha256, width, height },
      label: captionOf(place + 1, group.length === 1 ? null : at === 0 ? "before" : "after", caption),
    })),
  );
  const answers = await answersTo(ctx, [askId]);
  const last = answers.at(-1);
  const own = last && last.recipientId !== null && last.recipientId === reader ? last : null;
  const zone = await jobZone(ctx, jobId);
  return {
    wording,
    groups,
    last: last
      ? {
          isYes: isYes(last),
          isEnded: last.uses.length > 0 && !last.isOpen,
          wasYes: answers.some(({ uses }) => uses.length > 0),
          by: last.recipientId === null ? "business" : last.recipientId === reader ? "reader" : "other",
          words: describeUses(last.uses, wording),
          count: last.photos.length,
          at: moment(last.at, zone),
        }
      : null,
    // What another person chose and their name aren't shown as the reader's.
    own: own && {
      uses: own.uses,
      photos: asked.flatMap(({ sha256, place }) => (own.photos.includes(sha256) ? place : [])),
      credit: own.credit,
      name: own.name,
    },
  };
}

/** As a client's page shows it. */
export const contentOf = (ctx: AccountContext, paper: Paper, _: unknown, { id }: Recipient) =>
  viewOfAsk(ctx, paper.thingId, id);

const text = (most: number) => z.string().trim().max(most, `Use at most ${most} characters.`).default("");

const answerSchema = z.object({
  form: z.uuid("Reload the page, then answer again."),
  name: text(LONGEST.name),
  credit: text(LONGEST.credit),
});
/** A yes has a name; a no needs none. */
const yesSchema = answerSchema.extend({
  name: text(LONGEST.name).refine((typed) => typed !== "", "Enter your name."),
});

const isUse = (form: PostedForm, use: Use): boolean => form[`use-${use}`] === "yes";

/** What a person chose, to show it again after a refusal. */
const typedIn = (form: PostedForm): Record<string, string> =>
  Object.fromEntries(
    Object.keys(form)
      .filter((field) => /^(?:use-\w+|photo-\d+|name|credit|do)$/.test(field))
      .map((field) => [field, form[field] ?? ""]),
  );

/**
 * Saves what a client chose: `do=save` with `use-page`, `use-emails`, `use-posts` and `photo-{place}`, each
 * `yes`; `do=none` is a no, or takes a yes back. Once per `form`.
 */
export function answerAtLink(args: ActionFunctionArgs) {
  return answering(async () => {
    const form = await readForm(args.request);
    try {
      const isNo = form["do"] === "none";
      const given = form.check(isNo ? answerSchema : yesSchema);
      if (!isNo && form["do"] !== "save") throw new AppError("invalid", "Choose an answer.");
      const uses = isNo ? [] : USES.filter((use) => isUse(form, use));
      await atPaper(args, CONSENT, async (ctx, paper, { recipient }) => {
        if (!isNo && (await isOurVisit(ctx, args.request)))
          throw new AppError(
            "forbidden",
            "You’re signed in as someone who works at this business. Only the client can say yes: send them the link.",
          );
        // A no must always be possible.
        if (!isNo && !(await lockIfActive(ctx)))
          throw new AppError(
            "conflict",
            "This business can’t take replies here right now. Please call them.",
          );
        const asked = await photosOfAsk(ctx, paper.thingId);
        const photos = asked.flatMap(({ place, sha256 }) => (form[`photo-${place}`] === "yes" ? sha256 : []));
        if (!isNo) refuseHalf(uses, photos);
        await answerAsk(ctx, paper.thingId, recipient, { ...given, uses, photos: isNo ? [] : photos });
      });
      return redirect(`/s/${args.params["token"]}/${CONSENT}?did=answered#answer`, 303);
    } catch (error) {
      return refuseForm(error, typedIn(form));
    }
  });
}

/** Photos without a place to show them, or a place without photos, may be a slip of a thumb. */
function refuseHalf(uses: readonly Use[], photos: readonly string[]): void {
  if (uses.length > 0 && photos.length > 0) return;
  const [field, message] =
    uses.length === 0
      ? ["use-page", "Choose where they may be shown, or tap “No, don’t show them.”"]
      : ["photo-0", "Choose at least one photo, or tap “No, don’t show them.”"];
  throw new AppError("invalid", message, { fields: { [field]: message } });
}
