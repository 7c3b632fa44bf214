import { readOneOf, readText, readTextOrNull, type Values } from "#ground/sync/public.ts";
import { shotsOf } from "#trade/fieldwork/public.ts";

/** What somebody did or said about an issue: each fix keeps its own note and photos. */
export const REPLY = "issues.reply";

export const REPLY_TYPES = ["fixed", "started", "cannot", "note"] as const;
export type ReplyType = (typeof REPLY_TYPES)[number];
export const REPLY_LABELS: Readonly<Record<ReplyType, string>> = {
  fixed: "Fixed",
  started: "Started",
  cannot: "Can’t be fixed yet",
  note: "Note",
};

/** Reads a reply. A device can write anything, so each value is checked. */
export const replyOf = (values: Values) => ({
  issue: readText(values["issue"]),
  type: readOneOf(REPLY_TYPES, values["type"]) ?? "note",
  note: readTextOrNull(values["note"]),
  /** The firm or person behind a link, who has no account; null for people who have one. */
  by: readTextOrNull(values["by"]),
  shots: shotsOf(values),
});
export type Reply = ReturnType<typeof replyOf>;

/** Photos of fixes, the newest fix first: what "after" shows. */
export const afterShots = (replies: readonly Pick<Reply, "type" | "shots">[]) =>
  replies.filter(({ type }) => type === "fixed").flatMap(({ shots }) => shots);
