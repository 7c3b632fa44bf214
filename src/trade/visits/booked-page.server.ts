import { publicProfileOf, zoneOf } from "#ground/businesses/public.server.ts";
import { countTry } from "#trade/leads/public.server.ts";
import { writeEvent } from "#platform/calendar/write-calendar.ts";
import { installation } from "#platform/config/installation.server.ts";
import { now } from "#platform/db/scope.server.ts";
import type { PostedForm } from "#platform/http/request/form.server.ts";
import { chosenTime, loadTimes } from "./book-page.server.ts";
import { eventOf } from "./events.server.ts";
import { formatVisitTime, zonePlace } from "./format.ts";
import { atVisit, leadLink, visitPath } from "./links.server.ts";
import { mayConfirm, whereLine } from "./mail.server.ts";
import { momentField, readMoment } from "./schema.ts";
import { visitSettings } from "./settings.server.ts";
import { zoneWanted } from "./times.server.ts";
import { cancelVisit, getVisit, isFreeAt, moveVisit } from "./visits.server.ts";

/** Loads a visit's page, with free times when its client wants to move it. */
export function loadVisit(token: string, url: URL) {
  return atVisit(token, async (ctx, business, id) => {
    const [visit, settings] = [await getVisit(ctx, id), await visitSettings(ctx)];
    const own = await zoneOf(ctx);
    const zone = zoneWanted(url.searchParams.get("zone"), visit.zone);
    const isAhead = Temporal.Instant.compare(visit.startsAt, ctx.now) > 0;
    const isMoving = url.searchParams.has("move") && isAhead && visit.state === "booked";
    const at = readMoment(url.searchParams.get("at"));
    const isChosenFree = isMoving && at !== undefined && (await isFreeAt(ctx, settings, at, id));
    return {
      face: publicProfileOf(business),
      title: visit.title,
      name: visit.name,
      state: visit.state,
      isAhead,
      when: formatVisitTime(visit, visit.zone),
      whenThere: visit.zone === own ? null : `${formatVisitTime(visit, own)} in ${zonePlace(own)}`,
      where: whereLine(business, visit),
      /** Where the confirmation went. */
      mailed: visit.email !== null && (await mayConfirm(ctx)) ? visit.email : null,
      path: visitPath(ctx.account.id, id),
      again: settings.isOpen ? leadLink(ctx, visit.leadId) : null,
      chosen: isChosenFree ? chosenTime(at, settings, zone, own) : null,
      isTaken: isMoving && at !== undefined && !isChosenFree,
      times:
        isMoving && !isChosenFree ? await loadTimes(ctx, settings, { zone, own, url, except: id }) : null,
    };
  });
}

/**
 * Moves or cancels a visit for its client.
 * @returns what was done
 * @throws AppError not_found; conflict if the time isn't free or the visit has begun
 */
export function changeVisit(
  token: string,
  form: PostedForm,
  network: string | undefined,
): Promise<"moved" | "canceled"> {
  countTry({ network }, now());
  return atVisit(token, async (ctx, business, id) => {
    if (form["do"] === "cancel") {
      await cancelVisit(ctx, business, { id, by: "client" });
      return "canceled";
    }
    const at = momentField.parse(form["at"] ?? "");
    await moveVisit(ctx, await visitSettings(ctx), business, { id, at, by: "client" });
    return "moved";
  });
}

/** A visit as a calendar file. */
export function visitFile(token: string): Promise<string> {
  return atVisit(token, async (ctx, business, id) => {
    const url = `${installation().publicUrl}${visitPath(ctx.account.id, id)}`;
    return writeEvent(eventOf(ctx, business, await getVisit(ctx, id), { url }));
  });
}
