import { type Business, getBusiness } from "#ground/businesses/public.server.ts";
import {
  draftOfDrip,
  dripBriefSchema,
  rewriteByModel,
  rewriteStep,
  type StepWanted,
  type StepWords,
  writeDrip,
} from "#ground/writing/public.server.ts";
import type { AccountContext } from "#platform/db/scope.server.ts";
import { createLimiter, type Verdict } from "#platform/http/limits/limits.server.ts";
import { hasModel } from "#platform/model/model.server.ts";

/** Words that were written anew, by whom, and what there is to say about it. */
export interface WrittenStep {
  readonly subject: string;
  readonly body: string;
  /** Whether anything is other than it was. */
  readonly changed: boolean;
  readonly note: string | null;
}

/** A model costs its operator money; our own writer costs milliseconds. */
const rewritesPerPerson = createLimiter({ name: "rewritten steps", limit: 60, windowSeconds: 3600 });

/** Counts a rewriting; `ok` is false where there were many within the hour. */
export const countRewrite = (person: string, at: Temporal.Instant): Verdict =>
  rewritesPerPerson.check(person, at);

/** What the writers know of a business. */
export async function writerKnows(
  ctx: AccountContext,
): Promise<Pick<Business, "name" | "replyAddress" | "signature"> & { email: string }> {
  const { name, replyAddress, signature } = await getBusiness(ctx);
  return { name, replyAddress, signature, email: ctx.user?.email ?? "" };
}

/**
 * Rewrites words by an instruction: by the operator's model where there is one, else, and where it fails, by
 * our own rules. Takes no transaction: a model takes its time.
 */
export async function rewriteWords(
  words: StepWords,
  wish: string,
  business: string,
  signal: AbortSignal,
): Promise<WrittenStep> {
  const isOther = (made: { subject: string; body: string }) =>
    made.subject !== words.subject || made.body !== words.body;
  let why: string | null = null;
  if (hasModel()) {
    const written = await rewriteByModel(words, { wish, business, signal });
    if ("text" in written) return { ...written.text, changed: isOther(written.text), note: null };
    why = written.note;
  }
  const made = rewriteStep(words, wish);
  return {
    subject: made.subject,
    body: made.body,
    changed: isOther(made),
    note: [why, made.note].filter(Boolean).join(" ") || null,
  };
}

/** A draft for a step that has no words yet. */
export async function draftWords(
  wanted: StepWanted,
  {
    wish,
    known,
    signal,
  }: { wish: string; known: Awaited<ReturnType<typeof writerKnows>>; signal: AbortSignal },
): Promise<WrittenStep> {
  const business = known.name ?? "our business";
  // A brief takes what fits into its fields: what is too long for one is left out.
  const read = dripBriefSchema.safeParse({
    name: (known.signature?.split("\n")[0] ?? business).slice(0, 60),
    email: known.replyAddress ?? known.email,
    company: business.slice(0, 80),
    product: wish.trim().slice(0, 120) || "our work",
    leadType: "demo",
  });
  const brief = read.success
    ? read.data
    : dripBriefSchema.parse({
        name: "Us",
        email: known.email,
        company: "Us",
        product: "our work",
        leadType: "demo",
      });
  const ours = draftOfDrip(writeDrip(brief), wanted);
  if (!hasModel() || !wish.trim())
    return { subject: ours.subject, body: ours.body, changed: true, note: null };
  const written = await rewriteByModel(ours, { wish, business, signal });
  return "text" in written
    ? { ...written.text, changed: true, note: null }
    : { subject: ours.subject, body: ours.body, changed: true, note: written.note };
}
