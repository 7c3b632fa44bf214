import { type ActionFunctionArgs, redirect } from "react-router";
import { lockIfActive } from "#ground/businesses/public.server.ts";
import { lockFirst } from "#ground/evidence/public.server.ts";
import { type OutsidePhoto, receivePhotos } from "#ground/media/public.server.ts";
import { type NotificationKind, notify } from "#ground/notifications/public.server.ts";
import { recordVisitLater } from "#ground/shares/public.server.ts";
import { findStoredRecord, type Json, shownFields, writeAsProduct } from "#ground/sync/public.server.ts";
import { zoneOfJob } from "#trade/jobs/public.server.ts";
import { type AccountContext, isId } from "#platform/db/scope.server.ts";
import { AppError } from "#platform/errors/app-error.ts";
import { takenAt } from "#platform/pictures/camera/camera-time.ts";
import { answering, refuseForm } from "#platform/http/answers.server.ts";
import { formOf, type PostedForm, readForm } from "#platform/http/request/form.server.ts";
import { derivedId } from "#platform/ids/derived-id.ts";
import { issuePath } from "../paths.ts";
import { MOST_PHOTOS } from "../rules/firm.ts";
import { issueOf, LONGEST } from "../rules/issue.ts";
import { REPLY, type ReplyType } from "../rules/reply.ts";
import { refuseByTerms } from "../rules/terms.ts";
import { termsFor } from "../stored/terms.server.ts";
import { type FirmPlace, atFirmLink } from "./page.server.ts";
import { markSeen } from "./watch.server.ts";

export const FIRM_ANSWERED: NotificationKind = {
  kind: "issues.firm",
  label: "Sub’s answer to an issue",
  hint: "A sub fixes an item, or says that it can’t.",
};

const TYPES: Readonly<Record<string, ReplyType>> = { started: "started", fixed: "fixed", cannot: "cannot" };

/** Answers the forms of a firm's page: `seen`, `started`, `fixed` and `cannot`, each once. */
export const answerAtLink = (args: ActionFunctionArgs) =>
  answering(async () => {
    const { request, params } = args;
    const { place, account } = await atFirmLink(args, async (ctx, found) => {
      if (!(await lockIfActive(ctx)))
        throw new AppError("conflict", "This business can’t take replies here right now. Please call them.");
      return { place: found, account: ctx.account.id };
    });
    let form = formOf([]);
    try {
      let photos: OutsidePhoto[] = [];
      if (request.headers.get("content-type")?.startsWith("multipart/")) {
        const texts = new Map<string, string>();
        const to = { accountId: account, job: place.jobId, field: "photos", most: MOST_PHOTOS };
        try {
          photos = await receivePhotos(request, to, texts);
        } finally {
          form = formOf(texts);
        }
      } else form = await readForm(request);
      const { do: what = "", item = "" } = form;
      await atFirmLink(args, async (ctx, now) => {
        if (what === "seen") return markSeen(ctx, now.jobId, now.firmId);
        const type = TYPES[what];
        if (!type || !isId(item)) throw new AppError("invalid", "Choose what happened.");
        await saveAnswer(ctx, now, item, type, form, photos);
        await markSeen(ctx, now.jobId, now.firmId);
      });
      recordVisitLater(account, request, place.linkId, "opened");
      const query = new URLSearchParams({ did: what, ...(item ? { item } : {}) }).toString();
      return redirect(`/s/${params["token"]}/issues?${query}#did`, 303);
    } catch (error) {
      const { do: what = "", item = "", note = "" } = form;
      return refuseForm(error, { do: what, item, note });
    }
  });

async function saveAnswer(
  ctx: AccountContext,
  { jobId, firmId, firm, job }: FirmPlace,
  issueId: string,
  type: ReplyType,
  form: PostedForm,
  photos: readonly OutsidePhoto[],
): Promise<void> {
  await lockFirst(ctx);
  const reply = derivedId("issues.firm-reply", issueId, form["form"] ?? "");
  if (await findStoredRecord(ctx, reply)) return;
  const record = await findStoredRecord(ctx, issueId);
  const values = record?.job === jobId ? shownFields(record.fields) : {};
  const issue = issueOf(values);
  if (!record || values["removed"] === true || issue.assignee?.id !== firmId)
    throw new AppError("conflict", "This item isn’t yours anymore.");
  if (issue.state === "closed")
    throw new AppError("conflict", "This item is closed. There’s nothing left to do.");
  const note = (form["note"] ?? "").trim();
  const longest = type === "cannot" ? LONGEST.reason : LONGEST.details;
  const refuse = (field: string, why: string) => new AppError("invalid", why, { fields: { [field]: why } });
  if (note.length > longest) throw refuse("note", `That’s too long. Use at most ${longest} characters.`);
  if (type === "cannot" && note === "") throw refuse("note", "Say why it can’t be fixed.");
  if (type === "fixed") {
    const facts = { by: null, fixedBy: null, photos: photos.length };
    const why = refuseByTerms(await termsFor(ctx, jobId, issue), "ready", facts, issue.isSafety);
    if (why) throw refuse("photos", why);
  }
  const zone = await zoneOfJob(ctx, job);
  const received = ctx.now.epochMilliseconds;
  const shots: Record<string, Json> = Object.fromEntries(
    photos.map(({ sha256, type: mime, takenAt: at, takenLocal: local }) => {
      const taken = takenAt({ at: at?.epochMilliseconds ?? null, local }, zone, received);
      const value = { type: mime, at: taken?.at ?? received, ...(taken ? { clock: taken.basis } : {}) };
      return [`photos.${sha256}`, value];
    }),
  );
  await writeAsProduct(
    ctx,
    { id: reply, kind: REPLY, job: jobId },
    { issue: issueId, type, note: note || null, by: firm.name.slice(0, LONGEST.name), ...shots },
    zone,
  );
  const sets = moveOf(type, issue.state, note);
  if (Object.keys(sets).length > 0) await writeAsProduct(ctx, record, sets, zone);
  await notify(ctx, FIRM_ANSWERED, [
    {
      ...{ key: reply, about: issueId, jobId, by: null },
      title: `${firm.name} ${DID[type]} ${issue.number ?? `“${issue.title}”`}`,
      text: [`${issue.title}, ${job.name}.`, note].filter(Boolean).join(" "),
      path: issuePath(jobId, issueId),
      action: "Open it",
    },
  ]);
}

const DID: Readonly<Record<ReplyType, string>> = {
  fixed: "fixed",
  started: "started",
  cannot: "can’t fix",
  note: "wrote about",
};

/** What an answer changes. A start of what is fixed changes nothing. */
function moveOf(type: ReplyType, state: string, note: string): Readonly<Record<string, Json>> {
  if (type === "fixed") return state === "ready" ? {} : { state: "ready", blocked: null };
  if (type === "cannot") return { blocked: note };
  return state === "open" || state === "refused" ? { state: "working", blocked: null } : {};
}
