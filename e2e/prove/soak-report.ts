import { summary, type KillsResult } from "./kills.ts";
import type { Violation } from "./judge.ts";
import type { Sample, Trouble, Written } from "./soak-load.ts";
import type { MemoryTrend } from "./soak-memory.ts";
import type { Kill } from "./world.ts";

/** One soak, finished and judged. */
export interface SoakResult {
  readonly seed: number;
  /** How long it was planned for, and how long the load ran. */
  readonly minutes: number;
  readonly ran: number;
  /** Milliseconds since 1970. */
  readonly from: number;
  readonly to: number;
  readonly kills: readonly Kill[];
  readonly written: readonly Written[];
  readonly samples: readonly Sample[];
  readonly troubles: readonly Trouble[];
  readonly violations: readonly Violation[];
  readonly trends: readonly MemoryTrend[];
  /** Of the leads and their follow-up. */
  readonly leads: Omit<KillsResult, "report">;
  /** Emails to the businesses themselves, and how many of these are copies. */
  readonly own: { readonly accepted: number; readonly copies: number };
}

/** How long after a kill clients may see errors: everything starts, and dead connections are noticed. */
const RECOVERY_MS = 15_000;

const table = (head: readonly string[], rows: readonly (readonly (string | number)[])[]) =>
  [head, head.map((_, at) => (at ? "---:" : "---")), ...rows]
    .map((cells) => `| ${cells.join(" | ")} |`)
    .join("\n");
const quantile = (values: readonly number[], at: number): string => {
  const found = values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * at))];
  return found === undefined ? "–" : found.toFixed(found < 10 ? 1 : 0);
};

/** A process that lived for less is warming up most of the time. */
const LONG_MINUTES = 45;
const isLong = ({ minutes }: MemoryTrend): boolean => minutes >= LONG_MINUTES;

/** Those of the processes that lived long whose memory grew. */
export const grownOf = ({ trends }: Pick<SoakResult, "trends">): MemoryTrend[] =>
  trends.filter((one) => isLong(one) && !one.isFlat);

function memoryInWords(result: SoakResult): string {
  if (!result.trends.some(isLong)) return "too short to say whether memory is flat";
  const grown = grownOf(result);
  return grown.length ? `MEMORY GREW: ${grown.map(({ name }) => name).join(", ")}` : "memory was flat";
}

/** The figures as paragraphs of Markdown. */
export function soakReport(result: SoakResult): string[] {
  const { seed, minutes, ran, from, to, kills, written, samples, troubles, violations, trends } = result;
  const requests = samples.length + troubles.length;
  const byKind = (all: readonly Written[]) => Map.groupBy(all, ({ kind }) => kind);
  const told = byKind(written.filter(({ acknowledgedAt }) => acknowledgedAt !== undefined));
  const kinds = [...Map.groupBy(kills, ({ kind }) => kind)].toSorted(([a], [b]) => a.localeCompare(b));
  const away = kills.map((one) => [one.from, one.to + RECOVERY_MS] as const);
  const unexplained = troubles.filter(({ at }) => !away.some(([begin, end]) => at >= begin && at <= end));
  return [
    `Seed ${seed}, ${minutes} minutes planned, ${ran.toFixed(0)} run: ${kills.length} kills, ${violations.length ? `${violations.length} RULES BROKEN` : "every rule held"}; ${memoryInWords(result)}. The same plan again with \`SOAK_SEED=${seed} SOAK_MINUTES=${minutes}\`.`,
    `${requests.toLocaleString("en-US")} requests of people in four accounts, ${(requests / (ran * 60)).toFixed(1)} a second, beside the leads below.`,
    "### Kept",
    table(
      ["Written", "Tried", "Acknowledged", "Stored once"],
      [...byKind(written)].map(([kind, all]) => {
        const count = told.get(kind)?.length ?? 0;
        return [kind, all.length, count, violations.length ? "see above" : count];
      }),
    ),
    `${result.own.accepted} emails went to the businesses themselves; ${result.own.copies} of them were copies. A lead’s step must not go twice; an alert may, after a kill.`,
    "### Killed",
    table(
      ["Killed", "Times"],
      kinds.map(([kind, all]) => [kind, all.length]),
    ),
    "### Memory",
    "Megabytes resident (of PostgreSQL: private to its processes) of the last process of each name, sampled every 10 s. Flat: the last third’s median is at most 10 % or 15 MB over the first third’s, after a warm-up of ten minutes or a fifth of its life; said of those that lived long enough.",
    table(
      [
        "Process",
        "Minutes",
        "at 10 min",
        "at half",
        "at the end",
        "first third",
        "last third",
        "MB an hour",
        "Flat",
      ],
      trends.map((one) => [
        one.name,
        one.minutes.toFixed(0),
        ...one.shown.map((mb) => mb.toFixed(0)),
        ...[one.firstThird, one.lastThird].map((mb) => mb.toFixed(0)),
        ...(isLong(one) ? [one.mbPerHour.toFixed(1), one.isFlat ? "yes" : "no"] : ["–", "–"]),
      ]),
    ),
    "### Times",
    "Milliseconds to the last byte of the try that worked, in the first and the last quarter:",
    table(
      ["What", "Count", "p50", "p95", "last p50", "last p95"],
      [...Map.groupBy(samples, ({ what }) => what)]
        .toSorted(([a], [b]) => a.localeCompare(b))
        .map(([what, all]) => {
          const quarter = (to - from) / 4;
          const took = (some: readonly Sample[]) => some.map((one) => one.took);
          const [first, last] = [
            took(all.filter(({ at }) => at < from + quarter)),
            took(all.filter(({ at }) => at >= to - quarter)),
          ];
          return [
            what,
            all.length,
            ...[quantile(first, 0.5), quantile(first, 0.95), quantile(last, 0.5), quantile(last, 0.95)],
          ];
        }),
    ),
    `### Errors that were tried again\n\n${troubles.length} requests failed and were tried again until they worked; ${unexplained.length} of them more than ${RECOVERY_MS / 1000} s after a kill.`,
    table(
      ["Answer", "Times"],
      [...Map.groupBy(troubles, ({ answer }) => String(answer))].map(([answer, all]) => [answer, all.length]),
    ),
    "### Leads and their follow-up",
    summary(result.leads),
  ];
}
