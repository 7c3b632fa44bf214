import { now, type Person } from "#platform/db/scope.server.ts";
import { placeOf } from "#platform/places/places.server.ts";
import { type Moment, moment } from "#platform/time/format.ts";
import { listSessions } from "../queries.server.ts";
import { describeDevice } from "./devices.ts";
import { EVENTS, listEvents } from "../security/events.server.ts";
import { describeActivity, formatAgo } from "./session-list.ts";
import { identity } from "../start.server.ts";

export interface ListedSession {
  readonly id: string;
  readonly device: string;
  readonly place: string;
  /** Null when it is already shown as the place. */
  readonly address: string | null;
  readonly used: Moment & { readonly ago: string };
  readonly since: Moment;
  readonly isPresent: boolean;
}

export interface ListedEvent {
  readonly id: string;
  readonly what: string;
  readonly device: string | null;
  readonly place: { readonly place: string; readonly address: string | null } | null;
  readonly at: Moment & { readonly ago: string };
}

type StoredEvent = Awaited<ReturnType<typeof listEvents>>[number];

const MAX_EVENTS = 30;
/** The server doesn't know the reader's zone; the browser converts. */
const ZONE = "UTC";

/** A person's sessions, the current one first, then by last use. */
export async function sessionsOf(person: Person, request: Request): Promise<ListedSession[]> {
  const at = now();
  const sessions = await listSessions(person.id, identity().cookie.read(request) ?? "", at);
  const listed = await Promise.all(
    sessions.map(async ({ id, userAgent, createdAt, lastUsedAt, lastAddress, ipAddress, isPresent }) => {
      const began = Temporal.Instant.fromEpochMilliseconds(createdAt.getTime());
      const used = isPresent ? at : (lastUsedAt ?? began);
      const location = await placeAndAddress(lastAddress ?? ipAddress);
      return {
        id,
        device: describeDevice(userAgent ?? ""),
        place: location?.place ?? "Unknown place",
        address: location?.address ?? null,
        used: { ...moment(used, ZONE), ago: formatAgo(used, at) },
        since: moment(began, ZONE),
        isPresent,
      };
    }),
  );
  return listed.toSorted((one, other) => Number(other.isPresent) - Number(one.isPresent));
}

/** The newest events of an account. */
export async function activityOf(person: Person): Promise<ListedEvent[]> {
  const at = now();
  const events = mergeNewDevices(await listEvents(person.id, 2 * MAX_EVENTS));
  return Promise.all(
    events.slice(0, MAX_EVENTS).map(async (event) => {
      const words = (EVENTS as Readonly<Record<string, string>>)[event.kind] ?? event.kind;
      const location = await placeAndAddress(event.address);
      return {
        id: event.id,
        what: describeActivity(event.kind, words, event.details),
        device: event.userAgent === null ? null : describeDevice(event.userAgent),
        place: location ?? null,
        at: { ...moment(event.at, ZONE), ago: formatAgo(event.at, at) },
      };
    }),
  );
}

/** Merges the two events of a sign-in from a new device into one. @param events newest first */
function mergeNewDevices(events: readonly StoredEvent[]): StoredEvent[] {
  const merged: StoredEvent[] = [];
  let added: StoredEvent | undefined;
  for (const event of events) {
    if (event.kind === "device-added") {
      if (added) merged.push(added);
      added = event;
      continue;
    }
    const isSameSignIn =
      event.kind === "signed-in" && event.address === added?.address && event.userAgent === added.userAgent;
    if (added && !isSameSignIn) merged.push(added);
    merged.push(isSameSignIn ? { ...event, details: { ...event.details, device: "new" } } : event);
    added = undefined;
  }
  return added ? [...merged, added] : merged;
}

async function placeAndAddress(
  address: string | null,
): Promise<{ place: string; address: string | null } | undefined> {
  if (!address) return undefined;
  const place = await placeOf(address);
  return { place, address: place === address ? null : address };
}
