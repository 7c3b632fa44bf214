// No imports, because the editor's preview loads it too.

export interface StepWords {
  readonly subject: string;
  readonly body: string;
}

/** Claims that the reader asked, with replacements. */
const REPLACEMENTS: readonly (readonly [RegExp, string])[] = [
  [
    /\b(here(?:['’]s| is)|this is|i (?:have )?attached|attached is|enjoy) (?:the|your) ([^.!?\n,"“]{1,40}?) (?:that )?(?:you(?:['’]ve| have)?|u) (?:just )?(?:asked|requested|wanted|signed up|ordered)(?: (?:me|us))?(?: for)?\b/gi,
    "$1 a $2 for you",
  ],
  [/,? ?\b(?:just )?as (?:i |we )?(?:promised|requested|agreed|you (?:asked|requested|wished))\b/gi, ""],
  [
    /,? (?:that )?(?:you(?:['’]ve| have)?|u) (?:just )?(?:asked|requested|signed up)(?: (?:me|us))? for\b/gi,
    "",
  ],
  [/\byour requested\b/gi, "this"],
];

/** Other claims: the whole sentence is dropped. */
const CLAIMS =
  /\byou(?:['’]ve| have)? (?:just |recently |kindly |once )?(?:asked|requested|signed up|downloaded|ordered|filled (?:in|out)|left your|came to (?:my|our)|visited (?:my|our)|contacted|reached out|got in touch|wrote to (?:me|us))\b|\b(?:thanks|thank you) for (?:asking|your (?:request|interest|message|inquiry|enquiry|download|order)|requesting|downloading|signing up|visiting|getting in touch|reaching out|contacting|stopping by)\b|\b(?:as|i) promised\b|\bas (?:requested|you (?:asked|wished))\b|\byour request\b|\bsince you (?:asked|requested)\b/i;

/** Whether a text claims that its reader asked for something. */
export const claimsTheyAsked = (text: string): boolean => CLAIMS.test(text);

/**
 * Replaces or drops every sentence that claims the reader asked, for a reader who did not, such as a person
 * from a list.
 * @param reason how they came to us, for a first email; null if the footer is enough
 */
export function unaskedWording({ subject, body }: StepWords, reason: string | null): StepWords {
  const reworded = rewordClaims(body);
  const [greeting = "", ...rest] = reworded.split(/\n{2,}/);
  const isGreeting = greeting.length < 60 && /,\s*$/.test(greeting);
  const paragraphs =
    reason === null ? [reworded] : isGreeting ? [greeting, reason, ...rest] : [reason, reworded];
  const title = rewordClaims(subject).trim();
  return {
    subject: title || "Something that might help",
    body: paragraphs.filter((one) => one.trim()).join("\n\n") || body,
  };
}

function rewordClaims(text: string): string {
  const replaced = REPLACEMENTS.reduce((words, [pattern, instead]) => words.replace(pattern, instead), text);
  return replaced
    .split("\n")
    .map((line) => (CLAIMS.test(line) ? withoutClaims(line) : line))
    .join("\n")
    .replaceAll(/\n{3,}/g, "\n\n");
}

const withoutClaims = (line: string): string =>
  (line.match(/[^.!?]*[.!?]+["”’)]*\s*|[^.!?]+$/g) ?? [])
    .filter((sentence) => !CLAIMS.test(sentence))
    .join("")
    .trim();
