import type { LoaderFunctionArgs } from "react-router";
import {
  actingRole,
  brokenChannels,
  countTurnedOff,
  firstRunOf,
  getBusiness,
  may as isAllowed,
  mayMailOthers,
} from "#ground/businesses/public.server.ts";
import { dripFromCookie, listDripTitles, titleOf } from "#trade/drips/public.server.ts";
import {
  datedStatusMark,
  convertWaiting,
  type LeadsOfDay,
  type NewestLead,
  leadsOfDay,
  listPages,
  peopleOfDay,
  repliesNote,
} from "#trade/leads/public.server.ts";
import { recentDeeds } from "#ground/events/public.server.ts";
import { pushPerson } from "#ground/notifications/public.server.ts";
import { outboxHint } from "#ground/identity/public.server.ts";
import { draftFromCookie, listTitles } from "#trade/magnets/public.server.ts";
import { followUpOfDay, pausedFollowUps } from "#trade/sequences/public.server.ts";
import { installation } from "#platform/config/installation.server.ts";
import type { AccountContext } from "#platform/db/scope.server.ts";
import { moment } from "#platform/time/format.ts";
import { firstRunNote } from "../first-run/run.server.ts";
import { dayAt, spokenDay } from "./day.ts";
import { decisionsOf } from "./open-decisions.ts";
import { readDone } from "./undo.server.ts";
import { nextPeople } from "./next-people.ts";
import { describeAhead, describeSent } from "./outcome-labels.ts";

/** How many rows of each list are shown at first, and how many after asking for all. */
const SHOWN = { newest: 10, next: 5, ahead: 5, out: 5 } as const;
const ALL = 200;
/** For how many hours a lead's action is a reason to call them. */
const DEEDS_HOURS = 24;
/** Lists that `?all=` can show in full. */
const WHOLE = ["next", "ahead", "out"] as const;

/** Loads everything that Today shows, in as few database round trips as possible. */
export async function loadDay(ctx: AccountContext, { request }: Pick<LoaderFunctionArgs, "request">) {
  const query = new URL(request.url).searchParams;
  const all = WHOLE.find((one) => one === query.get("all"));
  const most = { ...SHOWN, ...(all ? { [all]: ALL } : {}) };
  // In parallel: one round trip to the database.
  const [
    business,
    pages,
    magnets,
    drips,
    draft,
    madeDrip,
    verified,
    broken,
    known,
    deeds,
    said,
    paused,
    turnedOff,
    replies,
  ] = await Promise.all([
    getBusiness(ctx),
    listPages(ctx),
    listTitles(ctx),
    listDripTitles(ctx),
    draftFromCookie(ctx, request),
    dripFromCookie(ctx, request),
    mayMailOthers(ctx),
    brokenChannels(ctx),
    leadsOfDay(ctx, most),
    recentDeeds(ctx, ctx.now.subtract({ hours: DEEDS_HOURS }), most.next * 4),
    firstRunOf(ctx),
    pausedFollowUps(ctx),
    isAllowed(actingRole(ctx), "people.owners") ? countTurnedOff(ctx) : 0,
    // Only the owner can look up and change how replies are read.
    isAllowed(actingRole(ctx), "sending.change") ? repliesNote(ctx) : null,
  ]);
  const leads = await withThoseWhoWait(ctx, known, most);
  const zone = business.zone ?? "UTC";
  const day = dayAt(ctx.now, zone);
  const followUp = await followUpOfDay(ctx, business, day, most);
  // A mail already shows its recipient.
  const nameless = followUp.out.filter(({ name }) => name === null);
  const ids = [...deeds, ...followUp.calls, ...followUp.ahead, ...followUp.held, ...nameless].flatMap(
    ({ leadId }) => leadId ?? [],
  );
  const hasPage = pages.some(({ closedAt }) => closedAt === null);
  const [people, done, firstRun] = await Promise.all([
    peopleOfDay(ctx, [...new Set(ids)]),
    readDone(ctx, query),
    firstRunNote(ctx, {
      said,
      justPutAway: query.get("first-steps") === "away",
      made: draft?.brief,
      hasPage,
    }),
  ]);
  const nameOf = (leadId: string | null) => (leadId && people.get(leadId)?.name) ?? "Someone";
  const next = nextPeople(
    { ...leads, calls: followUp.calls, deeds, people },
    { now: ctx.now, zone, business: business.name ?? "your contractor" },
  );
  const may = { mail: verified, address: business.postalAddress !== null };
  return {
    day: spokenDay(day.date),
    all: all ?? null,
    done,
    firstRun,
    next: next.slice(0, most.next),
    /** How many there may be besides those shown. */
    waiting: { replies: leads.repliesWaiting, calls: followUp.callCount },
    moreNext: Math.max(next.length, leads.repliesWaiting, followUp.callCount) > most.next,
    decisions: decisionsOf({
      turnedOff,
      replies,
      postalAddress: business.postalAddress,
      broken,
      leads,
      followUp,
      paused,
      hasPage,
    }),
    ahead: followUp.ahead.map((one) => ({
      key: `${one.enrolmentId}-${one.number}`,
      leadId: one.leadId,
      name: nameOf(one.leadId),
      title: one.title,
      kind: one.kind,
      canHold: !one.isPromised,
      canReply: replies?.areSeen === false && !one.isPromised,
      ...describeAhead(one, { now: ctx.now, zone, may }),
    })),
    aheadCount: followUp.aheadCount,
    held: followUp.held.map(({ leadId, title, since }) => ({
      leadId,
      name: nameOf(leadId),
      title,
      since: moment(since, zone),
    })),
    heldCount: followUp.heldCount,
    out: followUp.out.map((one, at) => ({
      key: `${at}-${one.at.epochMilliseconds}`,
      leadId: one.leadId,
      name: one.name ?? nameOf(one.leadId),
      title: one.title,
      isUnsure: one.message?.state === "unknown",
      ...describeSent(one, zone),
    })),
    outCount: followUp.outCount,
    heldBack: leads.heldBack,
    draft: draft?.title ?? null,
    madeDrip: madeDrip ? titleOf(madeDrip.brief) : null,
    drips: drips.length,
    verified,
    outboxHint: verified ? null : outboxHint(),
    email: ctx.user?.email ?? "",
    leads: leads.newest.map((lead) => shownLead(lead, ctx.now, zone)),
    magnets: magnets.map((magnet) => ({
      id: magnet.id,
      title: magnet.title,
      ...linkOf(pages.find((page) => page.offer.magnetId === magnet.id && !page.closedAt)),
    })),
    push: pushPerson(ctx),
    notice: query.get("notice"),
  };
}

/** Turns waiting submissions into leads first, so that new leads show up at once. */
async function withThoseWhoWait(
  ctx: AccountContext,
  known: LeadsOfDay,
  most: { newest: number; next: number },
): Promise<LeadsOfDay> {
  if (!known.anyWaiting) return known;
  await convertWaiting(ctx);
  return leadsOfDay(ctx, most);
}

const shownLead = (lead: NewestLead, now: Temporal.Instant, zone: string) => ({
  id: lead.id,
  name: lead.name,
  email: lead.email,
  mark: datedStatusMark(lead, now, zone),
  came: moment(lead.createdAt, zone),
});

const linkOf = (page: { readonly id: string; readonly slug: string } | undefined) =>
  page
    ? { link: `${installation().publicUrl}/p/${page.slug}`, sends: `/account/follow-up/${page.id}` }
    : { link: null, sends: null };

export type Today = Awaited<ReturnType<typeof loadDay>>;
