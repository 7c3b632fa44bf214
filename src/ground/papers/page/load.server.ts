import { type LoaderFunctionArgs, redirect } from "react-router";
import { getBusiness, publicProfileOf, jobZone } from "#ground/businesses/public.server.ts";
import { visitMarkFor } from "#ground/events/public.server.ts";
import { atLink, isOurVisit, recordVisitLater } from "#ground/shares/public.server.ts";
import { newId } from "#platform/db/ids.ts";
import type { Json } from "#platform/canonical/canonical-json.ts";
import type { AccountContext } from "#platform/db/scope.server.ts";
import { AppError } from "#platform/errors/app-error.ts";
import { answering } from "#platform/http/answers.server.ts";
import {
  answersTo,
  findReceived,
  type Paper,
  type PaperAnswer,
  type Received,
  type Recipient,
  recipientsOf,
} from "../papers.server.ts";
import { answerOf, approvalsMissing, turnNow, turnsOf, VIEWED, whyUndecidable } from "../rules.ts";
import { deadlineForClient, momentForClient } from "./client-time.ts";

/**
 * Loads the page of a paper at `/s/{token}/{page}`. Viewing changes nothing but the owner's log, because mail
 * scanners follow every link; the page's script reports when a person is there.
 * @param kind of the papers that the page shows
 * @param content what the tool shows on it, beside the frozen document; it gets the `details` of the
 * recipient's own answer, null before
 */
export function loadPaper<Content>(
  { request, params }: LoaderFunctionArgs,
  kind: string,
  content: (ctx: AccountContext, paper: Paper, answer: Json, recipient: Recipient) => Promise<Content>,
) {
  const { token } = params;
  return answering(() =>
    atLink(request, token, async (ctx, link, isOpen) => {
      if (!isOpen) throw redirect(`/s/${token}`, 303);
      const received = await receivedAt(ctx, link.id, kind);
      recordVisitLater(ctx.account.id, request, link.id, "looked");
      const { details, ...view } = await viewOf(ctx, received);
      return {
        view: {
          ...view,
          token: token!,
          here: (await isOurVisit(ctx, request)) ? undefined : markOf(ctx, request, received),
          did: new URL(request.url).searchParams.get("did"),
        },
        content: await content(ctx, received.paper, details, received.recipient),
      };
    }),
  );
}

/**
 * Runs `work` with the paper of an open link, for something that its page shows, such as a picture, and who
 * a mark of its page is of. It records no visit.
 * @throws AppError not_found if the link is to nothing of this kind, or its passcode is missing
 */
export const atPaper = <T>(
  { request, params }: LoaderFunctionArgs,
  kind: string,
  work: (
    ctx: AccountContext,
    paper: Paper,
    by: { readonly linkId: string; readonly personId: string; readonly recipient: Recipient },
  ) => Promise<T>,
): Promise<T> =>
  atLink(request, params["token"], async (ctx, link, isOpen) => {
    if (!isOpen) throw new AppError("not_found", "Page not found.");
    const received = await receivedAt(ctx, link.id, kind);
    const { paper, recipient } = received;
    return work(ctx, paper, { linkId: link.id, personId: personOf(received), recipient });
  });

/** @throws AppError not_found if the link is to nothing of this kind */
export async function receivedAt(
  ctx: AccountContext,
  linkId: string,
  kind: string,
  isLocked = false,
): Promise<Received> {
  const received = await findReceived(ctx, { linkId }, isLocked);
  if (received?.paper.kind !== kind) throw new AppError("not_found", "Page not found.");
  return received;
}

/** Who a mark is of: the lead, or somebody known only as who got the paper. */
export const personOf = ({ recipient }: Received): string => recipient.leadId ?? recipient.id;

const markOf = (ctx: AccountContext, request: Request, received: Received): string | undefined =>
  visitMarkFor(ctx, request, personOf(received), { what: VIEWED, about: received.recipient.id });

async function viewOf(ctx: AccountContext, { paper, recipient }: Received) {
  const answers = await answersTo(ctx, paper.id);
  const people = await recipientsOf(ctx, [paper.id]);
  const own = answerOf(answers, recipient.id);
  const zone = await jobZone(ctx, paper.jobId);
  const shown = ({ name, words, at, signatureId }: (typeof answers)[number]) => ({
    name,
    words,
    at: momentForClient(at, zone),
    isSigned: signatureId !== null,
  });
  return {
    face: publicProfileOf(await getBusiness(ctx)),
    title: paper.title,
    number: paper.number,
    version: paper.version,
    document: paper.sha256,
    asks: recipient.asks,
    answerBy: paper.answerBy && deadlineForClient(paper.answerBy, zone),
    details: own?.details ?? null,
    closed: whyUndecidable(paper, recipient, people, answers, ctx.now),
    own: own ? { answer: own.answer, ...shown(own) } : null,
    /** Whether it is approved, by this reader or at another link. */
    isApproved: paper.state === "approved",
    /** How many people must still approve it, with the reader. */
    missing: paper.state === "open" ? approvalsMissing(paper.approvers ?? 1, people, answers) : 0,
    turns: turnsFor(recipient, people, answers),
    questions: answers
      .filter((one) => one.recipientId === recipient.id && one.answer === "asked")
      .map((one) => ({ id: one.id, about: one.details, ...shown(one) })),
    /** A question is asked once, however often its form is submitted. */
    form: newId(),
  };
}

/** Who approves it in which order, as a recipient reads it; empty without an order. */
function turnsFor(reader: Recipient, people: readonly Recipient[], answers: readonly PaperAnswer[]) {
  const now = turnNow(people, answers);
  return turnsOf(people, answers).map(({ turn, approval }) => ({
    turn,
    who:
      approval?.name ||
      (people.find((one) => one.turn === turn && one.address !== "")?.address ?? "One more person"),
    isYou: (reader.turn ?? now) === turn,
    is: approval ? ("approved" as const) : turn === now ? ("asked" as const) : ("later" as const),
  }));
}

export type PaperView = Awaited<ReturnType<typeof loadPaper>>["view"];
