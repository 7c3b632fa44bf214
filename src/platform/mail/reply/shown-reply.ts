import { splitReply, unquoted } from "./split-reply.ts";

/** A reply as displayed: the person's words, and the quoted text, folded. */
export interface ShownReply {
  readonly words: string;
  readonly quoted: string;
}

const ANSWER_SUBJECT =
  /^\s*(?:re|aw|sv|vs|vá|antw|odp|ynt|res|rif|rv|tr|wg|fwd?|回复|答复|답장)(?:\[\d+\])?\s?[:：]/iu;

/**
 * The displayed form of a reply. Without own words, it shows their files, their own subject, or at last
 * whatever the mail contains; a reply with content never appears empty.
 */
export function shownReply({
  body,
  subject,
  files,
}: {
  readonly body: string | null | undefined;
  readonly subject: string | null | undefined;
  readonly files: readonly { readonly type: string }[];
}): ShownReply {
  const { words, quoted } = splitReply(body ?? "");
  if (words) return { words, quoted };
  const subjectText = subject?.trim() ?? "";
  const isOwnSubject = subjectText !== "" && !ANSWER_SUBJECT.test(subjectText);
  // A calendar response says in its subject whether they come.
  if (files.length && !(isOwnSubject && files.every(({ type }) => CALENDAR.test(type))))
    return { words: sentWords(files), quoted };
  if (isOwnSubject) return { words: subjectText, quoted };
  return { words: unquoted(quoted), quoted: "" };
}

const CALENDAR = /^(?:text\/calendar|application\/ics)$/;
const KINDS: readonly (readonly [RegExp, string, string])[] = [
  [/^image\//, "photo", "photos"],
  [/^video\//, "video", "videos"],
  [/^audio\//, "recording", "recordings"],
  [CALENDAR, "calendar reply", "calendar replies"],
];

/** `Sent 2 photos`, `Sent a photo and 2 files`. */
function sentWords(files: readonly { readonly type: string }[]): string {
  const left = new Map<string, number>();
  for (const { type } of files) {
    const kind = KINDS.find(([pattern]) => pattern.test(type));
    const [one, many] = kind ? [kind[1], kind[2]] : ["file", "files"];
    left.set(`${one}|${many}`, (left.get(`${one}|${many}`) ?? 0) + 1);
  }
  const parts = [...left].map(([words, count]) => {
    const [one, many] = words.split("|");
    return count === 1 ? `a ${one}` : `${count} ${many}`;
  });
  return `Sent ${parts.length > 1 ? `${parts.slice(0, -1).join(", ")} and ${parts.at(-1)}` : parts[0]}`;
}
