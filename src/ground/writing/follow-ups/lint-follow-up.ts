import { bannedPhrases, claims, HARDEST, readingGrade } from "../checks/checks.ts";
import { WORN_IN_MAIL } from "../checks/check-drip.ts";
import { withoutSource } from "../guides/lint-guide.ts";
import { SUBJECT_LIMIT, TONES } from "../trades/schema.ts";
import { sentencesOf } from "../text/sentences.ts";
import type { FollowUp, FollowUpCall, FollowUpEmail } from "./follow-up-file.ts";
import type { ObjectionAnswer, ObjectionsFile } from "./objections-file.ts";
import type { Asks } from "./read-parts.ts";

/** Words of an email without its ask, of an ask, of what is said in one breath, and of a voicemail. */
const LIMITS = { mail: { least: 60, most: 170 }, ask: 50, breath: 75, voicemail: 85 } as const;
/** Shorter sentences may stand in two files. */
const SHORTEST_SENTENCE = 40;

/** Days that another sending day makes wrong. */
const RELATIVE_DAY =
  /\b(?:yesterday|tomorrow|tonight|this week)\b|\blast (?:week|month|night)\b|\b(?:last|next|this) (?:weekend|morning|afternoon|evening|(?:mon|tues|wednes|thurs|fri|satur|sun)day)\b|\b(?:on|by) (?:mon|tues|wednes|thurs|fri|satur|sun)day\b|\bdays? (?:ago|later|earlier)\b/i;

const wordCount = (text: string): number => text.split(/\s+/).filter(Boolean).length;

const asksIn = (asks: Asks): string[] => Object.values(asks);

/** What a call has to say, and when. */
const spokenIn = ({ opening, branches }: FollowUpCall): string[] => [
  opening,
  ...branches.flatMap((branch) =>
    branch === "objection" ? [] : "asks" in branch ? asksIn(branch.asks) : branch.say,
  ),
];

const cuesIn = ({ branches }: FollowUpCall): string[] =>
  branches.flatMap((branch) => (branch === "objection" ? [] : branch.cue));

const openingsIn = ({ openings }: FollowUpEmail): string[] => TONES.flatMap((tone) => openings[tone]);

/** Every line of a stage that a lead or the caller may read. */
const linesOf = ({ work, emails, calls }: FollowUp): string[] => [
  work,
  ...emails.flatMap((email) => [
    ...(email.kind === "email" ? [...email.subjects, ...openingsIn(email), ...email.paragraphs] : []),
    ...asksIn(email.asks),
  ]),
  ...calls.flatMap((call) => [call.title, call.when, ...spokenIn(call), ...cuesIn(call)]),
];

/** Answers by kind, or by what exactly was said. */
interface Answers {
  readonly answers: Readonly<Record<string, ObjectionAnswer>>;
}

/** Every line of answers to objections. */
const linesOfAnswers = ({ answers }: Answers): string[] =>
  Object.values(answers).flatMap(({ said, email, scripts }) => [
    said,
    ...scripts,
    ...(email ? [email.subject, ...email.paragraphs, ...asksIn(email.asks)] : []),
  ]);

/** Problems of a stage that a script can find; empty if it can be sent. */
export function lintFollowUp(followUp: FollowUp): string[] {
  const { id, emails, calls, sources } = followUp;
  const written = emails.filter((email) => email.kind === "email");
  return [
    ...lintLines(linesOf(followUp), sources),
    ...written.flatMap((email) => [
      ...email.subjects.flatMap(lintSubject),
      // Each reader gets the opening of one tone.
      ...(openingsIn(email).length > 0 ? openingsIn(email) : [""]).flatMap((opening) =>
        lintMail([...(opening ? [opening] : []), ...email.paragraphs]),
      ),
    ]),
    ...emails.flatMap(({ asks }) => asksIn(asks).flatMap(lintAsk)),
    ...calls.flatMap((call) =>
      spokenIn(call).flatMap((line) =>
        tooLong(line, call.kind === "voicemail" ? LIMITS.voicemail : LIMITS.breath),
      ),
    ),
    ...(calls[0]!.opening.includes("{company}")
      ? []
      : ["The first call says who is calling, with {{company}}."]),
    ...repeated(emails.flatMap((email) => (email.kind === "email" ? email.subjects : []))),
  ].map((why) => `${id}: ${why}`);
}

