import { bannedPhrases, claims, placeholders } from "../checks/checks.ts";
import { sentencesOf, withoutContractions } from "../text/sentences.ts";

/** The text of one step: an email, a text message, or notes for a call. */
export interface StepWords {
  readonly kind: "gift" | "mail" | "text" | "call";
  /** Empty without a subject. */
  readonly subject: string;
  readonly body: string;
}

export interface Rewritten {
  readonly subject: string;
  readonly body: string;
  /** What could not be done and why, as a sentence; null if all was done. */
  readonly note: string | null;
}

type Manner = "shorter" | "friendlier" | "direct" | "simpler" | "formal";

/** Typical wording of instructions. */
const INSTRUCTIONS: readonly (readonly [Manner, RegExp])[] = [
  ["shorter", /\bshort|\bbrief|\btrim|\bcut|\bless (?:text|words)|\bfewer words|\btoo long/i],
  ["friendlier", /\bfriend|\bwarm|\bkind|\bpersonal|\bcasual|\brelax|\bnice/i],
  ["direct", /\bpoint\b|\bdirect|\bclear(?:er)? ask|\bbusy\b|\bstraight/i],
  ["simpler", /\bsimpl|\bplain|\beas(?:y|ier)|\bclear/i],
  ["formal", /\bformal|\bpolite|\bprofessional|\bserious/i],
];

/** The manners an instruction asks for; empty if not understood. */
const mannersFor = (instruction: string): readonly Manner[] =>
  INSTRUCTIONS.filter(([, words]) => words.test(instruction)).map(([manner]) => manner);

const MOST_MANNERS = 2;

const NOT_UNDERSTOOD =
  "Our built-in writer can make it shorter, friendlier, more direct, simpler, or more formal. It didn’t understand this request, so nothing was changed.";
const NOTHING_TO_DO = "Our built-in writer found nothing to change here.";

/**
 * Rewrites a step's text by an instruction, using rules only; deterministic. It invents nothing: sentences
 * are removed, moved or reworded. Greeting, signature, links and placeholders stay.
 */
export function rewriteStep(words: StepWords, instruction: string): Rewritten {
  const { subject, body } = words;
  const manners = mannersFor(instruction).slice(0, MOST_MANNERS);
  if (!manners.length) return { subject, body, note: NOT_UNDERSTOOD };
  const after = manners.reduce((so, manner) => DO[manner](so), words);
  if (after.body === body && after.subject === subject) return { subject, body, note: NOTHING_TO_DO };
  return findNewFaults(words, after).length
    ? { subject, body, note: NOTHING_TO_DO }
    : { subject: after.subject, body: after.body, note: null };
}

/** Rule violations in the new text that the old one didn't have. */
export function findNewFaults(
  before: { subject: string; body: string },
  after: { subject: string; body: string },
): string[] {
  const faults = ({ subject, body }: { subject: string; body: string }) => {
    const text = `${subject}\n${body}`;
    const bare = text.replace(/\{\{(?:first_name|business)\}\}/g, "Someone");
    return [...bannedPhrases(bare), ...placeholders(bare), ...claims(bare, [])].map((words) =>
      words.toLowerCase(),
    );
  };
  const known = new Set(faults(before));
  return faults(after).filter((words) => !known.has(words));
}

const DO: Readonly<Record<Manner, (words: StepWords) => StepWords>> = {
  shorter: (words) => shaped(words, shorter),
  friendlier: (words) => shaped(words, friendlier),
  direct: (words) => shaped(words, direct),
  simpler: (words) => shaped(words, simpler),
  formal: (words) =>
    shaped(words, (parts) => ({
      ...parts,
      greeting: parts.greeting.replace(/^(?:Hi|Hey)\b/, "Hello"),
      middle: parts.middle.map(mapped(withoutContractions)),
    })),
};

/** A text split into greeting, paragraphs of sentences, and signature. */
interface Parts {
  readonly greeting: string;
  readonly middle: readonly (readonly string[])[];
  readonly signature: string;
}

const GREETING = /^(?:hi|hey|hello|dear|good (?:morning|afternoon|day))\b[^.?!\n]{0,60},?$/i;

/** A signature is a last paragraph that isn't a sentence. */
const isSignature = (paragraph: string) => !/[.?!:]\s*$/.test(paragraph) && paragraph.length < 160;

