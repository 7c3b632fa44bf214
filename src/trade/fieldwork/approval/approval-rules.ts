/** Who asks for a move. */
export interface Standing {
  /** Owner or manager. */
  readonly isManager: boolean;
  /** What moves is their own, or their company's. */
  readonly isOwn: boolean;
}

/** One way from a state to another, such as submitting or sending back. */
export interface Move<State extends string> {
  readonly from: readonly State[];
  readonly to: State;
  /** An author's move is also a manager's; only the author is offered it. */
  readonly by: "author" | "manager";
  /** On the button. Without it no button offers the move, but it is allowed. */
  readonly label?: string;
  /** Shown once it is done. */
  readonly done?: string;
  /** What everyone waits for in this state. */
  readonly isMain?: true;
  /** A reason is asked for: `missing` is said if there is none, `longest` is in characters. */
  readonly reason?: { readonly label: string; readonly missing: string; readonly longest: number };
  /** Asked first, because it can't be undone; `confirm` is on the button that does it. */
  readonly question?: { readonly text: string; readonly confirm: string };
}

/** How something is submitted and approved: its states, the moves between them, and why not. */
export interface Approval<State extends string> {
  readonly moves: readonly Move<State>[];
  /** Why it stays in a state that only managers move it from, or nobody. */
  readonly stuck: Readonly<Partial<Record<State, string>>>;
  readonly notManager: string;
  readonly notOwn: string;
  /** Within a sentence: "A day that is open can't become approved." */
  readonly noun: string;
  readonly labels: Readonly<Record<State, string>>;
}

const isByManager = ({ by }: Pick<Move<string>, "by">): boolean => by === "manager";

/**
 * Why something can't move from a state to another; null when it can. Setting the same state is always
 * allowed, so that a change may be sent twice.
 */
export function refuseMove<State extends string>(
  { moves, stuck, notManager, notOwn, noun, labels }: Approval<State>,
  from: State,
  to: State,
  { isManager, isOwn }: Standing,
): string | null {
  if (from === to) return null;
  const impossible = `${noun} can’t go from ${labels[from].toLowerCase()} to ${labels[to].toLowerCase()}.`;
  const away = moves.filter((move) => move.from.includes(from));
  if (away.length === 0) return stuck[from] ?? impossible;
  const there = moves.filter((move) => move.to === to);
  if (!isManager && there.length > 0 && there.every(isByManager)) return notManager;
  if (!isManager && away.every(isByManager)) return stuck[from] ?? notManager;
  if (!isManager && !isOwn) return notOwn;
  return away.some((move) => move.to === to) ? null : impossible;
}

/** The moves that a person is offered, in the order of the table. */
export const movesFrom = <State extends string>(
  { moves }: Pick<Approval<State>, "moves">,
  from: State,
  { isManager, isOwn }: Standing,
): Move<State>[] =>
  moves.filter(
    (move) => move.label !== undefined && move.from.includes(from) && (isByManager(move) ? isManager : isOwn),
  );
