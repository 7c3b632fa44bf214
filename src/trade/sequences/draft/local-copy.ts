import type { DraftText } from "./draft.ts";

// What could not be saved yet stays on this device, until it is.

/** A text that the server does not have. */
export interface LocalCopy {
  readonly basis: number;
  readonly text: DraftText;
}

const keyOf = (sequenceId: string) => `sequence:${sequenceId}`;

/** Keeps a text; where the device has no room there is nothing to be done, and it stays in the page. */
export function saveLocally(sequenceId: string, kept: LocalCopy): void {
  try {
    localStorage.setItem(keyOf(sequenceId), JSON.stringify(kept));
  } catch {
    // Full or forbidden.
  }
}

export function deleteLocalCopy(sequenceId: string): void {
  try {
    localStorage.removeItem(keyOf(sequenceId));
  } catch {
    // Forbidden.
  }
}

/** What was kept, where there is something and it is whole. */
export function loadLocalCopy(sequenceId: string): LocalCopy | null {
  try {
    const kept = JSON.parse(localStorage.getItem(keyOf(sequenceId)) ?? "null") as LocalCopy | null;
    return kept && Array.isArray(kept.text.steps) && typeof kept.basis === "number" ? kept : null;
  } catch {
    return null;
  }
}
