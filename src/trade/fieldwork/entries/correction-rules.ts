/** An entry, as far as corrections and approvals go. */
export interface Correctable {
  readonly id: string;
  /** Whose it is: the account's id, or a guest's own. */
  readonly company: string;
  /** Id of the entry this one corrects. */
  readonly corrects: string | null;
  /** A manager's decision on a guest's entry. */
  readonly approved: boolean | null;
}

/**
 * Ids of entries replaced by corrections, and of corrections waiting for approval. A company can only correct
 * its own entries, and a guest's approved entry counts until its correction is approved.
 */
export function correctionsOf(entries: readonly Correctable[]): {
  readonly replaced: ReadonlySet<string>;
  readonly waiting: ReadonlySet<string>;
} {
  const byId = new Map(entries.map((entry) => [entry.id, entry]));
  const [replaced, waiting] = [new Set<string>(), new Set<string>()];
  for (const { id, company, corrects, approved } of entries) {
    const was = corrects === null ? undefined : byId.get(corrects);
    if (!was || approved === false || was.company !== company) continue;
    if (was.approved === true && approved === null) waiting.add(id);
    else replaced.add(was.id);
  }
  return { replaced, waiting };
}

/** Neither declined, nor replaced, nor corrections waiting for approval. */
export function effectiveEntries<T extends Correctable>(entries: readonly T[]): T[] {
  const { replaced, waiting } = correctionsOf(entries);
  return entries.filter(({ id, approved }) => approved !== false && !replaced.has(id) && !waiting.has(id));
}
