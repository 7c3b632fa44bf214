import {
  type Business,
  lockIfActive,
  mailColors,
  mayMailOthers,
  ownSender,
  publicProfileOf,
  zoneOf,
} from "#ground/businesses/public.server.ts";
import { type NotificationKind, notify } from "#ground/notifications/public.server.ts";
import { replyRoute, replyToBy } from "#trade/leads/public.server.ts";
import { writeEvent } from "#platform/calendar/write-calendar.ts";
import { installation } from "#platform/config/installation.server.ts";
import type { AccountContext } from "#platform/db/scope.server.ts";
import { derivedId } from "#platform/ids/derived-id.ts";
import { layOutMail } from "#platform/mail/compose/layout.ts";
import type { Attachment } from "#platform/mail/message.ts";
import { queueMail } from "#platform/mail/queue.server.ts";
import { greetingName } from "#platform/names/greeting-name.ts";
import { formatPhone } from "#platform/phones/phone.ts";
import { eventOf } from "./events.server.ts";
import { formatShort, formatVisitTime } from "./format.ts";
import { visitPath } from "./links.server.ts";
import type { Actor } from "./rules.ts";
import type { Visit } from "./tables.server.ts";

/** What people of the business can hear of. */
export const VISIT: NotificationKind = {
  kind: "visits.visit",
  label: "Visit",
  hint: "A client books, moves or cancels a visit.",
};

type ClientNews = "booked" | "moved" | "canceled";

/** What happened with a visit. */
interface News {
  readonly news: "booked" | "moved" | "canceled" | "reminder";
  readonly by: Actor;
  /** A moved visit as it was. */
  readonly before?: Visit | undefined;
}

/**
 * Emails the client, and notifies the business of what the client did. Each has an id of the visit and its
 * version, so a second call can't send it again.
 */
export async function mailVisit(
  ctx: AccountContext,
  business: Business,
  visit: Visit,
  news: News,
): Promise<void> {
  await mailClient(ctx, business, visit, news);
  const { news: what, by, before } = news;
  if (by === "client" && what !== "reminder")
    await notifyBusiness(ctx, business, visit, { news: what, before });
}

/** Whether emails to clients leave this business by now. */
export async function mayConfirm(ctx: AccountContext): Promise<boolean> {
  return (await lockIfActive(ctx)) && (await mayMailOthers(ctx));
}

async function mailClient(ctx: AccountContext, business: Business, visit: Visit, news: News): Promise<void> {
  if (visit.email === null || !(await mayConfirm(ctx))) return;
  const { publicUrl, sender } = installation();
  const name = business.name ?? sender.mailbox.name;
  const { logo } = publicProfileOf(business);
  const words = clientWords(business, visit, news, name);
  const url = `${publicUrl}${visitPath(ctx.account.id, visit.id)}`;
  await queueMail(
    ctx.db,
    {
      id: derivedId(`visits.${news.news}`, visit.id, String(visit.sequence)),
      accountId: ctx.account.id,
      kind: "transactional",
      from: (await ownSender(ctx)) ?? { name, address: sender.mailbox.address },
      replyTo: replyToBy(await replyRoute(ctx), visit.leadId),
      to: { name: visit.name, address: visit.email },
      subject: words.subject.slice(0, 200),
      ...layOutMail({
        paragraphs: words.paragraphs,
        action: { label: words.action, url: visit.state === "canceled" ? `${url}?again` : url },
        closing: words.closing,
        signature: business.signature?.split("\n") ?? [name],
        logo: logo === null ? undefined : { url: `${publicUrl}${logo}`, alt: name },
        colors: mailColors(business.color),
        footer: {
          reason: `You’re getting this because a visit from ${name} was booked with this address.`,
          postalAddress: `${name}\n${business.postalAddress ?? ""}`,
        },
      }),
      attachments: [attachmentOf(ctx, business, visit, url)],
      aboutId: visit.leadId,
    },
    { now: ctx.now, sender },
  );
}

