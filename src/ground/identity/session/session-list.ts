const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const UNITS: readonly (readonly [seconds: number, word: string])[] = [
  [365 * DAY, "year"],
  [30 * DAY, "month"],
  [7 * DAY, "week"],
  [DAY, "day"],
  [HOUR, "hour"],
  [MINUTE, "minute"],
];

/**
 * Formats elapsed time, such as `3 hours ago`. Last use is recorded every five minutes, so less than six is
 * `just now`, as are times in the future after the clock was set back.
 */
export function formatAgo(at: Temporal.Instant, now: Temporal.Instant): string {
  const seconds = now.since(at).total("seconds");
  if (seconds < 6 * MINUTE) return "just now";
  for (const [length, word] of UNITS) {
    const count = Math.floor(seconds / length);
    if (count > 0) return `${count} ${word}${count === 1 ? "" : "s"} ago`;
  }
  return "just now";
}

const PROOFS: Readonly<Record<string, string>> = {
  password: "Logged in with your password",
  "magic-link": "Logged in with an emailed link",
  passkey: "Logged in with a passkey",
  openid: "Logged in with a connected account",
  "second-factor": "Logged in with a second step",
};

/**
 * Describes an event to its person.
 * @param words the sentence for its kind; the kind itself when a newer version wrote it
 */
export function describeActivity(
  kind: string,
  words: string,
  details: Readonly<Record<string, string>>,
): string {
  const { by, device, count, from, to, name, provider, business, turnedOff } = details;
  if (kind === "signed-in")
    return [(by && PROOFS[by]) ?? words, device === "new" ? "on a new device" : ""]
      .filter(Boolean)
      .join(", ");
  if (kind === "session-ended" && device) return `Logged out ${device}`;
  if (kind === "sessions-ended" && count)
    return `Logged out ${count} other ${count === "1" ? "device" : "devices"}`;
  if (kind === "email-change-asked" && to) return `${words}: ${to}`;
  if (kind === "email-changed" && from && to) return `${words} from ${from} to ${to}`;
  if (turnedOff) return `${words}. Turned off: ${turnedOff}`;
  const about = name ?? provider ?? business;
  return about ? `${words}: ${about}` : words;
}
