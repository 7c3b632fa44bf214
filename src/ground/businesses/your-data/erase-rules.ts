import type { Role } from "../rules.ts";

/** A business that somebody belongs to, as it bears on their going. */
export interface Holding {
  readonly accountId: string;
  readonly name: string | null;
  readonly role: Role;
  /** Everybody else who belongs to it. */
  readonly others: number;
  /** Those of them who own it too. */
  readonly otherOwners: number;
}

/** What becomes of a business when that person's account is deleted. */
export type Fate = "erased" | "left" | "stands in the way";

/**
 * Whoever is alone takes the business along. A business with other people needs an owner, so its only one
 * must hand it over first.
 */
export function fateOf({
  role,
  others,
  otherOwners,
}: Pick<Holding, "role" | "others" | "otherOwners">): Fate {
  if (others === 0) return "erased";
  return role === "owner" && otherOwners === 0 ? "stands in the way" : "left";
}

/** What a business's owner types to close it: its name, or a word where it has none yet. */
export const confirmationText = (name: string | null): string => name?.trim() || "close";

/**
 * Whether somebody typed what they were asked to, whatever the case and the spaces: a slip of the shift key
 * is no change of mind.
 */
export function isTyped(typed: string, expected: string): boolean {
  const plain = (text: string) => text.normalize("NFKC").replace(/\s+/gu, " ").trim().toLowerCase();
  return plain(typed) === plain(expected) && plain(expected) !== "";
}

/** What is counted before it is erased, by table, and what one and several of it are called. */
export const COUNTED: Readonly<Record<string, readonly [one: string, several: string]>> = {
  leads: ["lead", "leads"],
  magnets: ["guide", "guides"],
  drips: ["lead drip", "lead drips"],
  mail_messages: ["message", "messages"],
};

/** `12 leads, 1 guide`; nothing where there is nothing. */
export function formatCounts(counts: Readonly<Record<string, number>>): string {
  return Object.entries(COUNTED)
    .map(([table, [one, several]]) => ({ count: counts[table] ?? 0, one, several }))
    .filter(({ count }) => count > 0)
    .map(({ count, one, several }) => `${count.toLocaleString("en-US")} ${count === 1 ? one : several}`)
    .join(", ");
}
