import type { DripText } from "#ground/writing/public.server.ts";

/** Names of the kinds of leads, in the form and the documents. */
export const LEAD_LABELS: Readonly<Record<DripText["leadType"], string>> = {
  cold: "Cold Lead",
  demo: "Requested Demo",
  trial: "Started Free Trial",
  purchase: "Did Not Complete Purchase",
};

/** What the labels mean to a contractor. */
export const LEAD_MEANINGS: Readonly<Record<DripText["leadType"], string>> = {
  cold: "never asked you for anything",
  demo: "asked for a visit or a price",
  trial: "began with something small",
  purchase: "has your price and hasn’t said yes",
};

/** The same in a row, for the form. */
export const LEAD_HINT = `Cold: ${LEAD_MEANINGS.cold}. Demo: ${LEAD_MEANINGS.demo}. Trial: ${LEAD_MEANINGS.trial}. Purchase: ${LEAD_MEANINGS.purchase}.`;

/** When an email goes out, counted from the first one. */
export const dayOf = (day: number): string =>
  day === 0 ? "Right away" : day === 1 ? "After 1 day" : `After ${day} days`;

/** Explains the one placeholder and what to write instead. */
export const PLACEHOLDER_NOTE =
  '{{first_name}} is your lead’s first name. If you don’t know it, use "there".';

export const countOf = ({ emails, scripts }: Pick<DripText, "emails" | "scripts">): string =>
  `${counted(emails.length, "email")} and ${counted(scripts.length, "call script")}`;

const counted = (count: number, word: string) => `${count} ${word}${count === 1 ? "" : "s"}`;

/** The preview line of an email in a mail program: its first sentence after the greeting. */
export function previewOf(body: string): string {
  const paragraphs = body.split(/\n\s*\n/);
  const opening = paragraphs.find((paragraph) => !paragraph.trim().endsWith(",")) ?? paragraphs[0] ?? "";
  const sentence = /^.*?[.?!](?=\s|$)/s.exec(opening)?.[0] ?? opening;
  const letters = Array.from(sentence.replace(/\s+/g, " ").trim());
  return letters.length > 140 ? `${letters.slice(0, 139).join("")}…` : letters.join("");
}

/** In characters. */
export const TITLE_LIMIT = 200;
