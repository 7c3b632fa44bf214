import type { DraftText } from "./draft.ts";

// Unsaved text is stored on this device until the server has it.

export interface LocalCopy {
  readonly basis: number;
  readonly text: DraftText;
}

const keyOf = (sequenceId: string) => `sequence:${sequenceId}`;

/** Stores a text on this device. Does nothing if storage is full or blocked. */
export function saveLocally(sequenceId: string, kept: LocalCopy): void {
  try {
    localStorage.setItem(keyOf(sequenceId), JSON.stringify(kept));
  } catch {}
}

export function deleteLocalCopy(sequenceId: string): void {
  try {
    localStorage.removeItem(keyOf(sequenceId));
  } catch {}
}

/** Loads the stored text; null if there is none or it is damaged. */
export function loadLocalCopy(sequenceId: string): LocalCopy | null {
  try {
    const kept = JSON.parse(localStorage.getItem(keyOf(sequenceId)) ?? "null") as LocalCopy | null;
    return kept && Array.isArray(kept.text.steps) && typeof kept.basis === "number" ? kept : null;
  } catch {
    return null;
  }
}
