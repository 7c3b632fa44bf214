import { type Business, publicProfileOf, zoneOf } from "#ground/businesses/public.server.ts";
import { visitMarkFor } from "#ground/events/public.server.ts";
import {
  countCapture,
  countTry,
  currentLeadId,
  getLead,
  textConsentWording,
  TRAP,
} from "#trade/leads/public.server.ts";
import { newId } from "#platform/db/ids.ts";
import { type AccountContext, now } from "#platform/db/scope.server.ts";
import { AppError } from "#platform/errors/app-error.ts";
import type { PostedForm } from "#platform/http/request/form.server.ts";
import { derivedId } from "#platform/ids/derived-id.ts";
import { mailAddress } from "#platform/mail/compose/header-text.ts";
import { phoneCountry, readPhone } from "#platform/phones/phone.ts";
import { formatVisitTime, zonePlace } from "./format.ts";
import { atLink, businessLink, visitPath } from "./links.server.ts";
import type { Place, VisitSettings } from "./rules.ts";
import { bookingSchema, readDay, readMoment } from "./schema.ts";
import { visitSettings } from "./settings.server.ts";
import {
  DAYS_SHOWN,
  linkMoment,
  nearestTimes,
  type TimesView,
  timesView,
  zoneWanted,
} from "./times.server.ts";
import { bookVisit, findFreeDays, isFreeAt } from "./visits.server.ts";

/** Free times offered after one that was taken. */
const NEAREST = 6;

/** What the page that books needs of the business and the person. */
async function pageOf(ctx: AccountContext, business: Business, leadId: string | null) {
  const settings = await visitSettings(ctx);
  return {
    settings,
    face: publicProfileOf(business),
    zone: await zoneOf(ctx),
    lead: await knownLead(ctx, leadId),
  };
}

/** The person whose own link it is; null if they were erased. */
async function knownLead(ctx: AccountContext, leadId: string | null) {
  if (leadId === null) return null;
  try {
    const { id, name, email, phone } = await getLead(ctx, await currentLeadId(ctx, leadId));
    return { id, name, email, phone };
  } catch (error) {
    if (error instanceof AppError && error.code === "not_found") return null;
    throw error;
  }
}

/** Loads the page that books: its times, or its form for one of them. @param link of the address */
export function loadBooking(link: string, request: Request) {
  const url = new URL(request.url);
  return atLink(link, async (ctx, business, leadId) => {
    const { settings, face, zone: own, lead } = await pageOf(ctx, business, leadId);
    const { name, places, lengthMinutes, isOpen } = settings;
    const zone = zoneWanted(url.searchParams.get("zone"), own);
    const shared = {
      face,
      here: visitMarkFor(ctx, request) ?? "",
      title: name,
      lengthMinutes,
      isOpen,
      asks: {
        zone,
        places,
        ownAddress: business.postalAddress,
        wording: wordingOf(business),
        texts: textConsentWording(face.business),
        // Shown to whoever has the link, so no address or number.
        lead: lead && { name: lead.name, hasEmail: lead.email !== null, hasPhone: lead.phone !== null },
        otherLink: lead ? await businessLink(ctx) : null,
        submission: newId(),
      },
    };
    const at = readMoment(url.searchParams.get("at"));
    if (!isOpen) return { ...shared, times: null, chosen: null, isTaken: false };
    if (at && (await isFreeAt(ctx, settings, at)))
      return { ...shared, times: null, isTaken: false, chosen: chosenTime(at, settings, zone, own) };
    const times = await loadTimes(ctx, settings, { zone, own, url });
    return { ...shared, times, chosen: null, isTaken: at !== undefined };
  });
}

/** A time in a client's zone, and in the business's if that is another one. */
export function chosenTime(
  at: Temporal.Instant,
  { lengthMinutes }: VisitSettings,
  zone: string,
  own: string,
) {
  const times = { startsAt: at, endsAt: at.add({ minutes: lengthMinutes }) };
  return {
    at: linkMoment(at),
    when: formatVisitTime(times, zone),
    whenThere: zone === own ? null : `${formatVisitTime(times, own)} in ${zonePlace(own)}`,
  };
}

