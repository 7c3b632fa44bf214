import { zoneOf } from "#ground/businesses/public.server.ts";
import { listWriters, type Writer, type WritersCursor } from "#trade/leads/public.server.ts";
import { type AccountContext, isId } from "#platform/db/scope.server.ts";
import { shownReply } from "#platform/mail/reply/shown-reply.ts";
import { moment } from "#platform/time/format.ts";
import type { State } from "#ui/state-mark.tsx";

const SHOWN = 50;
const LINE = 140;

const firstWords = ({
  words,
  subject,
  files,
  via,
}: Pick<Writer, "words" | "subject" | "files" | "via">): string => {
  const line =
    shownReply({ body: words, subject, files }).words.replace(/\s+/g, " ") ||
    subject ||
    (via === "owner" ? "You marked that they replied." : "No message.");
  return line.length > LINE ? `${line.slice(0, LINE).replace(/\s+\S*$/, "")}…` : line;
};

function readCursor(text: string | null): WritersCursor | undefined {
  const [time = "", id = ""] = (text ?? "").split("_");
  if (!/^\d{4}-\d\d-\d\dT[\d:.]{8,12}Z$/.test(time) || !isId(id)) return undefined;
  try {
    return { at: Temporal.Instant.from(time), id };
  } catch {
    return undefined;
  }
}

const HOW = {
  page: "On your page",
  mail: "Email",
  text: "By text",
  owner: "Noted by you",
} as const;

const markOf = ({ waiting, answeredAt }: Writer): { state: State; words: string } =>
  waiting
    ? { state: "now", words: "Waiting" }
    : { state: "done", words: answeredAt ? "Replied" : "No reply needed" };

/**
 * One page of people who wrote, with their last message: those waiting for a reply, or all (`?show=all`).
 * An invalid cursor (`?after=`) means the first page.
 */
export async function loadWriters(ctx: AccountContext, query: URLSearchParams) {
  const show = query.get("show") === "all" ? "all" : "waiting";
  const after = readCursor(query.get("after"));
  const [zone, found] = await Promise.all([zoneOf(ctx), listWriters(ctx, { show, after, limit: SHOWN + 1 })]);
  const shown = found.slice(0, SHOWN);
  const last = found.length > SHOWN ? shown.at(-1) : undefined;
  return {
    show,
    isFirst: after === undefined,
    next: last ? `${last.at.toString()}_${last.replyId}` : null,
    people: shown.map((one) => ({
      id: one.leadId,
      name: one.name,
      words: firstWords(one),
      when: moment(one.at, zone),
      how: HOW[one.via],
      waiting: one.waiting,
      mark: markOf(one),
    })),
  } as const;
}
