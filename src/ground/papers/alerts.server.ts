import { APPROVED, DECLINED, notify, QUESTION, VIEWED } from "#ground/notifications/public.server.ts";
import type { Json } from "#platform/canonical/canonical-json.ts";
import type { AccountContext } from "#platform/db/scope.server.ts";
import type { Paper, Received } from "./papers.server.ts";
import type { Answer } from "./rules.ts";

/** What a notification calls a paper, in one line: "EST-2026-001, Deck stairs, $900.00". */
type Headline = (ctx: AccountContext, paper: Paper, details: Json) => Promise<string>;

/** What an alert says that somebody did with a paper, where it isn't the usual: "confirmed". */
type Verbs = Partial<Record<Answer, string>>;

const headlines = new Map<string, { readonly headline: Headline; readonly verbs: Verbs }>();

/** Has owners told of views, and puts papers of a kind in words for alerts. Call once per process. */
export const defineHeadline = (kind: string, headline: Headline, verbs: Verbs = {}) =>
  void headlines.set(kind, { headline, verbs });

/** Whether owners hear of a first view too. */
export const alertsOfViews = (kind: string): boolean => headlines.has(kind);

const KINDS = { viewed: VIEWED, approved: APPROVED, declined: DECLINED, asked: QUESTION } as const;

const DID: Readonly<Record<keyof typeof KINDS, string>> = {
  viewed: "opened",
  approved: "approved",
  declined: "declined",
  asked: "asked about",
};

/** Notifies the owners and the sender of what a recipient did. @param key of an answer, its id */
export async function alertPeople(
  ctx: AccountContext,
  { paper, recipient }: Received,
  {
    key,
    did,
    name = "",
    words = "",
    details = null,
  }: {
    readonly key: string;
    readonly did: Answer | "viewed";
    readonly name?: string;
    readonly words?: string;
    readonly details?: Json;
  },
): Promise<void> {
  const own = headlines.get(paper.kind);
  const title = (await own?.headline(ctx, paper, details)) ?? paper.title;
  const verb = (did === "viewed" ? undefined : own?.verbs[did]) ?? DID[did];
  const who = name || "Your client";
  const { address, leadId, sentBy } = recipient;
  await notify(ctx, KINDS[did], [
    {
      key,
      about: paper.thingId,
      leadId,
      jobId: paper.jobId,
      people: [sentBy],
      title: `${who} ${verb}: ${title}`,
      text: `${who} ${verb} “${title}”.`,
      onPhone: words,
      more: [
        ...(words ? [`Their note:\n${words}`] : []),
        ...(did === "asked" && address ? [`It was sent to ${address}. Reply to them there.`] : []),
      ],
      action: "See it in your account",
      path: paper.accountPath,
    },
  ]);
}
