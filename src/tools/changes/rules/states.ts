import { readNumber, readOneOf, readRecord, readText, type Values } from "#ground/sync/public.ts";

/** Where a change stands, as its approvers and our people decided; the server writes it. */
export const STATES = [
  "draft",
  "sent",
  "viewed",
  "asked",
  "approved",
  "declined",
  "unpaid",
  "dropped",
  "expired",
  "withdrawn",
  "voided",
] as const;
export type State = (typeof STATES)[number];

/** What follows from a state. */
interface StateRules {
  readonly label: string;
  /** The states that may follow. */
  readonly next: readonly State[];
  /** Whether its approvers have it and haven't decided. */
  readonly isOpen?: true;
  /** Whether its work isn't approved, so nobody pays for it yet. */
  readonly isAtRisk?: true;
  /** Why follow-up on the state before ends, in the history of a lead; it goes on without. */
  readonly stops?: string;
  /** What webhooks hear. */
  readonly event?: { readonly name: `change.${string}`; readonly label: string };
}

export const STATE_RULES: Readonly<Record<State, StateRules>> = {
  draft: { label: "Not sent", next: ["sent"], isAtRisk: true },
  sent: {
    label: "Sent",
    event: { name: "change.sent", label: "A change was sent" },
    next: ["sent", "viewed", "asked", "approved", "declined", "expired", "withdrawn"],
    isOpen: true,
    isAtRisk: true,
    stops: "a new revision was sent",
  },
  viewed: {
    label: "Viewed",
    event: { name: "change.viewed", label: "A client viewed a change" },
    next: ["sent", "asked", "approved", "declined", "expired", "withdrawn"],
    isOpen: true,
    isAtRisk: true,
  },
  asked: {
    label: "Question",
    next: ["sent", "approved", "declined", "expired", "withdrawn"],
    isOpen: true,
    isAtRisk: true,
    stops: "they replied",
  },
  approved: {
    label: "Approved",
    event: { name: "change.approved", label: "A change was approved" },
    next: ["voided"],
    stops: "they approved it",
  },
  // The person who declined may still approve.
  declined: {
    label: "Declined",
    event: { name: "change.declined", label: "A change was declined" },
    next: ["sent", "approved", "unpaid", "dropped"],
    stops: "they declined it",
  },
  // Declined work that is done anyway, which the person who declined may still approve.
  unpaid: { label: "At our cost", next: ["sent", "approved", "dropped"] },
  dropped: { label: "Dropped", next: ["sent"] },
  expired: { label: "Expired", next: ["sent"], isAtRisk: true, stops: "it expired" },
  withdrawn: { label: "Withdrawn", next: ["sent"], isAtRisk: true, stops: "you withdrew it" },
  voided: { label: "Voided", event: { name: "change.voided", label: "A change order was voided" }, next: [] },
};

/** Whether its approvers have it and haven't decided. */
export const isOpen = (state: State): boolean => STATE_RULES[state].isOpen === true;

/** Whether what it says can't change any more: it counts, or counted, in the contract sum. */
export const isFrozen = (state: State): boolean => state === "approved" || state === "voided";

/** Whether a change in one state may go to another. */
export const canBecome = (from: State, to: State): boolean => STATE_RULES[from].next.includes(to);

/** Where a change stands, with the numbers it has so far. */
export interface Standing {
  readonly state: State;
  /** How many revisions were sent: 1 for R0. */
  readonly version: number;
  /** "PCO-001"; null until the server has it. */
  readonly pco: string | null;
  /** "COR-001"; null before it is sent. */
  readonly cor: string | null;
  /** "CO-001"; null before it is approved. */
  readonly co: string | null;
  /** What the last revision changes the contract sum by, in cents; null before it is sent. */
  readonly cents: number | null;
  /** What the last revision changes the completion date by. */
  readonly days: number;
}

const DRAFT: Standing = { state: "draft", version: 0, pco: null, cor: null, co: null, cents: null, days: 0 };

export function standingOf({ standing }: Values): Standing {
  const value = readRecord(standing);
  if (!value) return DRAFT;
  return {
    state: readOneOf(STATES, value["state"]) ?? "draft",
    version: readNumber(value["version"]) ?? 0,
    pco: readText(value["pco"]) || null,
    cor: readText(value["cor"]) || null,
    co: readText(value["co"]) || null,
    cents: readNumber(value["cents"]),
    days: readNumber(value["days"]) ?? 0,
  };
}

/** The number it goes by now; null until the server has it. */
export const numberOf = ({ pco, cor, co }: Pick<Standing, "pco" | "cor" | "co">): string | null =>
  co ?? cor ?? pco;

/** "R0" for the first version that is sent. */
export const revisionLabel = (version: number): string => `R${Math.max(0, version - 1)}`;

/** "COR-001 R1", or what it waits for. */
export const numberLine = (standing: Pick<Standing, "version" | "pco" | "cor" | "co">): string => {
  const number = numberOf(standing);
  if (number === null) return "Gets its number when it’s uploaded";
  return standing.version > 1 ? `${number} ${revisionLabel(standing.version)}` : number;
};
