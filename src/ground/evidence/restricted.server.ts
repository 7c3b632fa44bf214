import type { AccountContext } from "#platform/db/scope.server.ts";
import type { Entry } from "./rules.ts";

let kinds: () => readonly string[] = () => [];

/** Registers the kinds whose entries only owners and managers read. Called once per process. */
export const setRestrictedKinds = (read: () => readonly string[]): void => void (kinds = read);

/** Whether the acting person doesn't read an entry, such as what a sub asks for. */
export type IsRestricted = (entry: Pick<Entry, "kind">) => boolean;

export function restrictedFor({ member }: AccountContext): IsRestricted {
  // Nobody is acting when the product itself reads.
  if (member === null || member.role === "owner" || member.role === "manager") return () => false;
  const hidden = new Set(kinds());
  return ({ kind }) => hidden.has(kind);
}
