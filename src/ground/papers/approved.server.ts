import { and, asc, eq, ne } from "drizzle-orm";
import { NO_FILE } from "#ground/shares/public.server.ts";
import type { AccountContext } from "#platform/db/scope.server.ts";
import type { Paper, PaperAnswer } from "./papers.server.ts";
import { papers, papersAnswers } from "./tables.server.ts";

/** A document of a job that somebody outside approved or signed. */
export interface ApprovedPaper {
  readonly paper: Paper;
  /** The first first. */
  readonly approvals: readonly PaperAnswer[];
}

/** The documents of a job that were approved or signed, the first first. Pages without a file aren't. */
export async function approvedPapers(ctx: AccountContext, jobId: string): Promise<ApprovedPaper[]> {
  const rows = await ctx.db
    .select({ paper: papers, approval: papersAnswers })
    .from(papers)
    .innerJoin(
      papersAnswers,
      and(eq(papersAnswers.accountId, papers.accountId), eq(papersAnswers.paperId, papers.id)),
    )
    .where(
      and(
        eq(papers.accountId, ctx.account.id),
        eq(papers.jobId, jobId),
        ne(papers.file, NO_FILE),
        eq(papersAnswers.answer, "approved"),
      ),
    )
    .orderBy(asc(papersAnswers.at), asc(papersAnswers.id));
  return [...Map.groupBy(rows, ({ paper }) => paper.id).values()].map((own) => ({
    paper: own[0]!.paper,
    approvals: own.map(({ approval }) => approval),
  }));
}
