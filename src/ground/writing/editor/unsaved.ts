import { data } from "react-router";
import type { Fields } from "./edit-text.ts";

/** What somebody typed and has not saved, as this browser keeps it. */
export interface Unsaved {
  /** The version they began from. */
  readonly basis: number;
  /** When, in milliseconds since 1970. */
  readonly at: number;
  readonly fields: Fields;
}

/**
 * Keeps what was typed in this tab. A browser that keeps nothing, or is full, is left alone: the page warns
 * before it is left.
 */
export function saveUnsaved(key: string, unsaved: Unsaved): void {
  try {
    sessionStorage.setItem(key, JSON.stringify(unsaved));
  } catch {
    // Private windows and full stores: nothing to be done, and nothing is lost yet.
  }
}

/** What this tab kept, if anything. */
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

/** What a form of a text is told when it was not saved. */
export interface NotSaved {
  readonly errors: Readonly<Record<string, string>>;
  readonly message: string;
}

/**
 * Sends a form to the server; what was typed stays in the page when the way there is broken, and is forgotten
 * by this tab once it is saved.
 * @param key under which this tab keeps it
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
    // What a browser throws when there is no way to the server.
    if (error instanceof TypeError) return offline();
    throw error;
  }
}

const offline = () =>
  data<NotSaved>(
    {
      errors: {},
      message:
        "There is no connection. What you typed is still here, and this browser keeps it. Save again once you are online.",
    },
    { status: 503 },
  );
