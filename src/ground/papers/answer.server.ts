import { canonicalJson, type Json } from "#platform/canonical/canonical-json.ts";
import { and, eq, isNull } from "drizzle-orm";
import { append, lockFirst } from "#ground/evidence/public.server.ts";
import { publish } from "#ground/events/public.server.ts";
import { newId } from "#platform/db/ids.ts";
import type { AccountContext } from "#platform/db/scope.server.ts";
import { AppError } from "#platform/errors/app-error.ts";
import { derivedId } from "#platform/ids/derived-id.ts";
import { alertPeople, alertsOfViews } from "./alerts.server.ts";
import { answersTo, closePaper, type PaperAnswer, type Received, recipientsOf } from "./papers.server.ts";
import { answerOf, countApprovals, MOST_QUESTIONS, turnNow, whyUndecidable } from "./rules.ts";
import { mailNext } from "./send/next.server.ts";
import { takeTurn } from "./send/turns.server.ts";
import { papersAnswers, papersRecipients } from "./tables.server.ts";

/** An approval or refusal, with the name of the person who gave it and their comment or reason. */
export interface Decision {
  readonly answer: "approved" | "declined";
  readonly name: string;
  readonly words: string;
  /** What else they chose, such as one of several options. */
  readonly details?: Json;
  /** The signature that it was given with. */
  readonly signatureId?: string;
}

/**
 * Saves a yes or no to a paper, once per recipient and kind: pressing again changes nothing. When it decides
 * the paper, the tool is notified in this transaction.
 * @param received locked, from `findReceived`
 * @throws AppError conflict if the paper can't be answered any more; forbidden if they weren't asked
 */
export async function decidePaper(
  ctx: AccountContext,
  received: Received,
  { answer, name, words, details = null, signatureId }: Decision,
): Promise<void> {
  const { paper, recipient } = received;
  const answers = await answersTo(ctx, paper.id);
  const own = answerOf(answers, recipient.id)?.answer;
  if (own === answer || own === "approved") return;
  const people = await recipientsOf(ctx, [paper.id]);
  const closed = whyUndecidable(paper, recipient, people, answers, ctx.now);
  if (closed !== null) throw new AppError("conflict", closed);
  if (recipient.asks === "nothing" || (recipient.asks === "signature" && signatureId === undefined))
    throw new AppError("forbidden", "You weren’t asked to approve this document.");
  refuseOtherThanBefore(answer === "approved" && paper.approvers !== null ? answers : [], details);
  const turn = turnNow(people, answers);
  if (turn !== null) {
    if (answer === "approved") refuseSamePerson(answers, name);
    await takeTurn(ctx, recipient.id, turn);
  }
  const given = await saveAnswer(ctx, received, {
    ...{ id: newId(), answer, name, words, details, signatureId },
  });
  if (paper.approvers !== null) {
    const all = [...answers, given];
    const standing = people.map((one) =>
      one.id === recipient.id ? { ...one, turn: one.turn ?? turn } : one,
    );
    const next = turnNow(standing, all);
    const isDecided =
      answer === "declined" ||
      (turn === null ? countApprovals(people, all) >= paper.approvers : next === null);
    if (!isDecided) {
      if (next !== null) await mailNext(ctx, paper.id, next);
      return;
    }
    await closePaper(ctx, paper.id, answer);
  }
  await publishAnswer(ctx, `paper.${answer}`, received, given);
}

/** In order, each turn is another person, even where they use one phone. */
function refuseSamePerson(answers: readonly PaperAnswer[], name: string): void {
  const same = (one: string) => one.trim().toLocaleLowerCase("en-US");
  if (answers.some((one) => one.answer === "approved" && same(one.name) === same(name)))
    throw new AppError("conflict", `${name} approved it already. Now the next person is asked.`);
}

/** People who must all approve have to choose the same. */
function refuseOtherThanBefore(answers: readonly PaperAnswer[], details: Json): void {
  const before = answers.find((one) => one.answer === "approved");
  if (before && canonicalJson(before.details) !== canonicalJson(details))
    throw new AppError("conflict", `${before.name} approved another choice. Agree on one, then approve it.`);
}

