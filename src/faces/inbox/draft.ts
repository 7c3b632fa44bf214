import { useSyncExternalStore } from "react";

/** What somebody typed and has not sent, as this tab keeps it. */
export interface Typed {
  /** Of the answer that it becomes, so that it is known once it was sent. */
  readonly id: string;
  readonly via: "mail" | "text";
  readonly subject: string;
  readonly body: string;
}

const keyOf = (leadId: string) => `answer ${leadId}`;
const listeners = new Set<() => void>();
/** Private windows and full stores keep nothing; then it lasts as long as the page. */
const instead = new Map<string, string>();

/** Keeps what was typed in this tab; null forgets it. */
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

/** What this tab kept of an answer to somebody; null where nothing is, and on the server. */
export function useTyped(leadId: string): Typed | null {
  const kept = useSyncExternalStore(
    listen,
    () => readKept(keyOf(leadId)),
    () => null,
  );
  return typedIn(kept);
}
