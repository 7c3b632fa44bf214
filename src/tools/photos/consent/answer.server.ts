import { and, desc, eq } from "drizzle-orm";
import { append } from "#ground/evidence/public.server.ts";
import { type NotificationKind, notify } from "#ground/notifications/public.server.ts";
import { findPaper, type Recipient } from "#ground/papers/public.server.ts";
import { openLinks } from "#ground/shares/public.server.ts";
import { findJob } from "#trade/jobs/public.server.ts";
import { isManager } from "#trade/fieldwork/public.server.ts";
import type { AccountContext } from "#platform/db/scope.server.ts";
import { AppError } from "#platform/errors/app-error.ts";
import { derivedId } from "#platform/ids/derived-id.ts";
import { photosConsents } from "../tables.server.ts";
import { lockAsk } from "./ask.server.ts";
import { type Use, USES } from "./rules.ts";
import { saveStates } from "./states.server.ts";
import {
  answersTo,
  type AskedWithConsent,
  consentsOf,
  getAsk,
  photosOfAsk,
  type SavedConsent,
} from "./stored.server.ts";

const ANSWERED: NotificationKind = {
  kind: "photos.consent",
  label: "Client’s answer about photos",
  hint: "A client says which photos you may show, or changes their mind.",
  right: "work.read",
};

export const consentNotifications: readonly NotificationKind[] = [ANSWERED];

/** What a client chose. */
export interface NewAnswer {
  /** Submitting it again answers once. */
  readonly form: string;
  readonly name: string;
  readonly uses: readonly Use[];
  /** SHA-256. */
  readonly photos: readonly string[];
  readonly credit: string;
}

/** Saves what a client says at their link. With no use or no photo it is a no. */
export async function answerAsk(
  ctx: AccountContext,
  askId: string,
  recipient: Recipient,
  { form, name, uses, photos, credit }: NewAnswer,
): Promise<void> {
  const asked = new Set((await photosOfAsk(ctx, askId)).map(({ sha256 }) => sha256));
  const chosen = photos.filter((sha256) => asked.has(sha256));
  const isYes = uses.length > 0 && chosen.length > 0;
  await save(
    ctx,
    askId,
    {
      id: derivedId("photos.consent", recipient.id, form),
      uses: isYes ? uses : [],
      photos: isYes ? chosen : [],
      credit: isYes ? credit : "",
      ...{ name, note: "", recipientId: recipient.id, linkId: recipient.linkId, madeBy: null },
    },
    recipient,
  );
}

/**
 * Withdraws a yes for a client who called. Nothing can be given this way.
 * @throws AppError conflict if there is none
 */
export async function withdrawFor(
  ctx: AccountContext,
  askId: string,
  { form, note }: { readonly form: string; readonly note: string },
): Promise<void> {
  if (!isManager(ctx)) throw new AppError("forbidden", "Only owners and managers can do this.");
  await getAsk(ctx, askId);
  const id = derivedId("photos.consent", ctx.account.id, form);
  const answers = await answersTo(ctx, [askId]);
  if (answers.some((one) => one.id === id)) return;
  if (!answers.at(-1)?.uses.length)
    throw new AppError("conflict", "Your client hasn’t said yes, so nothing is shown.");
  await save(ctx, askId, {
    ...{ id, uses: [], photos: [], credit: "", name: "", note },
    ...{ recipientId: null, linkId: null, madeBy: ctx.user?.id ?? null },
  });
}

