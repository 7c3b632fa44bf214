import { redirect } from "react-router";
import { zoneOf } from "#ground/businesses/public.server.ts";
import {
  endLead,
  getLead,
  listHistory,
  snoozeLead,
  markAnswered,
  recordReply,
  unsnoozeLead,
  undoEnding,
  undoHistoryEntry,
  markUnanswered,
} from "#trade/leads/public.server.ts";
import {
  pauseAllDue,
  pauseLeadFollowUp,
  isCallResult,
  latestPause,
  resumeLeadFollowUp,
  resumePausedAt,
  noteCall,
  undoCall,
} from "#trade/sequences/public.server.ts";
import type { AccountContext } from "#platform/db/scope.server.ts";
import { AppError } from "#platform/errors/app-error.ts";
import { dayAt, tomorrow } from "./day.ts";

export const DEEDS = [
  "won",
  "lost",
  "later",
  "settled",
  "replied",
  "called",
  "no-answer",
  "hold",
  "hold-all",
  "go-on",
] as const;
export type Deed = (typeof DEEDS)[number];

type Fields = Readonly<Record<string, string | undefined>>;

/** Query parameters that describe the last action: enough to word it and to undo it. */
type Said = Readonly<Record<string, string>>;

/** A hold this recent may come from the first of two taps. */
const SAME_TAP_SECONDS = 10;

/** Runs or undoes an action. Two taps run it once, and the second reports what the first did. */
export async function runAction(ctx: AccountContext, fields: Fields): Promise<Response> {
  // A lead must be one of ours, or nothing happens.
  if ((fields["did"] ?? fields["do"]) !== "hold-all") await getLead(ctx, fields["lead"] ?? "");
  const said = fields["do"] === "undo" ? await takeBack(ctx, fields) : await perform(ctx, fields);
  return redirect(`/account/dashboard?${new URLSearchParams(said)}`, 303);
}

/** Whether a form's `do` is one of these actions. */
export const isDayAction = (value: string | undefined): boolean =>
  value === "undo" || DEEDS.some((one) => one === value);

async function perform(
  ctx: AccountContext,
  { do: deed, lead = "", enrolment = "", step = "" }: Fields,
): Promise<Said> {
  if (isCallResult(deed)) {
    await noteCall(ctx, { leadId: lead, enrolmentId: enrolment, step: Number(step), result: deed });
    return { did: deed, lead, enrolment, step };
  }
  switch (deed) {
    case "won":
    case "lost":
      await endLead(ctx, lead, deed);
      return { did: deed, lead };
    case "settled":
      await markAnswered(ctx, lead);
      return { did: deed, lead };
    case "replied":
      await recordReply(ctx, lead, { via: "owner" });
      return { did: deed, lead };
    case "later": {
      const until = tomorrow(ctx.now, await zoneOf(ctx));
      await snoozeLead(ctx, lead, until);
      return { did: deed, lead, at: until.toString() };
    }
    case "hold": {
      await pauseLeadFollowUp(ctx, lead);
      const held = await latestPause(ctx, lead);
      return held ? { did: deed, lead, at: held.at.toString() } : { did: "nothing" };
    }
    case "hold-all":
      return holdAll(ctx);
    case "go-on":
      await resumeLeadFollowUp(ctx, lead);
      return { did: deed, lead };
    default:
      throw new AppError("invalid", "Something went wrong, and nothing was changed. Please try again.");
  }
}

async function holdAll(ctx: AccountContext): Promise<Said> {
  const held = await pauseAllDue(ctx, dayAt(ctx.now, await zoneOf(ctx)).ends);
  const last = await latestPause(ctx);
  // The second of two taps finds nothing left to hold, but what the first held can still be undone.
  const isOurs =
    last && (held > 0 || Temporal.Instant.compare(last.at.add({ seconds: SAME_TAP_SECONDS }), ctx.now) >= 0);
  return isOurs ? { did: "hold-all", at: last.at.toString(), many: String(last.people) } : { did: "nothing" };
}

async function takeBack(
  ctx: AccountContext,
  { did, lead = "", enrolment = "", step = "", at = "" }: Fields,
): Promise<Said> {
  if (isCallResult(did))
    return undone(
      await undoCall(ctx, { leadId: lead, enrolmentId: enrolment, step: Number(step), result: did }),
    );
  switch (did) {
    case "won":
    case "lost":
      return undone(await undoEnding(ctx, lead, did));
    case "settled":
      await markUnanswered(ctx, lead);
      return undone(true);
    case "replied": {
      const entry = (await listHistory(ctx, lead)).findLast(
        ({ what, undoneAt }) => what === "replied" && undoneAt === null,
      );
      return undone(entry !== undefined && (await undoHistoryEntry(ctx, lead, entry.id)));
    }
    case "later":
      return undone(await unsnoozeLead(ctx, lead, momentOf(at)));
    case "hold":
      await resumePausedAt(ctx, momentOf(at), lead);
      return undone((await latestPause(ctx, lead)) === undefined);
    case "hold-all":
      await resumePausedAt(ctx, momentOf(at));
      return undone(true);
    default:
      throw new AppError("invalid", "That can’t be undone here anymore.");
  }
}

const undone = (wasUndone: boolean): Said => ({ did: wasUndone ? "undone" : "changed" });

function momentOf(text: string): Temporal.Instant {
  try {
    return Temporal.Instant.from(text);
  } catch {
    throw new AppError("invalid", "That can’t be undone here anymore.");
  }
}
