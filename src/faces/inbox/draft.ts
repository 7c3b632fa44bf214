import { useSyncExternalStore } from "react";

/** Unsent input, saved in this tab. */
export interface Typed {
  /** The id of the answer it becomes, so that we know when it has been sent. */
  readonly id: string;
  readonly via: "mail" | "text";
  readonly subject: string;
  readonly body: string;
}

const keyOf = (leadId: string) => `answer ${leadId}`;
const listeners = new Set<() => void>();
/** Private windows and full stores save nothing; then it lasts as long as the page. */
const instead = new Map<string, string>();

/** Saves unsent input in this tab; null deletes it. */
export function saveTyped(leadId: string, typed: Typed | null): void {
  const key = keyOf(leadId);
  const kept = typed && JSON.stringify(typed);
  try {
    if (kept === null) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, kept);
    instead.delete(key);
  } catch {
    if (kept === null) instead.delete(key);
    else instead.set(key, kept);
  }
  for (const tell of listeners) tell();
}

function readKept(key: string): string | null {
  try {
    return instead.get(key) ?? sessionStorage.getItem(key);
  } catch {
    return instead.get(key) ?? null;
  }
}

function typedIn(kept: string | null): Typed | null {
  try {
    const { id, via, subject, body } = (JSON.parse(kept ?? "null") ?? {}) as Partial<Typed>;
    const isWhole = typeof id === "string" && typeof subject === "string" && typeof body === "string";
    return isWhole && (via === "mail" || via === "text") ? { id, via, subject, body } : null;
  } catch {
    return null;
  }
}

function listen(tell: () => void): () => void {
  listeners.add(tell);
  return () => listeners.delete(tell);
}

/** The saved input for an answer to a lead; null when there is none, and on the server. */
export function useTyped(leadId: string): Typed | null {
  const kept = useSyncExternalStore(
    listen,
    () => readKept(keyOf(leadId)),
    () => null,
  );
  return typedIn(kept);
}
