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

export interface WrittenStep {
  readonly subject: string;
  readonly body: string;
  readonly changed: boolean;
  readonly note: string | null;
}

/** A model costs the operator money; our own writer costs milliseconds. */
const rewritesPerPerson = createLimiter({ name: "rewritten steps", limit: 60, windowSeconds: 3600 });

/** Counts a rewrite; `ok` is false after too many in an hour. */
export const countRewrite = (person: string, at: Temporal.Instant): Verdict =>
  rewritesPerPerson.check(person, at);

/** What the writers know about a business. */
export async function loadWriterContext(
  ctx: AccountContext,
): Promise<Pick<Business, "name" | "replyAddress" | "signature"> & { email: string }> {
  const { name, replyAddress, signature } = await getBusiness(ctx);
  return { name, replyAddress, signature, email: ctx.user?.email ?? "" };
}

/**
 * Rewrites text by an instruction, with the operator's model; without one, or if it fails, by our own rules.
 * A model is slow: call it outside a transaction.
 */
export async function rewriteWords(
  words: StepWords,
  instruction: string,
  business: string,
  signal: AbortSignal,
): Promise<WrittenStep> {
  const isOther = (made: { subject: string; body: string }) =>
    made.subject !== words.subject || made.body !== words.body;
  let why: string | null = null;
  if (hasModel()) {
    const written = await rewriteByModel(words, { wish: instruction, business, signal });
    if ("text" in written) return { ...written.text, changed: isOther(written.text), note: null };
    why = written.note;
  }
  const made = rewriteStep(words, instruction);
  return {
    subject: made.subject,
    body: made.body,
    changed: isOther(made),
    note: [why, made.note].filter(Boolean).join(" ") || null,
  };
}

/** Drafts text for an empty step. */
export async function draftWords(
  wanted: StepWanted,
  {
    wish: instruction,
    known,
    signal,
  }: { wish: string; known: Awaited<ReturnType<typeof loadWriterContext>>; signal: AbortSignal },
): Promise<WrittenStep> {
  const business = known.name ?? "our business";
  // Cut or leave out what is too long for a field.
  const read = dripBriefSchema.safeParse({
    name: (known.signature?.split("\n")[0] ?? business).slice(0, 60),
    email: known.replyAddress ?? known.email,
    company: business.slice(0, 80),
    product: instruction.trim().slice(0, 120) || "our work",
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
  if (!hasModel() || !instruction.trim())
    return { subject: ours.subject, body: ours.body, changed: true, note: null };
  const written = await rewriteByModel(ours, { wish: instruction, business, signal });
  return "text" in written
    ? { ...written.text, changed: true, note: null }
    : { subject: ours.subject, body: ours.body, changed: true, note: written.note };
}
