import { exportPart, type Part, readJobHistory } from "#ground/evidence/public.server.ts";
import { answersTo, papersOf, recipientsOf } from "#ground/papers/public.server.ts";
import { describeVisit, visitsOf } from "#ground/shares/public.server.ts";
import { firstWritten } from "#trade/fieldwork/public.ts";
import { canonicalJson } from "#platform/canonical/canonical-json.ts";
import { installation } from "#platform/config/installation.server.ts";
import type { AccountContext } from "#platform/db/scope.server.ts";
import { todayAt } from "#platform/time/day.ts";
import { moment } from "#platform/time/format.ts";
import { decisionsOf } from "../declined/decide.server.ts";
import { NOTICE_PAPER, noticeIds } from "../notice/given.ts";
import { noticeOf } from "../notice/notice.ts";
import { noticesOf } from "../notice/view.server.ts";
import { numberLine, numberOf, STATE_RULES } from "../rules/states.ts";
import { getChange, PAPER, termsOfJob, versionsOf } from "../stored/changes.server.ts";
import { ticketsOf } from "../tickets/stored.server.ts";
import { TICKET_PAPER } from "../tickets/ticket.ts";
import { questionsOf } from "../word/question.server.ts";
import { WORD_PAPER } from "../word/word.ts";
import { type Step, trailPage } from "./page.ts";

/** Visits of one link; older ones are in the history. */
const MOST_VISITS = 100;

/**
 * Everything that a copy about one change has: its part of the job's history, its papers, and who got, opened
 * and answered them. @throws AppError not_found
 */
export async function readTrail(ctx: AccountContext, id: string) {
  const { record, row, change, job, zone } = await getChange(ctx, id);
  const words = await questionsOf(ctx, job.jobId, id);
  const notice = noticeOf(
    change.knownAt,
    (await termsOfJob(ctx, job.jobId)).noticeDays,
    zone,
    todayAt(ctx.now, zone),
  );
  const notices = await noticesOf(ctx, id, notice?.by ?? null, zone);
  const tickets = (await ticketsOf(ctx, id, job.jobId)).map((ticket) => ticket.id);
  const papers = [
    ...(await papersOf(ctx, PAPER, [id])),
    ...(await papersOf(
      ctx,
      WORD_PAPER,
      words.map((word) => word.id),
    )),
    ...(await papersOf(ctx, NOTICE_PAPER, noticeIds(id))),
    ...(await papersOf(ctx, TICKET_PAPER, tickets)),
  ];
  const paperIds = papers.map((paper) => paper.id);
  const recipients = await recipientsOf(ctx, paperIds);
  const links = recipients.map(({ linkId }) => linkId);
  const visits = await visitsOf(ctx, links, MOST_VISITS);
  const answers = (await Promise.all(paperIds.map((paperId) => answersTo(ctx, paperId)))).flat();
  const titles = new Map(papers.map(({ id: paperId, title }) => [paperId, title]));
  const ofLink = new Map(recipients.map((one) => [one.linkId, one]));
  const who = (linkId: string) => ofLink.get(linkId)?.address || "a link that was handed over";
  const at = (of: Temporal.Instant) => moment(of, zone).words;
  const begun = firstWritten(record.fields)?.at;
  const steps: Step[] = [
    ...(begun === undefined ? [] : [step(Temporal.Instant.fromEpochMilliseconds(begun), "Written down")]),
    ...(await versionsOf(ctx, id)).map(({ version, createdAt }) =>
      step(createdAt, `Revision ${version - 1} made`),
    ),
    ...recipients.map(({ address, at: sent, paperId }) =>
      step(sent, `“${titles.get(paperId)}” ${address ? `emailed to ${address}` : "handed over as a link"}`),
    ),
    ...[...visits].flatMap(([link, of]) =>
      of.map((visit) => step(visit.at, `${describeVisit(visit)}: ${who(link)}`)),
    ),
    ...answers.map(({ answer, name, words: said, at: given }) =>
      step(given, `${name || "Your client"} answered: ${answer}${said ? `. “${said}”` : ""}`),
    ),
    ...(await decisionsOf(ctx, row, zone)).map(({ at: decided, text, who: by }) =>
      step(decided, [by, text].filter(Boolean).join(": ")),
    ),
  ].toSorted((one, other) => Temporal.Instant.compare(one.at, other.at));
  const page = trailPage({
    title: `${numberOf(row)!}: ${change.title}`,
    facts: [
      ["Project", [job.name, job.address].filter(Boolean).join(", ")],
      ["Number", numberLine(row)],
      ["Status", STATE_RULES[row.state].label],
      ...(row.voidReason ? [["Voided because", row.voidReason] as const] : []),
      ["This copy made", at(ctx.now)],
    ],
    steps: steps.map((one) => ({ when: at(one.at), what: one.what })),
    words: words.map(({ said, outcome }) => `“${said}” ${outcome}`),
    notices: notices.flatMap(({ line, evidence }) => [line, ...evidence]),
    papers: papers.map(({ sha256, title, state }, place) => ({ name: nameOf(place), title, state, sha256 })),
  });
  const ids = [id, ...words.map((word) => word.id), ...noticeIds(id), ...tickets, ...paperIds, ...links];
  return {
    history: await readJobHistory(ctx, job.jobId, job.name),
    ids,
    page,
    papers: papers.map(({ file }, place) => ({ path: `papers/${nameOf(place)}`, file })),
  };
}

const step = (at: Temporal.Instant, what: string) => ({ at, what });
const nameOf = (place: number): string => `${String(place + 1).padStart(2, "0")}.pdf`;

type Trail = Awaited<ReturnType<typeof readTrail>>;

/** What a copy about a change has: the texts of its own entries, its papers, and a page to read. */
export function partOf({ ids, page, papers }: Pick<Trail, "ids" | "page" | "papers">): Part {
  const { files } = installation();
  return {
    isAbout({ payload }) {
      const text = canonicalJson(payload);
      return ids.some((one) => text.includes(one));
    },
    along: [
      { path: "change.html", stream: () => Promise.resolve([page]) },
      ...papers.map(({ path, file }) => ({ path, stream: () => files.stream(file) })),
    ],
  };
}

/**
 * Makes the ZIP of a change's trail: the job's chain, with the texts of its own entries only, so that anyone
 * can verify it without us. Call outside a transaction.
 */
export const exportTrail = (trail: Trail) => exportPart(trail.history, partOf(trail));
