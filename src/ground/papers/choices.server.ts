import type { Choice } from "#ground/signatures/public.server.ts";
import type { AccountContext } from "#platform/db/scope.server.ts";
import type { Paper } from "./papers.server.ts";

/**
 * Reads what a recipient chose in a paper from the fields of an address or form; what they don't say, or say
 * wrong, is the default.
 */
export type ReadPaperChoice = (
  ctx: AccountContext,
  paper: Paper,
  fields: Readonly<Record<string, string | undefined>>,
) => Promise<Choice>;

const readers = new Map<string, ReadPaperChoice>();

/** Lets the recipients of papers of this kind choose, such as one of several options. Once per process. */
export function definePaperChoice(kind: string, read: ReadPaperChoice): void {
  readers.set(kind, read);
}

/** The choice that fields name; null for a paper without one. */
export const choiceIn = async (
  ctx: AccountContext,
  paper: Paper,
  fields: Readonly<Record<string, string | undefined>>,
): Promise<Choice | null> => (await readers.get(paper.kind)?.(ctx, paper, fields)) ?? null;
