import { now, type Person } from "#platform/db/scope.server.ts";
import { placeOf } from "#platform/places/places.server.ts";
import { type Moment, moment } from "#platform/time/format.ts";
import { listSessions } from "../queries.server.ts";
import { describeDevice } from "./devices.ts";
import { EVENTS, listEvents } from "../security/events.server.ts";
import { describeActivity, formatAgo } from "./session-list.ts";
import { identity } from "../start.server.ts";

/** A device that is signed in, as its person reads about it. */
export interface ListedSession {
  readonly id: string;
  readonly device: string;
  readonly place: string;
  /** Left out where it is the place already. */
  readonly address: string | null;
  readonly used: Moment & { readonly ago: string };
  readonly since: Moment;
  readonly isPresent: boolean;
}

/** Something that happened to the account. */
export interface ListedEvent {
  readonly id: string;
  readonly what: string;
  readonly device: string | null;
  readonly place: { readonly place: string; readonly address: string | null } | null;
  readonly at: Moment & { readonly ago: string };
}

type StoredEvent = Awaited<ReturnType<typeof listEvents>>[number];

const ACTIVITY = 30;
/** Nobody's zone is known here; the browser puts its own in place of it. */
const ZONE = "UTC";

/** Where somebody is signed in, the present browser first, then whatever was used last. */
export async function sessionsOf(person: Person, request: Request): Promise<ListedSession[]> {
  const at = now();
  const sessions = await listSessions(person.id, identity().cookie.read(request) ?? "", at);
  const listed = await Promise.all(
    sessions.map(async ({ id, userAgent, createdAt, lastUsedAt, lastAddress, ipAddress, isPresent }) => {
      const began = Temporal.Instant.fromEpochMilliseconds(createdAt.getTime());
      const used = isPresent ? at : (lastUsedAt ?? began);
      const where = await placeAndAddress(lastAddress ?? ipAddress);
      return {
        id,
        device: describeDevice(userAgent ?? ""),
        place: where?.place ?? "Unknown place",
        address: where?.address ?? null,
        used: { ...moment(used, ZONE), ago: formatAgo(used, at) },
        since: moment(began, ZONE),
        isPresent,
      };
    }),
  );
  return listed.toSorted((one, other) => Number(other.isPresent) - Number(one.isPresent));
}

/** The newest things that happened to an account. */
export async function activityOf(person: Person): Promise<ListedEvent[]> {
  const at = now();
  const events = withNewDevices(await listEvents(person.id, 2 * ACTIVITY));
  return Promise.all(
    events.slice(0, ACTIVITY).map(async (event) => {
      const words = (EVENTS as Readonly<Record<string, string>>)[event.kind] ?? event.kind;
      const where = await placeAndAddress(event.address);
      return {
        id: event.id,
        what: describeActivity(event.kind, words, event.details),
        device: event.userAgent === null ? null : describeDevice(event.userAgent),
        place: where ?? null,
        at: { ...moment(event.at, ZONE), ago: formatAgo(event.at, at) },
      };
    }),
  );
}

/** A sign-in from a new device is two events, for the person one. @param events newest first */
function withNewDevices(events: readonly StoredEvent[]): StoredEvent[] {
  const kept: StoredEvent[] = [];
  let added: StoredEvent | undefined;
  for (const event of events) {
    if (event.kind === "device-added") {
      if (added) kept.push(added);
      added = event;
      continue;
    }
    const isOne =
      event.kind === "signed-in" && event.address === added?.address && event.userAgent === added.userAgent;
    if (added && !isOne) kept.push(added);
    kept.push(isOne ? { ...event, details: { ...event.details, device: "new" } } : event);
    added = undefined;
  }
  return added ? [...kept, added] : kept;
}

async function placeAndAddress(
  address: string | null,
): Promise<{ place: string; address: string | null } | undefined> {
  if (!address) return undefined;
  const place = await placeOf(address);
  return { place, address: place === address ? null : address };
}
