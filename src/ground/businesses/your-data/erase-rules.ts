import type { Role } from "../rules.ts";

/** A business a person belongs to, with what decides its fate when they delete their account. */
export interface Holding {
  readonly accountId: string;
  readonly name: string | null;
  readonly role: Role;
  readonly others: number;
  readonly otherOwners: number;
}

/** What happens to a business when that person's account is deleted. */
export type Fate = "erased" | "left" | "blocking";

/**
 * Businesses in which the person is alone are erased with their account. A business with other people needs
 * an owner, so its only owner must hand it over first.
 */
export function fateOf({
  role,
  others,
  otherOwners,
}: Pick<Holding, "role" | "others" | "otherOwners">): Fate {
  if (others === 0) return "erased";
  return role === "owner" && otherOwners === 0 ? "blocking" : "left";
}

/** The text an owner types to close the business: its name, or "close" if it has none. */
export const confirmationText = (name: string | null): string => name?.trim() || "close";

/** Whether the typed text matches, ignoring case and spacing. */
export function isTyped(typed: string, expected: string): boolean {
  const plain = (text: string) => text.normalize("NFKC").replace(/\s+/gu, " ").trim().toLowerCase();
  return plain(typed) === plain(expected) && plain(expected) !== "";
}

/** Tables counted before they are erased, with singular and plural. */
export const COUNTED: Readonly<Record<string, readonly [one: string, several: string]>> = {
  leads: ["lead", "leads"],
  magnets: ["guide", "guides"],
  drips: ["draft follow-up", "draft follow-ups"],
  mail_messages: ["message", "messages"],
};

/** `12 leads, 1 guide`; an empty string for none. */
export function formatCounts(counts: Readonly<Record<string, number>>): string {
  return Object.entries(COUNTED)
    .map(([table, [one, several]]) => ({ count: counts[table] ?? 0, one, several }))
    .filter(({ count }) => count > 0)
    .map(({ count, one, several }) => `${count.toLocaleString("en-US")} ${count === 1 ? one : several}`)
    .join(", ");
}
