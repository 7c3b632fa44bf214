import { readRecord } from "#ground/sync/public.ts";
import { type TalkText, textOf } from "../rules/text.ts";

/** A talk of content/talks: its words, and what it is suggested by. */
export interface LibraryTalk {
  readonly text: TalkText;
  readonly trades: readonly string[];
  /** Words in the weather or the day’s work that suggest it: "wind", "roof". */
  readonly when: readonly string[];
}

const files = import.meta.glob<unknown>("/content/talks/*.json", { eager: true, import: "default" });
const wordsOf = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : []);

/** Every talk, by its English title. All of them are on the device with the screens that import this. */
export const library: readonly LibraryTalk[] = Object.values(files)
  .flatMap((file) => {
    const [text, fields] = [textOf(file), readRecord(file)];
    return text && fields ? [{ text, trades: wordsOf(fields["trades"]), when: wordsOf(fields["when"]) }] : [];
  })
  .toSorted((one, other) => one.text.title.en.localeCompare(other.text.title.en, "en-US"));

export const findTalk = (slug: string): LibraryTalk | undefined =>
  library.find(({ text }) => text.slug === slug);
