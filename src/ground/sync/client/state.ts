import type { Link } from "../store/local-tables.ts";
import { room } from "../store/space.ts";
import type { Store } from "../store/store.ts";

export interface SyncState {
  readonly state: "all held" | "sending" | "offline" | "signed out" | "needs you";
  /** Commands and originals not yet on the server, without refused ones. */
  readonly waiting: number;
  readonly photos: number;
  readonly held: number;
  readonly made: number;
  readonly refused: number;
  /** Why the server has no room for waiting photos, shown to people; empty if it has room. */
  readonly noRoom: string;
  /** When the server last responded, in milliseconds since 1970 by this device's clock; 0 for never. */
  readonly contact: number;
  readonly skew: number;
  /** Whether a save failed for lack of space, or the next photos may not fit. */
  readonly space: "enough" | "nearly full" | "full";
  /** Whether the browser promised not to evict unsent data. */
  readonly isPersistent: boolean;
  /** Whether losing this device would lose nothing. */
  readonly isSafe: boolean;
}

/** Computes the current sync state of a store. */
export async function syncState(store: Store): Promise<SyncState> {
  const { tables } = store;
  const [{ open, photos, refused }, made, link, contact, skew, full] = await tables.transaction(
    "r",
    [tables.outbox, tables.blobs, tables.known],
    () =>
      Promise.all([
        store.openCounts(),
        tables.loadSetting("made", 0),
        tables.loadSetting("link", "unknown"),
        tables.loadSetting("contact", 0),
        tables.loadSetting("skew", 0),
        tables.loadSetting("noRoom", ""),
      ]),
  );
  const noRoom = photos > 0 ? full : "";
  return {
    ...interpretCounts({ waiting: open - refused, refused, made, link }),
    photos,
    noRoom,
    contact,
    skew,
    ...(await spaceOf(store)),
  };
}

/** Called outside the transaction, which would otherwise commit while waiting. */
async function spaceOf(store: Store): Promise<Pick<SyncState, "space" | "isPersistent">> {
  const found = await room();
  return {
    space: store.isFull ? "full" : found?.isNearlyFull ? "nearly full" : "enough",
    isPersistent: found?.isPersistent ?? false,
  };
}

type CountedState = Pick<SyncState, "state" | "waiting" | "held" | "made" | "refused" | "isSafe">;

/**
 * Interprets the counts. What a person must act on comes first; a lost connection matters only while
 * something waits.
 */
export function interpretCounts({
  waiting,
  refused,
  made,
  link,
}: {
  waiting: number;
  refused: number;
  made: number;
  link: Link;
}): CountedState {
  const state =
    waiting && link === "signed-out"
      ? "signed out"
      : refused
        ? "needs you"
        : !waiting
          ? "all held"
          : link === "unreached"
            ? "offline"
            : "sending";
  // Work restored from a file or from earlier days isn't in `made`; the total is never below what is open.
  const all = Math.max(made, waiting + refused);
  return {
    state,
    waiting,
    refused,
    made: all,
    held: all - waiting - refused,
    isSafe: waiting + refused === 0,
  };
}

const things = (count: number) => (count === 1 ? "1 change or photo" : `${count} changes and photos`);

/** Formats the state for the screen. */
export function formatSyncState(
  state: CountedState & Pick<SyncState, "space"> & Partial<Pick<SyncState, "noRoom" | "photos">>,
): string {
  const sent = `${state.held} of ${state.made} sent.`;
  if (state.space === "full") return `This device is full. ${sent} Keep this screen open.`;
  switch (state.state) {
    case "all held":
      return state.made ? `All sent, ${state.held} of ${state.made}.` : "Everything’s synced.";
    case "sending":
      return state.noRoom
        ? `${sent} ${state.photos === 1 ? "1 photo is" : `${state.photos} photos are`} waiting on this device for server space.`
        : `${sent} Sending the rest...`;
    case "offline":
      return `${sent} Offline. The rest is on this device.`;
    case "signed out":
      return `Logged out. Log in to send ${things(state.waiting)}.`;
    case "needs you":
      return `${sent} ${state.refused === 1 ? "1 was rejected." : `${state.refused} were rejected.`}`;
  }
}
