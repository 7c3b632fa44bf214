import { createHash, randomBytes } from "node:crypto";
import { type NetworkHour, QUIET_NETWORK } from "./spam.ts";

const HOUR_MS = 60 * 60 * 1000;
/** When full, the least recently active network is forgotten. */
const MOST_NETWORKS = 20_000;
/** Per network; the rate limits refuse more than this per hour. */
const MOST_SUBMISSIONS = 400;
/** Shorter messages are not distinctive: "Call me", "New deck". */
const DISTINCTIVE_LENGTH = 20;

interface Submission {
  readonly at: number;
  readonly person: string;
  /** Empty if the message is too short to be distinctive. */
  readonly words: string;
  readonly page: string;
}

/**
 * Remembers what each network sent within the hour, as hashes with a per-process salt, so that a heap dump
 * reveals neither people nor messages. Per process: with several processes, each sees only a part. That can
 * miss spam but never causes a false alarm.
 */
export function createNetworkHours(): (
  network: string,
  sent: { email: string; message: string; pageId: string },
  now: Temporal.Instant,
) => NetworkHour {
  const salt = randomBytes(16);
  const hash = (text: string) =>
    createHash("sha256").update(salt).update(text).digest("base64url").slice(0, 16);
  // Ordered by latest activity, so expired networks and the one to evict are first.
  const networks = new Map<string, Submission[]>();
  return (network, { email, message, pageId }, now) => {
    const at = now.epochMilliseconds;
    const isRecent = (one: Submission | undefined) => one !== undefined && one.at > at - HOUR_MS;
    for (const [key, submissions] of networks) {
      if (isRecent(submissions.at(-1))) break;
      networks.delete(key);
    }
    const key = hash(network);
    const words = message.toLowerCase().replaceAll(/\s+/g, " ").trim();
    const submission = {
      at,
      person: hash(email),
      words: words.length < DISTINCTIVE_LENGTH ? "" : hash(words),
      page: hash(pageId),
    };
    const submissions = [...(networks.get(key) ?? []).filter(isRecent), submission].slice(-MOST_SUBMISSIONS);
    networks.delete(key);
    networks.set(key, submissions);
    if (networks.size > MOST_NETWORKS) networks.delete(networks.keys().next().value!);
    const same = submission.words ? submissions.filter((one) => one.words === submission.words) : [];
    const count = (list: readonly Submission[], what: "person" | "page") =>
      new Set(list.map((one) => one[what])).size;
    return {
      people: count(submissions, "person"),
      sameWords: same.length
        ? { people: count(same, "person"), pages: count(same, "page") }
        : QUIET_NETWORK.sameWords,
    };
  };
}