/** Free times for a page. @param of.except a visit that is being moved */
export async function loadTimes(
  ctx: AccountContext,
  settings: VisitSettings,
  of: { readonly zone: string; readonly own: string; readonly url: URL; readonly except?: string },
): Promise<TimesView> {
  const { zone, own, url, except } = of;
  const from = readDay(url.searchParams.get("from"));
  const found = await findFreeDays(ctx, settings, { from, most: DAYS_SHOWN + 1, ...(except && { except }) });
  return timesView(found, { zone, own, now: ctx.now, from, isChosen: url.searchParams.has("zone") });
}

/** What a client agrees to by booking. */
function wordingOf(business: Business): string {
  return `${business.name ?? "The business"} may email and call me about this visit and the work it is about.`;
}

/**
 * Books what a client posted.
 * @param network see addressKey()
 * @returns the path of the visit's page
 * @throws AppError invalid with a message per field; conflict if the time isn't free
 */
export async function bookFromForm(
  link: string,
  form: PostedForm,
  network: string | undefined,
): Promise<string> {
  countTry({ network }, now());
  return atLink(link, async (ctx, business, leadId) => {
    const { settings, zone: own, lead } = await pageOf(ctx, business, leadId);
    if (!settings.isOpen)
      throw new AppError("conflict", "Online booking is off right now. Please call or write to us.");
    // Only a program fills in a field that nobody sees.
    if (form[TRAP]) throw new AppError("invalid", "We couldn’t book this. Please call us instead.");
    const typed = form.check(bookingSchema);
    const email = lead?.email ?? typed.email;
    const name = lead?.name ?? typed.name;
    const phone = readFields({ ...typed, name, email }, settings.places, lead?.phone ?? null, own);
    countCapture({ network }, { pageId: ctx.account.id, email }, now());
    const visit = await bookVisit(ctx, settings, business, {
      id: derivedId("visits.booked", ctx.account.id, typed.submission),
      at: typed.at,
      place: typed.place,
      name,
      email,
      phone,
      address: typed.place === "theirs" ? typed.address : null,
      note: typed.note || null,
      zone: zoneWanted(form["zone"], own),
      texts: typed.texts === "yes",
      wording: wordingOf(business),
      source: `/visits/${lead ? "their own link" : link}`,
      leadId: lead?.id ?? null,
    });
    return visitPath(ctx.account.id, visit.id);
  });
}

/** Checks what depends on the business and the place. @returns the phone number */
function readFields(
  typed: { name: string; email: string; phone: string; address: string; place: Place },
  places: readonly Place[],
  knownPhone: string | null,
  zone: string,
): string | null {
  const fields: Record<string, string> = {};
  if (!typed.name) fields["name"] = "Enter your name.";
  if (!typed.email) fields["email"] = "Enter your email. The confirmation goes there.";
  else if (mailAddress(typed.email) === undefined)
    fields["email"] = "That doesn’t look like an email address. Check it for typos.";
  const phone = typed.phone ? readPhone(typed.phone, phoneCountry(zone)) : null;
  if (phone && "wrong" in phone) fields["phone"] = phone.wrong;
  else if (!phone && !knownPhone) fields["phone"] = "Enter your phone number, in case something comes up.";
  if (!places.includes(typed.place)) fields["place"] = "Choose where.";
  if (typed.place === "theirs" && !typed.address) fields["address"] = "Enter the address of the visit.";
  if (Object.keys(fields).length > 0)
    throw new AppError("invalid", "Some fields need another look.", { fields });
  return phone && "number" in phone ? phone.number : knownPhone;
}

/** The nearest free times, for somebody whose time was taken in the meantime. */
export function loadNearestTimes(link: string, form: PostedForm) {
  return atLink(link, async (ctx, business, leadId) => {
    const { settings, zone: own } = await pageOf(ctx, business, leadId);
    const found = await findFreeDays(ctx, settings, { most: settings.aheadDays });
    const wanted = readMoment(form["at"]) ?? ctx.now;
    return nearestTimes(found, { wanted, zone: zoneWanted(form["zone"], own), most: NEAREST });
  });
}
