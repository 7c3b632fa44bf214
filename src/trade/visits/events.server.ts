import type { Business } from "#ground/businesses/public.server.ts";
import type { CalendarEvent } from "#platform/calendar/write-calendar.ts";
import { installation } from "#platform/config/installation.server.ts";
import type { AccountContext } from "#platform/db/scope.server.ts";
import { formatPhone } from "#platform/phones/phone.ts";
import type { Visit } from "./tables.server.ts";

/**
 * A visit as calendars show it.
 * @param of.title as the business sees it; default: as its client does
 */
export function eventOf(
  ctx: AccountContext,
  business: Business,
  visit: Visit,
  of: { readonly url: string; readonly title?: string | undefined },
): CalendarEvent {
  const { publicUrl } = installation();
  const name = business.name ?? "";
  const isOwners = of.title !== undefined;
  const address =
    visit.place === "theirs" ? visit.address : visit.place === "ours" ? business.postalAddress : null;
  const notes = isOwners
    ? [visit.phone && formatPhone(visit.phone), visit.email, visit.note, of.url]
    : [`See, move or cancel it: ${of.url}`, business.phone && `Questions? ${business.phone}`];
  return {
    uid: `${visit.id}@${new URL(publicUrl).hostname}`,
    sequence: visit.sequence,
    isCanceled: visit.state === "canceled",
    start: visit.startsAt,
    end: visit.endsAt,
    stamp: visit.changedAt,
    title: of.title ?? (name ? `${visit.title}, ${name}` : visit.title),
    place: address ?? undefined,
    notes: notes.filter(Boolean).join("\n"),
    url: of.url,
  };
}
