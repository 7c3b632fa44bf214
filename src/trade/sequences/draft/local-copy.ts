import type { DraftText } from "./draft.ts";

// What could not be saved yet stays on this device, until it is.

/** A text that the server does not have. */
export interface KeptHere {
  readonly basis: number;
  readonly text: DraftText;
}

const keyOf = (sequenceId: string) => `sequence:${sequenceId}`;

/** Keeps a text; where the device has no room there is nothing to be done, and it stays in the page. */
export function keepHere(sequenceId: string, kept: KeptHere): void {
  try {
    localStorage.setItem(keyOf(sequenceId), JSON.stringify(kept));
  } catch {
    // Full or forbidden.
  }
}

export function forgetHere(sequenceId: string): void {
  try {
    localStorage.removeItem(keyOf(sequenceId));
  } catch {
    // Forbidden.
  }
}

/** What was kept, where there is something and it is whole. */
export function keptHere(sequenceId: string): KeptHere | null {
  try {
    const kept = JSON.parse(localStorage.getItem(keyOf(sequenceId)) ?? "null") as KeptHere | null;
    return kept && Array.isArray(kept.text.steps) && typeof kept.basis === "number" ? kept : null;
  } catch {
    return null;
  }
}
