import { mailToOwners } from "#ground/businesses/public.server.ts";
import type { Json } from "#platform/canonical/canonical-json.ts";
import { installation } from "#platform/config/installation.server.ts";
import type { AccountContext } from "#platform/db/scope.server.ts";
import type { Paper, Received } from "./papers.server.ts";
import type { Answer } from "./rules.ts";
import { answeredMail } from "./send/mail.ts";

/** What an alert calls a paper, in one line: "EST-2026-001, Deck stairs, $900.00". */
type Headline = (ctx: AccountContext, paper: Paper, details: Json) => Promise<string>;

const headlines = new Map<string, Headline>();

/** Has owners told of views, and puts papers of a kind in words for alerts. Call once per process. */
export const defineHeadline = (kind: string, headline: Headline) => void headlines.set(kind, headline);

/** Whether owners hear of a first view too. */
export const alertsOfViews = (kind: string): boolean => headlines.has(kind);

/** Emails the owners and the sender what a recipient did. */
export async function alertPeople(
  ctx: AccountContext,
  { paper, recipient }: Received,
  {
    did,
    name = "",
    words = "",
    details = null,
  }: {
    readonly did: Answer | "viewed";
    readonly name?: string;
    readonly words?: string;
    readonly details?: Json;
  },
): Promise<void> {
  const { brand, publicUrl } = installation();
  const title = (await headlines.get(paper.kind)?.(ctx, paper, details)) ?? paper.title;
  const mail = answeredMail({
    ...{ brand, did, name, words, title },
    address: recipient.address,
    link: `${publicUrl}${paper.accountPath}`,
  });
  await mailToOwners(ctx, mail, recipient.sentBy === null ? [] : [recipient.sentBy]);
}