/** Problems of a trade's answers to objections. */
export function lintObjections(file: Pick<ObjectionsFile, "trade" | "sources"> & Answers): string[] {
  return [
    ...lintLines(linesOfAnswers(file), file.sources),
    ...Object.values(file.answers).flatMap(({ email, scripts }) => [
      ...scripts.flatMap((script) => tooLong(script, LIMITS.breath)),
      ...(email
        ? [
            ...lintSubject(email.subject),
            ...lintMail(email.paragraphs),
            ...asksIn(email.asks).flatMap(lintAsk),
          ]
        : []),
    ]),
    ...repeated(Object.values(file.answers).flatMap(({ email }) => email?.subject ?? [])),
  ].map((why) => `${file.trade}/objections: ${why}`);
}

function lintLines(lines: readonly string[], sources: FollowUp["sources"]): string[] {
  const bare = (line: string) => line.replaceAll(/\{\{?[a-z_]+\}\}?/g, "Name");
  return [
    ...withoutSource(lines, sources).map((number) => `${number} has no source.`),
    ...lines.flatMap((line) => [
      ...bannedPhrases(line).map((phrase) => `worn phrase “${phrase}”: ${line}`),
      ...(WORN_IN_MAIL.test(line) ? [`says that it follows up: ${line}`] : []),
      ...(/[!—*]|["]|\w'\w/.test(line)
        ? [`has a shout, a long dash, bold words or a straight quote: ${line}`]
        : []),
      ...(RELATIVE_DAY.test(line) ? [`names a day that may be another when it is sent: ${line}`] : []),
      // Prices have sources; anything else that only the business can know isn't ours to say.
      ...claims(bare(line).replaceAll(/\d[\d.,]*/g, "N"), []).map((claim) => `claims “${claim}”: ${line}`),
    ]),
    ...(readingGrade(lines.flatMap(sentencesOf)) > HARDEST ? ["reads too hard."] : []),
  ];
}

const lintSubject = (subject: string): string[] =>
  subject.length > SUBJECT_LIMIT
    ? [`${subject.length} characters, ${SUBJECT_LIMIT} at most: ${subject}`]
    : [];

function lintMail(paragraphs: readonly string[]): string[] {
  const count = paragraphs.reduce((sum, paragraph) => sum + wordCount(paragraph), 0);
  const { least, most } = LIMITS.mail;
  return count < least || count > most
    ? [`${count} words in an email, ${least} to ${most}: ${paragraphs[0]}`]
    : [];
}

const lintAsk = (ask: string): string[] => [
  ...tooLong(ask, LIMITS.ask),
  ...(ask.split("?").length > 2 ? [`asks for more than one thing: ${ask}`] : []),
];

const tooLong = (text: string, most: number): string[] =>
  wordCount(text) > most ? [`${wordCount(text)} words, ${most} at most: ${text}`] : [];

const repeated = (lines: readonly string[]): string[] =>
  lines.filter((line, at) => lines.indexOf(line) !== at).map((line) => `says it twice: ${line}`);

/** Sentences that stand in two files of a trade, or twice in one. */
export function sharedSentences(
  followUps: readonly FollowUp[],
  answers: readonly ObjectionsFile[],
): string[] {
  const all = [
    ...followUps.flatMap((followUp) => {
      const [trade = ""] = followUp.id.split("/");
      // Asks for other goals and openings in other tones may be alike: a reader gets one of them.
      return [
        ...followUp.emails.flatMap((email) =>
          email.kind === "email"
            ? [...new Set(openingsIn(email).flatMap(sentencesOf)), ...email.paragraphs]
            : [],
        ),
        ...followUp.calls.flatMap(({ opening }) => opening),
      ].map((line) => ({ trade, line }));
    }),
    ...answers.flatMap((file) => linesOfAnswers(file).map((line) => ({ trade: file.trade, line }))),
  ];
  const seen = new Set<string>();
  return all
    .flatMap(({ trade, line }) => sentencesOf(line).map((sentence) => `${trade}: ${sentence}`))
    .filter((sentence) => {
      if (sentence.length < SHORTEST_SENTENCE || sentence.includes("{")) return false;
      const isKnown = seen.has(sentence);
      seen.add(sentence);
      return isKnown;
    });
}
