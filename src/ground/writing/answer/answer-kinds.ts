// Classifies replies to a contractor by their words. Prefers silence over a wrong guess: anything unclear is
// `other`, whose drafts fit any question.

export const ANSWER_KINDS = [
  "stop",
  "wrong person",
  "complaint",
  "not now",
  "price",
  "appointment",
  "thanks",
  "yes",
  "other",
] as const;
export type AnswerKind = (typeof ANSWER_KINDS)[number];

/** The first match wins, so kinds that need care come before merely likely ones. */
const KINDS: readonly (readonly [AnswerKind, RegExp])[] = [
  [
    "stop",
    /\bunsubscribe\b|\bopt (?:me )?out\b|\bremove me\b|take me off|stop (?:sending|emailing|e-mailing|texting|mailing|contacting|calling|writing)|(?:no|not any) more (?:e-?mails?|texts?|messages?|mails?)|(?:do not|don't) (?:contact|email|e-mail|text|call|write to) me|leave me alone/,
  ],
  [
    "wrong person",
    /wrong (?:person|number|address|email|guy|one)|not (?:the right|who you)|(?:i'm|i am|this is) not (?!sure|interested|ready|happy|able|going|in a|looking|there|home|available|certain|available)[a-z]+(?: [a-z]+)?(?:[.!,]|$)|(?:never|didn't|did not) (?:ask|sign(?:ed)? up|request|contact(?:ed)?|hear of) |don't know (?:who you are|you|what this is)|who is this|sold (?:the|my|our) (?:house|home|place)|(?:i'm|we're|i am|we are) (?:a )?(?:renters?|renting|tenants?)\b|moved away/,
  ],
  [
    "complaint",
    /disappoint|unacceptable|terrible|awful|\bworst\b|\bangry\b|\bupset\b|not happy|unhappy|frustrat|complain|\bscam|rip.?off|still (?:leak|broken|not (?:done|fixed|finished|working)|waiting|haven't)|never (?:showed|called|came|heard|got)|no.?(?:one|body) (?:showed|called|came|answers?)|didn't (?:show|call|come|turn up)|damaged?\b|ruined|\bmess\b|refund|lawyer|bbb\b|bad review|shoddy|sloppy|poor (?:job|work|quality)|falling (?:off|apart)|you (?:promised|said you)/,
  ],
  [
    "not now",
    /not (?:right )?now\b|not (?:ready|yet|interested|at this time|in a hurry|looking)|(?:maybe|perhaps) (?:later|next|in)|(?:next|later this) (?:spring|summer|fall|autumn|winter|year|season)|\bin (?:the )?(?:spring|summer|fall|autumn|winter)\b|after (?:the )?(?:holidays|winter|summer|new year|season)|hold(?:ing)? off|put(?:ting)? (?:it|this) off|wait(?:ing)? (?:until|till|a |on )|few (?:months|weeks)|\bno thanks?\b|no,? thank you|went with (?:someone|somebody|another)|(?:hired|found|chose|going with|already have) (?:someone|somebody|another|a guy)|too (?:expensive|much|high)|can't afford|(?:out of|over) (?:our|my|the) budget/,
  ],
  [
    "price",
    /how much|\bpric(?:e|es|ing|ey)\b|\bcosts?\b|\bquotes?\b|\bestimates?\b|\bbids?\b|ball.?park|\brates?\b|\bcharge\b|budget|per (?:square|sq|foot|hour)|\$\s?\d|financ|payment plan|discount/,
  ],
  [
    "appointment",
    /\b(?:mon|tues|wednes|thurs|fri|satur|sun)days?\b|\b(?:tomorrow|tonight|this week|next week|this weekend)\b|appointment|\bschedul|come (?:by|out|over|look|see|take)|stop by|swing by|\bvisit\b|\bmeet\b|\bavailab|when (?:can|could|are|would|do) you|what time|(?:call|phone|ring) me|give (?:me|us) a (?:call|ring)|\bcall (?:back|today|anytime)|book\b|(?:take|have) a look|\b\d{1,2}(?::\d\d)? ?(?:am|pm|a\.m|p\.m)/,
  ],
  [
    "thanks",
    /\bthank(?:s| you)\b|\bthx\b|appreciate|great (?:job|work|guide|info)|\bhelpful\b|love (?:it|the)|looks (?:great|good|amazing)/,
  ],
  [
    "yes",
    /^(?:yes|yep|yeah|yup|sure|ok|okay|sounds good|interested|i'm interested|please do|absolutely|definitely|go ahead|let's do it)\b|\bi(?:'m| am) interested\b|let's (?:go|do|talk)/,
  ],
];

/** A thank-you without a question. One with a question is the question. */
const ONLY_THANKS = /^[^?]{0,240}$/;

/** Classifies a message. */
export function answerKind(words: string): AnswerKind {
  const lower = words.slice(0, 4_000).toLowerCase().replace(/[’‘]/g, "'").replace(/\s+/g, " ").trim();
  const kind = KINDS.find(([, rule]) => rule.test(lower))?.[0] ?? "other";
  return kind === "thanks" && !ONLY_THANKS.test(lower) ? "other" : kind;
}

const DAYS = /\b(?:(next|this) )?(monday|tuesday|wednesday|thursday|friday|saturday|sunday)s?\b/i;
const PARTS = /\b(morning|afternoon|evening|noon)s?\b/i;
const SOON = /\b(tomorrow|this week|next week|this weekend)\b/i;
const SEASON = /\b(next )?(spring|summer|fall|autumn|winter|year)\b/i;

/**
 * The time they propose, in a form that fits after "works" or "on": `Tuesday morning`, `next week`; undefined
 * if none.
 */
export function preferredTime(words: string): string | undefined {
  const day = DAYS.exec(words);
  if (day) {
    const part = PARTS.exec(words)?.[1]?.toLowerCase();
    const [, next, weekday = ""] = day;
    const name = `${weekday.charAt(0).toUpperCase()}${weekday.slice(1).toLowerCase()}`;
    const which = next?.toLowerCase() === "next" ? "next " : "";
    return `${which}${name}${part === undefined || part === "noon" ? "" : ` ${part}`}`;
  }
  return SOON.exec(words)?.[1]?.toLowerCase();
}

/** The season or year they postpone it to; undefined if none. */
export function postponedTo(words: string): string | undefined {
  const found = SEASON.exec(words);
  if (!found) return undefined;
  const season = found[2]!.toLowerCase();
  return season === "year" ? (found[1] ? "next year" : undefined) : `in the ${season}`;
}
