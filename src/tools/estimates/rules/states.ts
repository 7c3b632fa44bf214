import { readNumber, readOneOf, readRecord, readText, type Values } from "#ground/sync/public.ts";
import type { Choice } from "./totals.ts";

/** The states of an estimate. Only the server changes them (`setState`). */
export const STATES = [
  "draft",
  "sent",
  "viewed",
  "asked",
  "approved",
  "declined",
  "expired",
  "withdrawn",
] as const;
export type State = (typeof STATES)[number];

/** What follows from a state in lists, follow-up, webhooks, and the win rate. */
interface StateRules {
  readonly label: string;
  /** The states that may follow. */
  readonly next: readonly State[];
  /** Whether its client has it and hasn't decided. */
  readonly isOpen?: true;
  /** Whether its client has it and hasn't replied. */
  readonly isSilent?: true;
  /** Whether nothing about it changes any more. */
  readonly isFrozen?: true;
  /** Whether an email that was scheduled before this state isn't sent. */
  readonly stopsScheduled?: true;
  /** Whether it counts as won or lost. */
  readonly outcome?: "won" | "lost";
  /** Why follow-up on the state before ends, in the history of a lead. */
  readonly stops: string;
  /** A follow-up may begin with it: after "When somebody", and whether the sender must have chosen it. */
  readonly followUp?: { readonly label: string; readonly isChosen: boolean };
  /** What webhooks hear. */
  readonly event?: { readonly name: `estimate.${string}`; readonly label: string };
}

export const STATE_RULES: Readonly<Record<State, StateRules>> = {
  draft: { label: "Draft", next: ["sent"], stops: "it isn’t sent" },
  sent: {
    label: "Sent",
    next: ["sent", "viewed", "asked", "approved", "declined", "expired", "withdrawn"],
    isOpen: true,
    isSilent: true,
    stops: "a new version was sent",
    followUp: { label: "is sent an estimate", isChosen: true },
    event: { name: "estimate.sent", label: "An estimate was sent" },
  },
  viewed: {
    label: "Viewed",
    next: ["sent", "asked", "approved", "declined", "expired", "withdrawn"],
    isOpen: true,
    isSilent: true,
    stops: "they opened it",
    followUp: { label: "looks at an estimate", isChosen: true },
    event: { name: "estimate.viewed", label: "A client viewed an estimate" },
  },
  asked: {
    label: "Question",
    next: ["sent", "approved", "declined", "expired", "withdrawn"],
    isOpen: true,
    stopsScheduled: true,
    stops: "they replied",
    event: {
      name: "estimate.changes_requested",
      label: "A client asked about an estimate, or for a change",
    },
  },
  approved: {
    label: "Approved",
    next: [],
    isFrozen: true,
    outcome: "won",
    stops: "they approved it",
    followUp: { label: "approves an estimate", isChosen: false },
    event: { name: "estimate.approved", label: "A client approved an estimate" },
  },
  declined: {
    label: "Declined",
    // The person who declined may still approve.
    next: ["sent", "approved"],
    stopsScheduled: true,
    outcome: "lost",
    stops: "they declined it",
    followUp: { label: "declines an estimate without a reason", isChosen: false },
    event: { name: "estimate.declined", label: "A client declined an estimate" },
  },
  expired: { label: "Expired", next: ["sent"], outcome: "lost", stops: "it expired" },
  withdrawn: { label: "Withdrawn", next: ["sent"], stopsScheduled: true, stops: "you withdrew it" },
};

/** Whether a client has it and hasn't decided. */
export const isOpen = (state: State): boolean => STATE_RULES[state].isOpen === true;

/** The states in which its client has it and hasn't replied. */
export const SILENT: readonly State[] = STATES.filter((state) => STATE_RULES[state].isSilent);

/** Whether its client approved it: then nothing about it changes any more. */
export const isFrozen = (state: State): boolean => STATE_RULES[state].isFrozen === true;

/** Whether an estimate in one state may change to another. */
export const canBecome = (from: State, to: State): boolean => STATE_RULES[from].next.includes(to);

/** The field `standing`: what devices know of an estimate's state. The server writes it. */
export interface Standing {
  readonly state: State;
  /** 0 before the first is sent. */
  readonly version: number;
  /** "EST-2026-001"; null before the first is sent. */
  readonly number: string | null;
  /** What its client approved, with the total in cents; null before. */
  readonly approved: (Choice & { readonly cents: number }) | null;
}

const DRAFT: Standing = { state: "draft", version: 0, number: null, approved: null };

export function standingOf({ standing }: Values): Standing {
  const value = readRecord(standing);
  if (!value) return DRAFT;
  return {
    state: readOneOf(STATES, value["state"]) ?? "draft",
    version: readNumber(value["version"]) ?? 0,
    number: readText(value["number"]) || null,
    approved: readApproved(readRecord(value["approved"])),
  };
}

function readApproved(value: ReturnType<typeof readRecord>): Standing["approved"] {
  const cents = readNumber(value?.["cents"]);
  if (!value || cents === null) return null;
  const extras = Array.isArray(value["extras"]) ? value["extras"].map(readText) : [];
  return { option: readNumber(value["option"]) ?? 0, extras, cents };
}

/** "EST-2026-001, version 2"; says so until it has a number. */
export const numberLine = ({ number, version }: Standing): string =>
  number === null
    ? "Gets its number when you send it"
    : version > 1
      ? `${number}, version ${version}`
      : number;
