import type { AccountContext } from "#platform/db/scope.server.ts";
import type { sharesLinks } from "./tables.server.ts";

/** What was done with a link to a job's document. */
export interface LinkDeed {
  readonly did: "made" | "closed" | "reopened";
  readonly link: string;
  readonly jobId: string;
  readonly title: string;
  /** The person it was made for, such as a lead. */
  readonly madeFor: string | null;
}

type RecordDeed = (ctx: AccountContext, deed: LinkDeed) => Promise<void>;

let record: RecordDeed = () => Promise.resolve();

/**
 * Registers the recorder of link actions, called in their transaction; the history of a job is a separate
 * room. Called once per process.
 */
export function onLinkDeed(recorder: RecordDeed): void {
  record = recorder;
}

/** Records an action if the link is to a job's document. */
export async function recordLinkDeed(
  ctx: AccountContext,
  did: LinkDeed["did"],
  { id, jobId, title, aboutId }: Pick<typeof sharesLinks.$inferSelect, "id" | "jobId" | "title" | "aboutId">,
): Promise<void> {
  if (jobId !== null) await record(ctx, { did, link: id, jobId, title, madeFor: aboutId });
}
