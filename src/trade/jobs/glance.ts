import type { ShownRecord, Store } from "#ground/sync/public.tsx";
import type { Job } from "./rules.ts";

/** One thing that a tool says of a job: "2 waiting for a signature", "Today’s log not started". */
export interface GlanceLine {
  readonly text: string;
  /** Whether this person should act: now, or already late. Without it, it is only good to know. */
  readonly needs?: "now" | "late";
  /** Where to act, below `/account/job/{id}/`; the tool's first screen without it. */
  readonly path?: string;
}

/** Whose glance it is, and when. */
export interface GlanceAt {
  readonly job: Job;
  /** "2026-11-29", where the job is. */
  readonly today: string;
  /** IANA zone of the job. */
  readonly zone: string;
  readonly account: string;
  readonly user: string;
  /** An owner or a manager. */
  readonly isManager: boolean;
  readonly isGuest: boolean;
  /** Whether a tool of this business has safety lists and actions as its own; other tools leave them out. */
  readonly hasActions: boolean;
  /** Photos of the job from every tool, by hash; null where nobody counts them, as over many jobs. */
  readonly photos: ReadonlySet<string> | null;
}

/** What a tool shows of itself on a job's page, from the records on the device. */
export interface Glance {
  /** The kinds of records that it reads. */
  readonly kinds: readonly string[];
  /**
   * What matters most, first; lines that need somebody come before the others. The job's page shows two.
   * Pure.
   * @param of the job's records of a kind
   */
  glanceOf(of: (kind: string) => readonly ShownRecord[], at: GlanceAt): readonly GlanceLine[];
}

/** "1 issue", "3 issues". */
export const countOf = (count: number, one: string, many = `${one}s`): string =>
  `${count} ${count === 1 ? one : many}`;

/** A line for a count, or nothing for none. */
export const lineFor = (
  count: number,
  text: (count: number) => string,
  more: Omit<GlanceLine, "text"> = {},
): readonly GlanceLine[] => (count > 0 ? [{ text: text(count), ...more }] : []);

const URGENCY = { late: 0, now: 1, no: 2 } as const;

interface Glancing {
  readonly word: string;
  glance?(): Promise<{ readonly default: Glance }>;
}

/** What each tool says of a job, by its word; tools without a glance are left out. */
export async function readGlances(
  store: Store,
  tools: readonly Glancing[],
  at: GlanceAt,
): Promise<ReadonlyMap<string, readonly GlanceLine[]>> {
  const read = new Map<string, Promise<ShownRecord[]>>();
  // Two tools may read the same kind, such as issues.
  const recordsOf = (kind: string) => {
    const known = read.get(kind) ?? store.recordsOf(kind, at.job.id);
    read.set(kind, known);
    return known;
  };
  const found = await Promise.all(
    tools.map(async ({ word, glance }) => {
      if (!glance) return [];
      const { default: source } = await glance();
      const records = new Map(
        await Promise.all(source.kinds.map(async (kind) => [kind, await recordsOf(kind)] as const)),
      );
      const lines = source.glanceOf((kind) => records.get(kind) ?? [], at);
      // What needs somebody comes first, late before the rest, whatever the tool's own order.
      return [
        [
          word,
          lines.toSorted((one, other) => URGENCY[one.needs ?? "no"] - URGENCY[other.needs ?? "no"]),
        ] as const,
      ];
    }),
  );
  return new Map(found.flat());
}
