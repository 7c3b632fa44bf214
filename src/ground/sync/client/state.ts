import type { Link } from "../store/local-tables.ts";
import { room } from "../store/space.ts";
import type { Store } from "../store/store.ts";

/** Where everything is that this person made on this device. */
export interface SyncState {
  readonly state: "all held" | "sending" | "offline" | "signed out" | "needs you";
  /** Commands and originals that the server doesn't hold yet, without the refused ones. */
  readonly waiting: number;
  /** How many of those are originals. */
  readonly photos: number;
  /** Of what was made here lately, how much the server holds. */
  readonly held: number;
  readonly made: number;
  readonly refused: number;
  /** Why the server has no room for the photos that wait, for people; empty while it has. */
  readonly noRoom: string;
  /** When the server last answered, in milliseconds since 1970 by this device's clock; 0 for never. */
  readonly contact: number;
  /** Server clock minus this device's, in milliseconds. */
  readonly skew: number;
  /** A save failed for want of space, or the next photos may not fit. */
  readonly space: "enough" | "nearly full" | "full";
  /** Whether the browser promised not to clear what waits here. */
  readonly isPersistent: boolean;
  /** Whether nothing would be lost if this device were. */
  readonly isSafe: boolean;
}

/** The state of a store now. */
export async function syncState(store: Store): Promise<SyncState> {
  const { tables } = store;
  const [{ open, photos, refused }, made, link, contact, skew, full] = await tables.transaction(
    "r",
    [tables.outbox, tables.blobs, tables.known],
    () =>
      Promise.all([
        store.openCounts(),
        tables.knows("made", 0),
        tables.knows("link", "unknown"),
        tables.knows("contact", 0),
        tables.knows("skew", 0),
        tables.knows("noRoom", ""),
      ]),
  );
  const noRoom = photos > 0 ? full : "";
  return {
    ...judged({ waiting: open - refused, refused, made, link }),
    photos,
    noRoom,
    contact,
    skew,
    ...(await spaceOf(store)),
  };
}

/** Room is asked for outside the transaction, which would end meanwhile. */
async function spaceOf(store: Store): Promise<Pick<SyncState, "space" | "isPersistent">> {
  const found = await room();
  return {
    space: store.isFull ? "full" : found?.isNearlyFull ? "nearly full" : "enough",
    isPersistent: found?.isPersistent ?? false,
  };
}

type Judged = Pick<SyncState, "state" | "waiting" | "held" | "made" | "refused" | "isSafe">;

/**
 * What the counts mean. What somebody must do comes first; a link that is gone matters only while something
 * waits.
 */
export function judged({
  waiting,
  refused,
  made,
  link,
}: {
  waiting: number;
  refused: number;
  made: number;
  link: Link;
}): Judged {
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
  // Read back from a file, or of days before: never fewer were made than are known to be open.
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

/** The state in words, for the screen. */
export function wordsOf(
  state: Judged & Pick<SyncState, "space"> & Partial<Pick<SyncState, "noRoom" | "photos">>,
): string {
  const holds = `Server holds ${state.held} of ${state.made}.`;
  if (state.space === "full") return `This device is full. ${holds} Keep this screen open.`;
  switch (state.state) {
    case "all held":
      return state.made ? `${holds} Safe to sign out.` : "Nothing waits here. Safe to sign out.";
    case "sending":
      return state.noRoom
        ? `${holds} ${state.photos === 1 ? "1 photo waits" : `${state.photos} photos wait`} on this device for room.`
        : `${holds} Sending the rest.`;
    case "offline":
      return `${holds} Offline: the rest is kept on this device.`;
    case "signed out":
      return `Signed out. Sign in to send ${things(state.waiting)}.`;
    case "needs you":
      return `${holds} ${state.refused === 1 ? "1 was refused." : `${state.refused} were refused.`}`;
  }
}
