import { and, eq, gt, lt } from "drizzle-orm";
import { installation } from "#platform/config/installation.server.ts";
import type { Db } from "#platform/db/database.server.ts";
import { withSystem } from "#platform/db/scope.server.ts";
import { isToken, newToken, tokenHash } from "#platform/db/tokens.server.ts";
import { cookieValue, setCookie } from "#platform/http/request/cookies.server.ts";
import { placeOf } from "#platform/places/places.server.ts";
import { moment } from "#platform/time/format.ts";
import { lockPerson } from "../queries.server.ts";
import { describeDevice } from "./devices.ts";
import { type Origin, recordEvent } from "../security/events.server.ts";
import { newDeviceMail } from "../mail/templates.ts";
import { mailPerson } from "../mail/mail-person.server.ts";
import { identityDevices, identityEvents, identitySessions } from "../tables.server.ts";

/** Two tabs of one new browser look like two new browsers, because neither has the cookie yet. */
const SAME_BROWSER_WINDOW = { minutes: 1 } as const;

/**
 * Remembers the browser of a sign-in, and emails the person if it is new and not their first one ever. The
 * device and the email are one transaction; several tabs at once cause one email.
 * @returns Set-Cookie values by which to recognize the browser
 */
export async function recordDevice(userId: string, request: Request, origin: Origin): Promise<string[]> {
  const secure = installation().publicUrl.startsWith("https:");
  const name = secure ? "__Host-plumbline-device" : "plumbline-device";
  const cookieToken = cookieValue(request.headers.get("cookie"), name) ?? "";
  const token = isToken(cookieToken) ? cookieToken : newToken();
  const device = describeDevice(origin.userAgent);
  const known = await placeOf(origin.address);
  const place = origin.address && known !== origin.address ? `${known} (${origin.address})` : known;
  await withSystem(async ({ db, now }) => {
    // Serializes a person's sign-ins, so that each sees what the previous one wrote.
    const person = await lockPerson(db, userId);
    if (!person) return;
    const isKnown = await saveDevice(db, { userId, deviceHash: tokenHash(token) }, now);
    if (isKnown || (await isSameBrowser(db, userId, origin, now))) return;
    const signedInBefore = await hasSignedInBefore(db, userId, tokenHash(token), now);
    await recordEvent(userId, "device-added", origin, {}, db);
    if (!signedInBefore) return;
    const time = moment(now, "UTC").words;
    await mailPerson({ db, now }, person, ({ productName, link }) =>
      newDeviceMail({
        productName,
        device,
        place,
        time,
        link: link("/account/settings/sessions"),
        resetLink: link("/forgot"),
      }),
    );
  });
  return [setCookie(name, token, { secure })];
}

/** @returns whether the device was already known */
async function saveDevice(
  db: Db,
  device: { userId: string; deviceHash: string },
  now: Temporal.Instant,
): Promise<boolean> {
  const { rowCount } = await db
    .update(identityDevices)
    .set({ lastSeenAt: now })
    .where(and(eq(identityDevices.userId, device.userId), eq(identityDevices.deviceHash, device.deviceHash)));
  if (rowCount) return true;
  await db.insert(identityDevices).values({ ...device, firstSeenAt: now, lastSeenAt: now });
  return false;
}

/** Whether a browser with the same address and user agent was added a moment ago. */
async function isSameBrowser(
  db: Db,
  userId: string,
  { address, userAgent }: Origin,
  now: Temporal.Instant,
): Promise<boolean> {
  const event = identityEvents;
  const [found] = await db
    .select({ id: event.id })
    .from(event)
    .where(
      and(
        eq(event.userId, userId),
        gt(event.at, now.subtract(SAME_BROWSER_WINDOW)),
        eq(event.kind, "device-added"),
        eq(event.address, address),
        eq(event.userAgent, userAgent),
      ),
    )
    .limit(1);
  return Boolean(found);
}

/**
 * Whether a person signed in before, in any browser. Sessions also show sign-ins from before devices were
 * recorded.
 */
async function hasSignedInBefore(
  db: Db,
  userId: string,
  newHash: string,
  now: Temporal.Instant,
): Promise<boolean> {
  const devices = await db
    .select({ hash: identityDevices.deviceHash })
    .from(identityDevices)
    .where(eq(identityDevices.userId, userId))
    .limit(2);
  if (devices.some(({ hash }) => hash !== newHash)) return true;
  const before = new Date(now.subtract(SAME_BROWSER_WINDOW).epochMilliseconds);
  const [session] = await db
    .select({ id: identitySessions.id })
    .from(identitySessions)
    .where(and(eq(identitySessions.userId, userId), lt(identitySessions.createdAt, before)))
    .limit(1);
  return Boolean(session);
}
