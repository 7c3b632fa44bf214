import { describeVisit, visitsOf } from "#ground/shares/public.server.ts";
import type { AccountContext } from "#platform/db/scope.server.ts";
import { moment } from "#platform/time/format.ts";
import { answersTo, mailedTo, type PaperAnswer } from "../papers.server.ts";

const DID = { approved: "approved it", declined: "declined it", asked: "asked about it" } as const;

/** "Dana Ruiz approved it, Sat, Nov 28, 9:36 AM MST". @param zone of the job */
export const describeAnswer = (
  { name, answer, at }: Pick<PaperAnswer, "name" | "answer" | "at">,
  zone: string,
): string => `${name || "Your client"} ${DID[answer]}, ${moment(at, zone).words}`;

/** What the office shows of papers: to whom they were emailed, who opened them, and what was answered. */
export async function sentView(ctx: AccountContext, paperIds: readonly string[], zone: string) {
  const sendings = await mailedTo(ctx, paperIds);
  const visits = await visitsOf(
    ctx,
    sendings.map(({ linkId }) => linkId),
    1,
  );
  const answers = (await Promise.all(paperIds.map((paperId) => answersTo(ctx, paperId)))).flat();
  return {
    answers: answers.map(({ id, name, answer, words, at }) => ({
      ...{ id, name, answer, words },
      at: moment(at, zone),
    })),
    sendings: sendings.map(({ id, address, at, linkId, turn, waiting, viewedAt }) => {
      const last = visits.get(linkId)?.[0];
      const own = answers.findLast(({ recipientId }) => recipientId === id);
      return {
        id,
        to: address || "Someone who had their data deleted",
        at: waiting ? null : moment(at, zone),
        seen: own
          ? describeAnswer(own, zone)
          : waiting
            ? `Number ${turn} in order: gets it once the person before has approved`
            : last
              ? `${describeVisit(last)}, ${moment(last.at, zone).words}`
              : viewedAt
                ? `A person opened it, ${moment(viewedAt, zone).words}`
                : "Not opened yet",
      };
    }),
  };
}