function clientWords(business: Business, visit: Visit, { news, before, by }: News, name: string) {
  const when = formatVisitTime(visit, visit.zone);
  const hello = greetingName(visit.name);
  const greeting = hello ? `Hi ${hello},` : "Hello,";
  const facts = [`${visit.title}: ${when}`, whereLine(business, visit)].join("\n");
  const call = business.phone ? ` or call ${business.phone}` : "";
  switch (news) {
    case "booked":
      return {
        subject: `Your visit: ${formatShort(visit.startsAt, visit.zone)}`,
        paragraphs: [greeting, `You’re booked with ${name}.`, facts],
        action: "See, move or cancel it",
        closing: [
          `The attached file adds it to your calendar. If you have a question, reply to this email${call}.`,
        ],
      };
    case "moved":
      return {
        subject: `New time for your visit: ${formatShort(visit.startsAt, visit.zone)}`,
        paragraphs: [
          greeting,
          by === "client"
            ? "Your visit has a new time."
            : `${name} had to move your visit. If the new time doesn’t work for you, choose another one with the button below.`,
          facts,
          ...(before ? [`It was ${formatVisitTime(before, visit.zone)}.`] : []),
        ],
        action: "See, move or cancel it",
        closing: ["The attached file updates your calendar."],
      };
    case "canceled":
      return {
        subject: `Canceled: your visit on ${formatShort(visit.startsAt, visit.zone)}`,
        paragraphs: [
          greeting,
          by === "client"
            ? "Your visit is canceled, as you asked."
            : `${name} had to cancel your visit. We’re sorry. You can choose another time with the button below.`,
          facts,
        ],
        action: "Choose another time",
        closing: ["The attached file removes it from your calendar."],
      };
    case "reminder":
      return {
        subject: `Reminder: your visit on ${formatShort(visit.startsAt, visit.zone)}`,
        paragraphs: [greeting, `${name} is looking forward to your visit.`, facts],
        action: "See, move or cancel it",
        closing: [`If something came up, please tell us: use the button, reply to this email${call}.`],
      };
  }
}

/** Where a visit is, as its client reads it. */
export function whereLine(business: Pick<Business, "postalAddress">, visit: Visit): string {
  switch (visit.place) {
    case "theirs":
      return `Where: ${oneLine(visit.address ?? "at your place")}`;
    case "ours":
      return `Where: ${oneLine(business.postalAddress ?? "at our place")}`;
    case "phone":
      return `We’ll call you${visit.phone ? ` at ${formatPhone(visit.phone)}` : ""}.`;
  }
}

const oneLine = (text: string) =>
  text
    .split(/\s*\n\s*/)
    .filter(Boolean)
    .join(", ");

async function notifyBusiness(
  ctx: AccountContext,
  business: Business,
  visit: Visit,
  { news, before }: { readonly news: ClientNews; readonly before?: Visit | undefined },
): Promise<void> {
  const zone = await zoneOf(ctx);
  const short = formatShort(visit.startsAt, zone);
  const titles: Record<ClientNews, string> = {
    booked: `Visit booked: ${visit.name}, ${short}`,
    moved: `Visit moved: ${visit.name}, now ${short}`,
    canceled: `Visit canceled: ${visit.name}, ${short}`,
  };
  const openings: Record<ClientNews, string> = {
    booked: `${visit.name} booked a visit.`,
    moved: `${visit.name} moved their visit.${before ? ` It was ${formatVisitTime(before, zone)}.` : ""}`,
    canceled: `${visit.name} canceled their visit. Their follow-up stays stopped. A call may save it.`,
  };
  const facts = [
    `${visit.title}: ${formatVisitTime(visit, zone)}`,
    placeLine(business, visit),
    visit.phone ? `Phone: ${formatPhone(visit.phone)}` : "",
    visit.email ? `Email: ${visit.email}` : "",
  ];
  const path = `/account/visits/${visit.id}`;
  const url = `${installation().publicUrl}${path}`;
  await notify(ctx, VISIT, [
    {
      key: `${visit.id} ${visit.sequence}`,
      about: visit.id,
      leadId: visit.leadId,
      by: null,
      title: titles[news],
      text: openings[news],
      more: [facts.filter(Boolean).join("\n"), ...(visit.note ? [`They wrote: ${visit.note}`] : [])],
      action: "Open the visit",
      path,
      attachments: [attachmentOf(ctx, business, visit, url, `${visit.title}: ${visit.name}`)],
    },
  ]);
}

/** Where a visit is, as the business reads it. */
function placeLine(business: Business, visit: Visit): string {
  if (visit.place === "phone") return "By phone: you call them.";
  return `Where: ${oneLine((visit.place === "theirs" ? visit.address : business.postalAddress) ?? "not given")}`;
}

function attachmentOf(
  ctx: AccountContext,
  business: Business,
  visit: Visit,
  url: string,
  title?: string,
): Attachment {
  return {
    name: "visit.ics",
    contentType: "text/calendar",
    text: writeEvent(eventOf(ctx, business, visit, { url, title })),
  };
}