/** Saves an answer once, in the job's history too, and takes away right away what it no longer allows. */
async function save(
  ctx: AccountContext,
  askId: string,
  answer: Omit<SavedConsent, "accountId" | "askId" | "jobId" | "at">,
  recipient?: Recipient,
): Promise<void> {
  const { jobId, wording } = await lockAsk(ctx, askId);
  // Their link may have ended meanwhile, with their names erased.
  if (answer.linkId !== null && !(await openLinks(ctx, [answer.linkId])).has(answer.linkId))
    throw new AppError("not_found", "This link was closed. Please call the business that sent it.");
  const before = (await answersTo(ctx, [askId])).at(-1);
  const ids = (await photosOfAsk(ctx, askId)).map(({ photoId }) => photoId);
  const was = await consentsOf(ctx, ids);
  const [saved] = await ctx.db
    .insert(photosConsents)
    .values({ accountId: ctx.account.id, ...answer, askId, jobId, at: await nextMoment(ctx, jobId) })
    .onConflictDoNothing()
    .returning({ id: photosConsents.id });
  if (!saved) return;
  const gone = usesLost(was, await consentsOf(ctx, ids));
  const did =
    answer.uses.length > 0 ? "agreed" : before?.uses.length || gone.size > 0 ? "withdrawn" : "declined";
  const { sha256: document } = await findPaper(ctx, askId);
  const { id, name, note, uses, photos, credit } = answer;
  await append(ctx, {
    job: jobId,
    kind: `photos.${did}`,
    author: answer.madeBy,
    payload: {
      ...{ answer: id, ask: askId, document, uses: [...uses], photos: [...photos] },
      ...(uses.length > 0 ? { wording: wordsOf(wording, uses), credit } : {}),
      ...(recipient ? { name, email: recipient.address } : { note }),
    },
    about: recipient?.leadId ? [recipient.leadId] : [],
  });
  await saveStates(ctx, askId);
  if (!recipient) return;
  const job = (await findJob(ctx, jobId))?.name ?? "a job";
  await notify(ctx, ANSWERED, [
    {
      key: id,
      about: id,
      jobId,
      leadId: recipient.leadId,
      by: null,
      title: `${name || "Your client"} ${did === "agreed" && gone.size > 0 ? DID.changed : DID[did]} (${job})`,
      text: did === "agreed" ? agreedTo(answer, gone) : TEXT[did],
      action: "See what they said",
      path: `/account/photos/asks/${askId}`,
    },
  ]);
}

/** Later than every answer on the job: the clocks of two servers differ, and the last answer counts. */
async function nextMoment(ctx: AccountContext, jobId: string): Promise<Temporal.Instant> {
  const { accountId, at } = photosConsents;
  const [last] = await ctx.db
    .select({ at })
    .from(photosConsents)
    .where(and(eq(accountId, ctx.account.id), eq(photosConsents.jobId, jobId)))
    .orderBy(desc(at))
    .limit(1);
  return last && Temporal.Instant.compare(last.at, ctx.now) >= 0 ? last.at.add({ milliseconds: 1 }) : ctx.now;
}

const DID = {
  agreed: "said which photos you may show",
  changed: "changed which photos you may show",
  withdrawn: "no longer agrees to show photos",
  declined: "said no to showing photos",
} as const;
const TEXT = {
  withdrawn:
    "The photos are gone from your page and your emails. Please delete posts that are already out, too.",
  declined: "Nothing is shown.",
} as const;

/** @param gone uses that photos had before */
function agreedTo({ uses, photos }: Pick<SavedConsent, "uses" | "photos">, gone: ReadonlySet<Use>): string {
  const list = uses.join(", ");
  if (gone.size === 0) return `They agreed to: ${list}.`;
  const posts = gone.has("posts") ? " Please delete posts that are already out, too." : "";
  const count = photos.length === 1 ? "1 photo" : `${photos.length} photos`;
  return `They now agree to: ${list} (${count}). The rest isn’t shown anymore.${posts}`;
}

/** The uses that some photo had and doesn't have any more. */
function usesLost(was: readonly AskedWithConsent[], is: readonly AskedWithConsent[]): ReadonlySet<Use> {
  const now = new Map(is.map(({ photoId, consent }) => [photoId, consent.uses]));
  return new Set(
    was.flatMap(({ photoId, consent }) => consent.uses.filter((use) => !now.get(photoId)?.includes(use))),
  );
}

/** The words that somebody agreed to, as they read them. */
const wordsOf = (wording: Awaited<ReturnType<typeof lockAsk>>["wording"], uses: readonly Use[]): string =>
  [
    wording.intro,
    ...USES.filter((use) => uses.includes(use)).map(
      (use) => `${wording.uses[use].label}: ${wording.uses[use].hint}`,
    ),
    wording.notShown,
    wording.change,
  ].join("\n");
