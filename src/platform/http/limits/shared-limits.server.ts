import { randomUUID } from "node:crypto";
import { drizzle } from "drizzle-orm/node-postgres";
import { sign } from "../../config/signing.server.ts";
import { listenFor, notice } from "../../db/notices.server.ts";
import { database, now } from "../../db/scope.server.ts";
import { type Counted, shareLimits } from "./limits.server.ts";

const ABOUT = "limits";
/** How long counts are collected before they are sent to the other processes (ms). */
const GATHER_MS = 100;
/** Entries per notice; PostgreSQL allows 8,000 bytes. */
const AT_ONCE = 80;

/**
 * Shares limit counts between the web processes of an installation by database notices. Nothing waits for it:
 * while the database is away, each process counts alone.
 * @returns a function that stops sharing
 */
export function exchangeLimits(): () => void {
  const me = randomUUID();
  let waiting: Counted[] = [];
  let timer: NodeJS.Timeout | undefined;

  const receive = shareLimits(sign("limits", "salt"), (counted) => {
    const [what, name, hash] = counted;
    const isSame = (other: Counted) => other[1] === name && other[2] === hash;
    // A correct password is counted, then uncounted a moment later: the other processes needn't know about
    // either.
    const last = what === "-" ? waiting.findLastIndex((other) => other[0] === "+" && isSame(other)) : -1;
    if (last >= 0) waiting.splice(last, 1);
    else if (what === "0") waiting = [...waiting.filter((other) => !isSame(other)), counted];
    else waiting.push(counted);
    timer ??= setTimeout(send, GATHER_MS).unref();
  });

  function send(): void {
    timer = undefined;
    const all = waiting.splice(0);
    for (let from = 0; from < all.length; from += AT_ONCE)
      drizzle(database().app)
        .execute(notice(ABOUT, JSON.stringify([me, ...all.slice(from, from + AT_ONCE)])))
        .catch(() => {});
  }

  const unlisten = listenFor(ABOUT, (text) => {
    if (!text) return;
    const [who, ...counted] = JSON.parse(text) as [string, ...Counted[]];
    if (who === me) return;
    const at = now();
    for (const one of counted) receive(one, at);
  });
  return () => {
    clearTimeout(timer);
    unlisten();
  };
}