function shaped(words: StepWords, change: (parts: Parts) => Parts): StepWords {
  const paragraphs = words.body.trim().split(/\n{2,}/);
  const greeting = GREETING.test(paragraphs[0]?.trim() ?? "") ? paragraphs.shift()! : "";
  const signature = paragraphs.length > 1 && isSignature(paragraphs.at(-1)!) ? paragraphs.pop()! : "";
  const {
    greeting: hello,
    middle,
    signature: signed,
  } = change({ greeting, middle: paragraphs.map(sentencesIn), signature });
  const body = [hello, ...middle.map((sentences) => sentences.join(" ")), signed]
    .filter(Boolean)
    .join("\n\n");
  return { ...words, subject: calmed(words.subject), body };
}

/** Paragraphs with line breaks (lists, addresses) stay whole. */
const sentencesIn = (paragraph: string): string[] =>
  /\n/.test(paragraph.trim()) ? [paragraph] : sentencesOf(paragraph.trim());

const mapped = (change: (sentence: string) => string) => (sentences: readonly string[]) =>
  sentences.map(change);

const FILLERS: readonly (readonly [RegExp, string])[] = [
  [/\bin order to\b/gi, "to"],
  [/\bdue to the fact that\b/gi, "because"],
  [/\bat this point in time\b/gi, "now"],
  [/\bas soon as possible\b/gi, "soon"],
  [/\bwith regard(?:s)? to\b/gi, "about"],
  [/\b(?:please )?(?:feel free|don't hesitate|do not hesitate) to\b/gi, "please"],
  [/\bI (?:just )?wanted to (?:ask|know|see|check) (?:if|whether) (?=you\b)/g, "I wonder whether "],
  [/ (?:just|really|very|actually|basically|simply|quite|perhaps)\b(?=[^,]*\w)/g, ""],
];
/** Empty phrases that open an email. */
const EMPTY =
  /^(?:I hope (?:this|you|all)\b.*(?:well|great|good)|hope you(?:'re| are) (?:well|doing well)|just (?:checking|following|touching)\b.*|I(?:'m| am) (?:writing|reaching out)\b[^,]*|I wanted to reach out\b[^,]*)[.!]$/i;

const withoutFillers = (sentence: string) => {
  const text = FILLERS.reduce((text, [words, instead]) => text.replace(words, instead), sentence)
    .replace(/ {2,}/g, " ")
    .trim();
  return text.replace(/^\p{Ll}/u, (letter) => letter.toUpperCase());
};
const calmed = (subject: string) =>
  FILLERS.reduce((text, [words, instead]) => text.replace(words, instead), subject).replace(/!+$/, "");

/** Sentences that must stay: questions, links, placeholders, lists, numbers. */
const isNeeded = (sentence: string) => /\?|https?:\/\/|\{\{|\n|\d/.test(sentence);
const wordsIn = (sentences: readonly (readonly string[])[]) =>
  sentences.flat().join(" ").split(/\s+/).filter(Boolean).length;

function shorter(parts: Parts): Parts {
  const most = Math.max(12, Math.round(wordsIn(parts.middle) * 0.6));
  let middle = parts.middle
    .map((sentences) => sentences.filter((sentence) => !EMPTY.test(sentence)).map(withoutFillers))
    .filter(({ length }) => length > 0);
  // The main point comes first in a paragraph, so drop last sentences, longest first.
  for (;;) {
    const spare = middle.flatMap((sentences, paragraph) =>
      sentences.flatMap((sentence, at) =>
        isNeeded(sentence) || (paragraph === 0 && at === 0)
          ? []
          : [{ paragraph, at, rank: at * 100 + sentence.length }],
      ),
    );
    if (wordsIn(middle) <= most || !spare.length) break;
    const [goes] = spare.toSorted((one, other) => other.rank - one.rank);
    middle = middle
      .map((sentences, paragraph) =>
        paragraph === goes!.paragraph ? sentences.filter((_, at) => at !== goes!.at) : sentences,
      )
      .filter(({ length }) => length > 0);
  }
  return middle.length ? { ...parts, middle } : parts;
}

/** Puts the request first, followed by at most three sentences about it. */
function direct(parts: Parts): Parts {
  const all = parts.middle
    .flat()
    .filter((sentence) => !EMPTY.test(sentence))
    .map(withoutFillers);
  const asks = all.filter((sentence) => sentence.includes("?"));
  const rest = all.filter((sentence) => !sentence.includes("?"));
  const needed = rest.filter(isNeeded);
  const about = rest.filter((sentence) => !isNeeded(sentence)).slice(0, Math.max(1, 3 - needed.length));
  const remaining = rest.filter((sentence) => needed.includes(sentence) || about.includes(sentence));
  const middle = [asks.slice(0, 1), remaining, asks.slice(1)].filter(({ length }) => length > 0);
  return middle.length ? { ...parts, middle } : parts;
}

const CONTRACTED: readonly (readonly [RegExp, string])[] = [
  [/\bI am\b/g, "I'm"],
  [/\bI will\b/g, "I'll"],
  [/\bI have\b(?= (?:been|seen|put|made|had|looked|sent))/g, "I've"],
  [/\bI would\b/g, "I'd"],
  [/\b([Yy])ou are\b/g, "$1ou're"],
  [/\b([Ww])e are\b/g, "$1e're"],
  [/\b([Ww])e will\b/g, "$1e'll"],
  [/\b([Ii])t is\b/g, "$1t's"],
  [/\b([Tt])hat is\b/g, "$1hat's"],
  [/\b([Dd])o not\b/g, "$1on't"],
  [/\b([Dd])oes not\b/g, "$1oesn't"],
  [/\b([Cc])an ?not\b/g, "$1an't"],
  [/\b([Ii])s not\b/g, "$1sn't"],
  [/\b([Ww])ill not\b/g, "$1on't"],
];
const WARM = "Take your time, and ask me anything.";

function friendlier(parts: Parts): Parts {
  const greeting = parts.greeting.replace(/^(?:Dear|Hello|Good (?:morning|afternoon|day))\b/i, "Hi");
  const signature = parts.signature.replace(
    /^(?:(?:best|kind) regards|regards|sincerely|yours (?:truly|sincerely)),/i,
    "Thanks,",
  );
  const middle = parts.middle.map(
    mapped((sentence) =>
      CONTRACTED.reduce((text, [words, instead]) => text.replace(words, instead), sentence),
    ),
  );
  const text = middle.flat().join(" ");
  const isWarm = /\btake your time|\bno (?:rush|hurry|pressure)|\bthank|\bhappy to|\bglad/i.test(text);
  // Added at the end but before the request, because a reader should stop at a question.
  const last = middle.at(-1);
  if (isWarm || !last) return { greeting, middle, signature };
  const ask = last.findLastIndex((sentence) => sentence.includes("?"));
  return {
    greeting,
    middle: [...middle.slice(0, -1), ask < 0 ? [...last, WARM] : last.toSpliced(ask, 0, WARM)],
    signature,
  };
}

const EASIER: readonly (readonly [RegExp, string])[] = [
  [/\butili[sz]e/gi, "use"],
  [/\bapproximately\b/gi, "about"],
  [/\bcommence\b/gi, "start"],
  [/\bregarding\b/gi, "about"],
  [/\bassist(?:ance)?\b/gi, "help"],
  [/\bpurchase\b/gi, "buy"],
  [/\badditional\b/gi, "more"],
  [/\brequire\b/gi, "need"],
  [/\bprior to\b/gi, "before"],
  [/\bsufficient\b/gi, "enough"],
  [/\bsubsequently\b/gi, "then"],
  [/\bin the event that\b/gi, "if"],
];
/** Sentences with more words are split if possible. */
const LONG = 20;

function simpler(parts: Parts): Parts {
  const easy = (sentence: string) =>
    EASIER.reduce(
      (text, [words, instead]) =>
        text.replace(words, (found) =>
          /^\p{Lu}/u.test(found) ? instead[0]!.toUpperCase() + instead.slice(1) : instead,
        ),
      withoutFillers(sentence),
    );
  const parted = (sentence: string) =>
    sentence.split(/\s+/).length > LONG && !sentence.includes("?")
      ? sentence
          .replace(/(?:; |, and )(?=(?:I|we|you|it|they|this|that)\b)/, ". ")
          .replace(/\. \p{Ll}/u, (start) => start.toUpperCase())
      : sentence;
  return {
    ...parts,
    middle: parts.middle.map((sentences) => sentences.map((sentence) => parted(easy(sentence)))),
  };
}
