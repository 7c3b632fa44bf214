import type { DraftText } from "./draft.ts";

// Saves unsaved text on this device until the server has it.

export interface LocalCopy {
  readonly basis: number;
  readonly text: DraftText;
}

const keyOf = (sequenceId: string) => `sequence:${sequenceId}`;

/** Saves a text on this device. If storage is full or blocked, the text remains only in the page. */
export function saveLocally(sequenceId: string, kept: LocalCopy): void {
  try {
    localStorage.setItem(keyOf(sequenceId), JSON.stringify(kept));
  } catch {
    // Storage is full or blocked.
  }
}

export function deleteLocalCopy(sequenceId: string): void {
  try {
    localStorage.removeItem(keyOf(sequenceId));
  } catch {
    // Storage is blocked.
  }
}

/** Loads the saved text; null if there is none or it is damaged. */
export function loadLocalCopy(sequenceId: string): LocalCopy | null {
  try {
    const kept = JSON.parse(localStorage.getItem(keyOf(sequenceId)) ?? "null") as LocalCopy | null;
    return kept && Array.isArray(kept.text.steps) && typeof kept.basis === "number" ? kept : null;
  } catch {
    return null;
  }
}