/**
 * Saves a question about a paper.
 * @param form the id of the submitted form: submitting it again asks nothing twice
 * @throws AppError conflict after too many questions
 */
export async function askAboutPaper(
  ctx: AccountContext,
  received: Received,
  {
    form,
    name,
    words,
    details = null,
  }: {
    readonly form: string;
    readonly name: string;
    readonly words: string;
    /** What of the paper it is about. */
    readonly details?: Json;
  },
): Promise<void> {
  const { paper, recipient } = received;
  const id = derivedId("papers.question", form, recipient.id);
  const asked = (await answersTo(ctx, paper.id)).filter(
    (one) => one.recipientId === recipient.id && one.answer === "asked",
  );
  if (asked.some((one) => one.id === id)) return;
  if (asked.length >= MOST_QUESTIONS)
    throw new AppError(
      "conflict",
      "You’ve asked several questions here already. Please call or email the business.",
    );
  const given = await saveAnswer(ctx, received, {
    ...{ id, answer: "asked", name, words, details },
  });
  await publishAnswer(ctx, "paper.asked", received, given);
}

type NewAnswer = Pick<PaperAnswer, "id" | "answer" | "name" | "words" | "details"> & {
  readonly signatureId?: string | undefined;
};

/**
 * Saves an answer. Also appends it to the job's history and notifies the owners, unless it was given with a
 * signature, which has done both.
 */
async function saveAnswer(
  ctx: AccountContext,
  received: Received,
  { signatureId, ...answer }: NewAnswer,
): Promise<PaperAnswer> {
  const { paper, recipient } = received;
  await recordView(ctx, received, true);
  const [given] = await ctx.db
    .insert(papersAnswers)
    .values({
      accountId: ctx.account.id,
      ...answer,
      paperId: paper.id,
      recipientId: recipient.id,
      signatureId: signatureId ?? null,
      at: ctx.now,
    })
    .returning();
  if (signatureId !== undefined) return given!;
  const { id, name, words, details } = answer;
  if (paper.jobId !== null)
    await append(ctx, {
      job: paper.jobId,
      kind: `papers.${answer.answer}`,
      author: null,
      payload: {
        answer: id,
        paper: paper.id,
        document: paper.title,
        version: paper.version,
        sha256: paper.sha256,
        name,
        words,
        ...(details === null ? {} : { details }),
      },
      about: recipient.leadId ? [recipient.leadId] : [],
    });
  await alertPeople(ctx, received, { key: id, did: answer.answer, name, words, details });
  return given!;
}

/**
 * Records that a person had the paper before them; the tool hears of the first time.
 * @param isAnswer it is answered right then, of which the owners hear anyway
 */
export async function recordView(ctx: AccountContext, received: Received, isAnswer = false): Promise<void> {
  // What the tool does about it locks it, too.
  if (received.recipient.viewedAt === null) await lockFirst(ctx);
  const [first] =
    received.recipient.viewedAt === null
      ? await ctx.db
          .update(papersRecipients)
          .set({ viewedAt: ctx.now })
          .where(
            and(
              eq(papersRecipients.accountId, ctx.account.id),
              eq(papersRecipients.id, received.recipient.id),
              isNull(papersRecipients.viewedAt),
            ),
          )
          .returning({ id: papersRecipients.id })
      : [];
  if (!first) return;
  await publishAnswer(ctx, "paper.viewed", received, { name: "", words: "", details: null });
  if (!isAnswer && alertsOfViews(received.paper.kind))
    await alertPeople(ctx, received, { key: received.recipient.id, did: "viewed" });
}

function publishAnswer(
  ctx: AccountContext,
  type: "paper.viewed" | "paper.approved" | "paper.declined" | "paper.asked",
  { paper, recipient }: Received,
  { name, words, details }: Pick<PaperAnswer, "name" | "words" | "details">,
): Promise<void> {
  const { id: paperId, kind, thingId, version, jobId } = paper;
  const { id: recipientId, leadId } = recipient;
  return publish(ctx, {
    type,
    paperId,
    kind,
    thingId,
    version,
    jobId,
    recipientId,
    leadId,
    name,
    words,
    details,
  });
}
