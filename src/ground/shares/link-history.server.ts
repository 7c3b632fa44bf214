import type { AccountContext } from "#platform/db/scope.server.ts";
import type { sharesLinks } from "./tables.server.ts";

/** What was done with a link to a document of a job. */
export interface LinkDeed {
  readonly did: "made" | "closed" | "reopened";
  readonly link: string;
  readonly jobId: string;
  readonly title: string;
  /** Whom it was made for, such as a lead. */
  readonly madeFor: string | null;
}

type Keep = (ctx: AccountContext, deed: LinkDeed) => Promise<void>;

let keep: Keep = () => Promise.resolve();

/**
 * Says who keeps what was done with links, in the transaction of it: the history of a job stands beside this
 * feature. Called once per process.
 */
export function onLinkDeed(keeps: Keep): void {
  keep = keeps;
}

/** Has it kept, where the link is to a document of a job. */
export async function recordLinkDeed(
  ctx: AccountContext,
  did: LinkDeed["did"],
  { id, jobId, title, aboutId }: Pick<typeof sharesLinks.$inferSelect, "id" | "jobId" | "title" | "aboutId">,
): Promise<void> {
  if (jobId !== null) await keep(ctx, { did, link: id, jobId, title, madeFor: aboutId });
}
