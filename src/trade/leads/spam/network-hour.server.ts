import { createHash, randomBytes } from "node:crypto";
import { type NetworkHour, QUIET_NETWORK } from "./spam.ts";

const HOUR_MS = 60 * 60 * 1000;
/** Networks remembered at most; beyond it the one that was heard of longest ago is forgotten. */
const MOST_NETWORKS = 20_000;
/** Sendings remembered of one. More than this within an hour are refused at the door. */
const MOST_SENDINGS = 400;
/** What is shorter is written by many people: "Call me", "New deck". */
const OWN_WORDS = 20;

interface Sending {
  readonly at: number;
  readonly person: string;
  /** Empty where it is too short to be anybody's own. */
  readonly words: string;
  readonly page: string;
}

/**
 * Remembers for an hour what each network sent: hashes, salted per process, that no heap dump gives a person
 * or a message away by. Lives in this process alone, so that with several each sees a part; a sign that is
 * missed holds nobody.
 */
export function createNetworkHours(): (
  network: string,
  sent: { email: string; message: string; pageId: string },
  now: Temporal.Instant,
) => NetworkHour {
  const salt = randomBytes(16);
  const hashed = (text: string) =>
    createHash("sha256").update(salt).update(text).digest("base64url").slice(0, 16);
  // Kept in order of the newest sending: what is over, or must make room, is always in front.
  const networks = new Map<string, Sending[]>();
  return (network, { email, message, pageId }, now) => {
    const at = now.epochMilliseconds;
    const isRecent = (one: Sending | undefined) => one !== undefined && one.at > at - HOUR_MS;
    for (const [key, sendings] of networks) {
      if (isRecent(sendings.at(-1))) break;
      networks.delete(key);
    }
    const key = hashed(network);
    const words = message.toLowerCase().replaceAll(/\s+/g, " ").trim();
    const mine = {
      at,
      person: hashed(email),
      words: words.length < OWN_WORDS ? "" : hashed(words),
      page: hashed(pageId),
    };
    const sendings = [...(networks.get(key) ?? []).filter(isRecent), mine].slice(-MOST_SENDINGS);
    networks.delete(key);
    networks.set(key, sendings);
    if (networks.size > MOST_NETWORKS) networks.delete(networks.keys().next().value!);
    const same = mine.words ? sendings.filter((one) => one.words === mine.words) : [];
    const count = (list: readonly Sending[], what: "person" | "page") =>
      new Set(list.map((one) => one[what])).size;
    return {
      people: count(sendings, "person"),
      sameWords: same.length
        ? { people: count(same, "person"), pages: count(same, "page") }
        : QUIET_NETWORK.sameWords,
    };
  };
}
