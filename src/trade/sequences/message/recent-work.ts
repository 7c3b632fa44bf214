/** On a line of its own in an email, it becomes pictures of recent work, or nothing. */
export const RECENT_WORK = "{{recent_work}}";

/** Pictures in one email. */
export const MOST_PICTURES = 2;

/** What an email shows of recent work. */
export interface RecentWorkBlock {
  readonly pictures: readonly { readonly url: string; readonly alt: string }[];
  /** The business's page: a full address. */
  readonly page: string;
}

/** Whether a text has it within a sentence, from which it couldn't be left out. */
export const isInSentence = (text: string): boolean =>
  text.split("\n").some((line) => line.includes(RECENT_WORK) && line.trim() !== RECENT_WORK);

/**
 * The paragraphs of a text without the placeholder, and where the pictures go.
 * @param hasPictures without any, a line that leads to them ("Here’s what we did nearby:") is left out too
 * @returns `at`: how many paragraphs are before them; null for none
 */
export function placeRecentWork(
  body: string,
  hasPictures: boolean,
): { readonly paragraphs: readonly string[]; readonly at: number | null } {
  const paragraphs: string[] = [];
  let at: number | null = null;
  for (const paragraph of body.split(/\n{2,}/)) {
    const [first = "", ...rest] = paragraph.split(RECENT_WORK);
    if (rest.length === 0) {
      paragraphs.push(paragraph);
      continue;
    }
    if (first.trim()) paragraphs.push(first.trim());
    if (hasPictures) at ??= paragraphs.length;
    else dropLeadIn(paragraphs);
    paragraphs.push(...rest.map((part) => part.trim()).filter(Boolean));
  }
  return { paragraphs, at };
}

/** Takes off a last sentence that ends in a colon. */
function dropLeadIn(paragraphs: string[]): void {
  const last = paragraphs.at(-1)?.trimEnd();
  if (!last?.endsWith(":")) return;
  paragraphs.pop();
  const before = /^(.*[.!?…]["”’)]?)\s+[^\n]*:$/s.exec(last)?.[1] ?? /^(.*)\n[^\n]*:$/s.exec(last)?.[1] ?? "";
  if (before.trim()) paragraphs.push(before.trim());
}
