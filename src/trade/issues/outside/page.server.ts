import { type LoaderFunctionArgs, redirect } from "react-router";
import { getBusiness, lockIfActive, publicProfileOf } from "#ground/businesses/public.server.ts";
import { visitMarkFor } from "#ground/events/public.server.ts";
import { photosToShare } from "#ground/media/public.server.ts";
import { atLink, isOurVisit, type OpenedShare, recordVisitLater } from "#ground/shares/public.server.ts";
import { allRecordsOfKind, shownFields } from "#ground/sync/public.server.ts";
import { findJob, zoneOfJob } from "#trade/jobs/public.server.ts";
import { newId } from "#platform/db/ids.ts";
import type { AccountContext } from "#platform/db/scope.server.ts";
import { AppError } from "#platform/errors/app-error.ts";
import { answering } from "#platform/http/answers.server.ts";
import { dayWords } from "#platform/time/format.ts";
import type { Firm } from "../rules/firm.ts";
import { PRIORITY_LABELS } from "../rules/issue.ts";
import { REPLY, replyOf } from "../rules/reply.ts";
import { termsFor } from "../stored/terms.server.ts";
import { findFirm, type IssueOfFirm, issuesOfFirms } from "./firm-issues.server.ts";
import { FIRM_LINK } from "./links.server.ts";
import { SEEN } from "./watch.server.ts";

/** Whose list a link opens. */
export interface FirmPlace {
  readonly jobId: string;
  readonly firmId: string;
  readonly firm: Firm;
  readonly job: NonNullable<Awaited<ReturnType<typeof findJob>>>;
  readonly linkId: string;
}

const GONE = "This list isn’t there anymore. Ask the business that sent it.";

/** @throws AppError not_found if the link is to something else, or its job or firm was removed */
async function placeOf(ctx: AccountContext, link: OpenedShare): Promise<FirmPlace> {
  const { kind, jobId, madeFor: firmId } = link;
  if (kind !== FIRM_LINK || !jobId || !firmId) throw new AppError("not_found", "Page not found.");
  const [job, firm] = [await findJob(ctx, jobId), await findFirm(ctx, firmId)];
  if (!job || !firm) throw new AppError("not_found", GONE);
  return { jobId, firmId, firm, job, linkId: link.id };
}

/** Runs `work` with whose list a link opens. @throws AppError as `placeOf`, or if it opens nothing */
export const atFirmLink = <T>(
  { request, params }: Pick<LoaderFunctionArgs, "request" | "params">,
  work: (ctx: AccountContext, place: FirmPlace) => Promise<T>,
): Promise<T> =>
  atLink(request, params["token"], async (ctx, link, isOpen) => {
    if (!isOpen) throw redirect(`/s/${params["token"]}`, 303);
    return work(ctx, await placeOf(ctx, link));
  });

/** Photos that a page shows: of its issues, and those that the firm sent. */
export async function photosOfFirm(ctx: AccountContext, { jobId, firmId }: FirmPlace) {
  const issues = await issuesOfFirms(ctx, jobId, { firm: firmId, withClosed: true });
  const ids = new Set(issues.map(({ id }) => id));
  const replies = (await allRecordsOfKind(ctx, REPLY, { job: jobId })).flatMap(({ id, fields }) => {
    const reply = replyOf(shownFields(fields));
    return reply.by !== null && ids.has(reply.issue) ? [{ id, ...reply }] : [];
  });
  return { issues, replies };
}

/**
 * What a firm has to fix at a job. Viewing changes nothing, because mail scanners follow every link: the
 * page's script reports that a person is there, and so does each of its buttons.
 */
export const loadFirmPage = (args: LoaderFunctionArgs) =>
  answering(() =>
    atFirmLink(args, async (ctx, place) => {
      const { job, firm, firmId, jobId, linkId } = place;
      const { searchParams } = new URL(args.request.url);
      recordVisitLater(ctx.account.id, args.request, linkId, "looked");
      const business = await getBusiness(ctx);
      const zone = await zoneOfJob(ctx, job);
      const today = ctx.now.toZonedDateTimeISO(zone).toPlainDate().toString();
      const { issues, replies } = await photosOfFirm(ctx, place);
      const open = issues.filter(({ state }) => state !== "closed");
      const shown = open.flatMap(({ shots }) => shots.map(({ sha256 }) => sha256));
      const sizes = new Map(
        (await photosToShare(ctx, jobId, shown)).flatMap(({ sha256, derivatives: { thumb } }) =>
          thumb ? [[sha256, { width: thumb.width, height: thumb.height }] as const] : [],
        ),
      );
      const needs = await Promise.all(
        open.map(async (issue) => (await termsFor(ctx, jobId, issue)).needsPhoto),
      );
      const view = (issue: IssueOfFirm) => {
        const { id, number, title, where, details, due, priority, state, reason, blocked, shots } = issue;
        const own = replies.filter((reply) => reply.issue === id);
        return {
          ...{ id, number, title, where, details, state, blocked },
          reason: state === "refused" ? reason : null,
          isLate: due !== null && due < today,
          due: due && dayWords(Temporal.PlainDate.from(due)),
          priority: priority === "high" || priority === "urgent" ? PRIORITY_LABELS[priority] : null,
          photos: shots.flatMap(({ sha256 }) => {
            const size = sizes.get(sha256);
            return size ? [{ sha256, ...size }] : [];
          }),
          sent: own.reduce((sum, { shots: sent }) => sum + sent.length, 0),
        };
      };
      return {
        token: args.params["token"]!,
        face: publicProfileOf(business),
        firm: firm.name,
        place: { name: job.name, address: job.address },
        needsPhoto: needs.includes(true),
        here: (await isOurVisit(ctx, args.request))
          ? undefined
          : visitMarkFor(ctx, args.request, firmId, { what: SEEN, about: jobId }),
        did: searchParams.get("did"),
        /** The item that was answered just now. */
        about: searchParams.get("item"),
        isSeen: open.every(({ told }) => told === null || told.seen !== null),
        // Sent back first, then by due date.
        waiting: open
          .filter(({ state }) => state !== "ready")
          .toSorted(inTurn)
          .map(view),
        ready: open.filter(({ state }) => state === "ready").map(view),
        closed: issues.length - open.length,
        /** An answer counts once, however often its form is submitted. */
        form: newId(),
        isTaking: await lockIfActive(ctx),
      };
    }),
  );

const turnOf = ({ state, due }: IssueOfFirm): string => `${state === "refused" ? 0 : 1} ${due ?? "9"}`;
const inTurn = (one: IssueOfFirm, other: IssueOfFirm): number => turnOf(one).localeCompare(turnOf(other));

export type FirmPageView = Awaited<ReturnType<typeof loadFirmPage>>;
