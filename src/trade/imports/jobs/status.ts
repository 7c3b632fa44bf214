import { plainHeader } from "#platform/csv/plain-header.ts";
import type { Status } from "#trade/jobs/public.server.ts";

/** What other products call how far a job is. Jobber’s statuses are those of its job list. */
const WORDS: readonly (readonly [RegExp, Status])[] = [
  [/\bon hold\b|\bpaused\b/, "paused"],
  [/\bcancel|\blost\b|\bdeclined\b/, "canceled"],
  [/\bquote|\bestimat|\bbid\b|\blead\b|\bpending approval\b/, "quoted"],
  [/\barchived\b|\bcompleted?\b|\bclosed\b|\bdone\b|\bfinished\b|\binvoic|\bpaid\b/, "done"],
  [
    /\bactive\b|\bin progress\b|\blate\b|\btoday\b|\baction required\b|\bending within\b|\bopen\b|\bstarted\b/,
    "active",
  ],
  [/\bupcoming\b|\b(?:un)?scheduled\b|\bplanned\b|\bnew\b|\bnot started\b|\bwon\b|\bapproved\b/, "planned"],
];

/** Null for an empty cell, undefined for a word we don’t know. */
export function statusIn(text: string): Status | null | undefined {
  const words = plainHeader(text);
  if (!words) return null;
  return WORDS.find(([pattern]) => pattern.test(words))?.[1];
}
