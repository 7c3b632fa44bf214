import { countText, foldForText } from "#platform/sms/segments.ts";
import { dayWords } from "#platform/time/format.ts";
import { type Issue, titleOf } from "../rules/issue.ts";
import type { FirmIssue, News } from "./reminders.ts";

export type ListedIssue = FirmIssue & Pick<Issue, "number" | "title" | "where" | "reason">;

const items = (count: number, kind = "") => `${count}${kind} ${count === 1 ? "item" : "items"}`;

/** "3 new items to fix": what a message is about, in a few words. @param all that wait for the firm */
export function headlineOf({ fresh, back, late, soon }: News, all: number): string {
  if (fresh.length > 0) return `${items(fresh.length, fresh.length < all ? " new" : "")} to fix`;
  if (back.length > 0) return `${items(back.length)} to fix again`;
  if (late.length > 0) return `${items(late.length)} past due`;
  if (soon.length > 0) return `${items(soon.length)} due soon`;
  return `${items(all)} to fix`;
}

/** "PL-004 · Paint the soffit (Kitchen), due Dec 1, 2026" */
const lineOf = (issue: ListedIssue): string =>
  [
    `${titleOf(issue)}${issue.where ? ` (${issue.where})` : ""}`,
    ...(issue.due ? [`due ${dayWords(Temporal.PlainDate.from(issue.due))}`] : []),
  ].join(", ");

/** Lines of an email before "and 12 more". */
const MOST_LINES = 20;

function paragraphOf(heading: string, issues: readonly ListedIssue[], lineFor = lineOf): string[] {
  if (issues.length === 0) return [];
  const more = issues.length - MOST_LINES;
  return [
    [heading, ...issues.slice(0, MOST_LINES).map(lineFor), ...(more > 0 ? [`and ${more} more`] : [])].join(
      "\n",
    ),
  ];
}

/** The paragraphs of an email. Without news it lists everything that waits for the firm. */
export function paragraphsOf(
  { fresh, back, late, soon }: News<ListedIssue>,
  all: readonly ListedIssue[],
): string[] {
  const told = [
    ...paragraphOf("Not accepted yet:", back, (one) => `${lineOf(one)}: ${one.reason ?? ""}`),
    ...paragraphOf("Past due:", late),
    ...paragraphOf("Due soon:", soon),
    ...paragraphOf(fresh.length < all.length ? "New:" : "To fix:", fresh),
  ];
  return told.length > 0 ? told : paragraphOf("To fix:", all);
}

/** A text of one part has this many septets. */
const ONE_PART = 160;
const STOP = "Reply STOP to opt out";

/** Without letters that would make the text cost twice. */
const plain = (words: string): string =>
  Array.from(foldForText(words), (sign) => (isPlain(sign) ? sign : unaccented(sign))).join("");
const isPlain = (sign: string) => countText(sign).encoding === "GSM-7";
const unaccented = (sign: string) => Array.from(sign.normalize("NFKD")).filter(isPlain).join("");

/** "Hale Decks: 3 new items to fix at 14 Elm Street. https://… Reply STOP to opt out", in one part. */
export function textOf(business: string, headline: string, job: string, url: string): string {
  const write = (name: string, place: string) =>
    `${name}: ${headline}${place ? ` at ${place}` : ""}.\n${url}\n${STOP}`;
  const units = (text: string) => countText(text).units;
  let [name, place] = [plain(business), plain(job)];
  while (place && units(write(name, place)) > ONE_PART) place = place.slice(0, -1).trimEnd();
  if (place.length < Math.min(8, plain(job).length)) place = "";
  while (name.length > 1 && units(write(name, place)) > ONE_PART) name = name.slice(0, -1).trimEnd();
  return write(name, place);
}
