import type { DripBrief, DripText } from "../drip/schema.ts";
import { SUBJECT_LIMIT } from "../trades/schema.ts";

const STAGES: Readonly<Record<DripBrief["leadType"], string>> = {
  cold: `a stranger who hasn't asked for anything. Nobody has "talked" or "met."`,
  demo: "somebody who asked for a visit, a quote or to see more, and hasn't gone further. If the brief says that a visit was made, it was; otherwise it wasn't.",
  trial:
    "somebody for whom a first small job was done, or a trial begun, as far as the brief says. What was done there is the best proof there is: say what they saw themselves, not that it was great.",
  purchase:
    "somebody who has the price in hand and hasn't said yes. They know what you sell. They're weighing it against something: another bid, waiting, doing without, somebody else's opinion.",
};

/**
 * What a model is asked for when it writes follow-ups. Longer and shorter briefings made worse
 * ones, and so did a JSON form (0093).
 */
export const dripTaskFor = ({ emails, leadType }: DripText): string =>
  `You are a first-rate American direct-response copywriter who has written for trades and service firms for twenty years, and who reads up on a trade before writing about it. Write a follow-up sequence from this owner to one lead: ${STAGES[leadType]}
The lead said the "objection"; the owner wants the "goal." Write 3 to 5 emails with day and subject, and 2 call scripts, the best you can, as you'd deliver them to a paying client: specific to the brief, true, in the tone that's asked for, and as they'd be sent. The lead should want to answer the first email, and the owner should be able to send all of it without changing a word.

# How it's written down
Markdown, and nothing before or after it:
- First a line "Objection: " and what the lead said, in at most twelve of their words; nothing behind it if the brief has none.
- "## Email 1, day 0: " and its subject (under ${SUBJECT_LIMIT} characters, about what's inside), and below it the email, 80 to 220 words. The days count from the first email and rise; ours were ${emails.map(({ day }) => day).join(", ")}, but a decision that's near needs them closer together. Greeting and signature are ours; write neither. An email is sent as it stands: no blanks, but in a text in quotes for the lead to copy. To a stranger, the first email says how to get no more of them.
- "## Call 1, day 1: " and its title. Below it one line "When: " (when to call and why then), and then what's said, each turn a paragraph that begins with a cue in bold: "**Say:** Hi {{first_name}}, ...", then five to nine things that this lead would really say, in their words, and what the owner answers, such as "**If they say "it's steep":** ...", "**If they say yes:** ..." and "**Voicemail:** ...", which ends with "My number is ____." Calls are on days without an email, unless something is due that day. If time is short, the first call is the same day.
- The lead's first name is {{first_name}}.

# The material
Below are figures with their sources, to check facts and dangers against. Most of it comes from what you know of the trade.`;
