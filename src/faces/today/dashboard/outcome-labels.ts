import type { AheadOfDay, OutOfDay } from "#trade/sequences/public.server.ts";
import { formatTime } from "#platform/time/format.ts";
import type { State } from "#ui/state-mark.tsx";
import { cityOf, dayAt, weekdayOf } from "./day.ts";

/** A status in a word or two, for a mark. */
export interface Standing {
  readonly state: State;
  readonly words: string;
}

/**
 * Describes what will happen to a planned email or text, as far as is known.
 * @param may what blocks all of them: an unverified owner address or a missing postal address
 */
export function describeAhead(
  { goesAt, waitsForHours, kind }: Pick<AheadOfDay, "goesAt" | "waitsForHours" | "kind">,
  {
    now,
    zone,
    may,
  }: { now: Temporal.Instant; zone: string; may: { readonly mail: boolean; readonly address: boolean } },
): Standing {
  if (!may.mail) return { state: "now", words: "waiting for you to verify your email" };
  if (!may.address && kind !== "text") return { state: "unsent", words: "won’t be sent: no mailing address" };
  if (Temporal.Instant.compare(goesAt, now.add({ minutes: 1 })) <= 0)
    return { state: "now", words: "going out now" };
  const isToday = Temporal.Instant.compare(goesAt, dayAt(now, zone).ends) < 0;
  const at = isToday ? formatTime(goesAt, zone) : `${weekdayOf(goesAt, zone)} ${formatTime(goesAt, zone)}`;
  return {
    state: "waiting",
    words: waitsForHours ? `waiting for ${at} in ${cityOf(zone)}` : `goes out at ${at}`,
  };
}

const REFUSED: Readonly<Record<string, string>> = {
  bad_address: "their address doesn’t work",
  bad_number: "their number can’t get texts",
  undelivered: "their carrier didn’t deliver it",
  gave_up: "it couldn’t be sent for three days",
  refused: "it was refused",
  opted_out: "they opted out of texts",
};

/**
 * Describes what happened to an email or text without overclaiming: handed over isn't delivered, and
 * unknown is called unknown.
 */
export function describeSent(
  { kind, at, message, reason }: Pick<OutOfDay, "kind" | "at" | "message" | "reason">,
  zone: string,
): Standing {
  if (!message) return { state: "unsent", words: `not sent: ${reason ?? "held"}` };
  const time = formatTime(at, zone);
  if (message.state === "failed")
    return { state: "unsent", words: `not sent: ${REFUSED[message.reason ?? ""] ?? "it couldn’t be sent"}` };
  if (message.state === "unknown")
    return {
      state: "stopped",
      words: `may not have arrived: the connection dropped at ${time}, partway through sending`,
    };
  if (message.state !== "sent") return { state: "unsent", words: `not sent: ${message.reason ?? "held"}` };
  if (message.via === "hand") return { state: "done", words: `sent by you at ${time}` };
  if (message.via === "outbox") return { state: "now", words: "waiting for you to send it" };
  if (kind === "mail") return { state: "done", words: `sent at ${time}` };
  return message.deliveredAt
    ? { state: "done", words: `delivered at ${formatTime(message.deliveredAt, zone)}` }
    : { state: "done", words: `sent at ${time}` };
}
