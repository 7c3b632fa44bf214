import { data } from "react-router";
import type { Fields } from "./edit-text.ts";

/** Unsaved text stored in this browser tab. */
export interface Unsaved {
  /** The version it is based on. */
  readonly basis: number;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly fields: Fields;
}

/** Stores unsaved text in this tab. Failures are ignored, because the page also warns before it is left. */
export function saveUnsaved(key: string, unsaved: Unsaved): void {
  try {
    sessionStorage.setItem(key, JSON.stringify(unsaved));
  } catch {
    // Private window or full storage; nothing is lost yet.
  }
}

/** Finds unsaved text in this tab. */
export function findUnsaved(key: string): Unsaved | undefined {
  try {
    const found = JSON.parse(sessionStorage.getItem(key) ?? "null") as Partial<Unsaved> | null;
    return typeof found?.basis === "number" &&
      typeof found.at === "number" &&
      typeof found.fields === "object" &&
      found.fields !== null
      ? { basis: found.basis, at: found.at, fields: found.fields }
      : undefined;
  } catch {
    return undefined;
  }
}

export function deleteUnsaved(key: string): void {
  try {
    sessionStorage.removeItem(key);
  } catch {
    // As above.
  }
}

/** Why a text was not saved. */
export interface NotSaved {
  readonly errors: Readonly<Record<string, string>>;
  readonly message: string;
}

/**
 * Submits a form. Typed text stays on the page when the connection fails, and is removed from the tab's
 * storage once saved.
 * @param key of the unsaved text
 */
export async function savingText<Answer>(
  key: string,
  serverAction: () => Promise<Answer>,
): Promise<Answer | ReturnType<typeof offline>> {
  try {
    return await serverAction();
  } catch (error) {
    if (error instanceof Response) {
      if (/[?&]saved\b/.test(error.headers.get("Location") ?? "")) deleteUnsaved(key);
      throw error;
    }
    // Browsers throw TypeError when the network fails.
    if (error instanceof TypeError) return offline();
    throw error;
  }
}

const offline = () =>
  data<NotSaved>(
    {
      errors: {},
      message:
        "You’re offline. What you typed is still here and saved in this browser. Save again when you’re back online.",
    },
    { status: 503 },
  );
