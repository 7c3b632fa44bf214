import type { DraftText } from "./draft.ts";

// Unsaved text is stored on this device until the server has it.

export interface LocalCopy {
  readonly basis: number;
  readonly text: DraftText;
}

const keyOf = (sequenceId: string) => `sequence:${sequenceId}`;

/** Stores a text on this device. Does nothing if storage is full or blocked. */
export function saveLocally(sequenceId: string, copy: LocalCopy): void {
  try {
    localStorage.setItem(keyOf(sequenceId), JSON.stringify(copy));
  } catch {
    // Full or blocked.
  }
}

export function deleteLocalCopy(sequenceId: string): void {
  try {
    localStorage.removeItem(keyOf(sequenceId));
  } catch {
    // Blocked.
  }
}

/** Loads the stored text; null if there is none or it is damaged. */
export function loadLocalCopy(sequenceId: string): LocalCopy | null {
  try {
    const copy = JSON.parse(localStorage.getItem(keyOf(sequenceId)) ?? "null") as LocalCopy | null;
    return copy && Array.isArray(copy.text.steps) && typeof copy.basis === "number" ? copy : null;
  } catch {
    return null;
  }
}
