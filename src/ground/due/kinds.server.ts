import type { AccountContext } from "#platform/db/scope.server.ts";
import type { dueItems } from "./tables.server.ts";

export type DueItem = typeof dueItems.$inferSelect;

/** What a person must do, in words. */
export interface DueText {
  /** "Log of Friday, November 20". */
  readonly title: string;
  /** The job's name. */
  readonly job: string;
  /** Where to do it: a page of the job, at the day or the record. */
  readonly path: string;
  /** "Write the log". */
  readonly action: string;
  /** When it is to be done, if people are reminded before that; otherwise when they are. */
  readonly by?: Temporal.Instant;
  readonly mail: DueMailText;
}

/** A reminder's text: in full when it is about one thing, in a list when it is about several. */
export interface DueMailText {
  readonly subject: string;
  readonly paragraphs: readonly string[];
  /** Who asks for it, and when. */
  readonly reason: string;
  /** How often the email comes, and who can turn it off. */
  readonly closing: readonly string[];
}

/** A kind of thing to do. */
export interface DueKind {
  readonly kind: string;
  /**
   * What an item is, in words; null for one that needs no doing anymore, such as of a removed job.
   * @param items of this kind @returns in their order
   */
  describe(ctx: AccountContext, items: readonly DueItem[]): Promise<readonly (DueText | null)[]>;
  /**
   * Between these hours, where the job is, people are reminded of it; a reminder that falls into the night
   * goes out in the morning. Without them, at any hour.
   */
  readonly hours?: { readonly from: number; readonly to: number };
  /** For what the clock makes due. A kind whose items are saved by commands has none. */
  readonly clock?: {
    /** Ids of accounts that aren't suspended and may have something due, after `after`, in order. */
    accounts(after: string, most: number): Promise<readonly string[]>;
    /** Saves what is due now, with `saveDue`. Called every five minutes for each of the accounts. */
    find(ctx: AccountContext): Promise<void>;
  };
}

const kinds = new Map<string, DueKind>();

/** Registers a kind. Call once per process. */
export function defineDueKind(kind: DueKind): void {
  kinds.set(kind.kind, kind);
}

export const dueKinds = (): readonly DueKind[] => [...kinds.values()];

/** Whether nobody is reminded of an item of this kind at this time. */
export function isQuiet(kind: string, at: Temporal.Instant, timeZone: string): boolean {
  const hours = kinds.get(kind)?.hours;
  if (!hours) return false;
  const { hour } = at.toZonedDateTimeISO(timeZone);
  return hour < hours.from || hour >= hours.to;
}

/** Pairs items with their words, in order, without those that need no doing anymore. */
export async function describeItems(
  ctx: AccountContext,
  items: readonly DueItem[],
): Promise<{ readonly item: DueItem; readonly text: DueText }[]> {
  const texts = new Map<DueItem, DueText>();
  for (const [name, ofKind] of Map.groupBy(items, ({ kind }) => kind)) {
    const described = (await kinds.get(name)?.describe(ctx, ofKind)) ?? [];
    for (const [at, text] of described.entries()) if (text) texts.set(ofKind[at]!, text);
  }
  return items.flatMap((item) => {
    const text = texts.get(item);
    return text ? [{ item, text }] : [];
  });
}
