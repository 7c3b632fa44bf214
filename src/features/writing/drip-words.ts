import type { DripAsk } from "./course-schema.ts";
import type { Tone } from "./playbook-schema.ts";

// Wording that every drip shares, whatever the trade: how a tone greets, asks and leaves. Slots as in content/courses/README.md, and
// `{send}`: one small thing to send back.

export const GREETINGS: Readonly<Record<Tone, string>> = {
  plain: "Hi {{first_name}},",
  friendly: "Hi {{first_name}},",
  expert: "Hello {{first_name}},",
  direct: "{{first_name}},",
  calm: "Hello {{first_name}},",
};

export const FAREWELLS: Readonly<Record<Tone, string>> = {
  plain: "Thanks,",
  friendly: "Talk soon,",
  expert: "Kind regards,",
  direct: "Thanks,",
  calm: "All the best,",
};

/** Which of the two manners of asking a tone has. */
export const MANNERS = { plain: "firm", friendly: "soft", expert: "firm", direct: "firm", calm: "soft" } as const satisfies Record<
  Tone,
  string
>;

/** The one ask of each email, in order; the last closes the course. */
export const MAIL_ASKS: Readonly<Record<DripAsk, Readonly<Record<"firm" | "soft", readonly [string, string, string, string, string]>>>> = {
  visit: {
    soft: [
      "Would it help if I came and looked at {spot}? Tell me a day that suits you.",
      "Pick a day next week for a short look at {spot}, and just write the day back.",
      "When are you around in daylight this week? I could look at {spot} then.",
      "Write back with a morning or an evening that works, and I'll look at {spot} with you.",
      "Should I keep a slot open to look at {spot}, yes or no?",
    ],
    firm: [
      "Reply with a day that suits you, and I'll come and look at {spot}.",
      "Give me one day next week when I can see {spot}.",
      "Which works better for a look at {spot}, a weekday evening or Saturday morning?",
      "Name a day and an hour, and I'll look at {spot} with you.",
      "Yes or no: shall I come and look at {spot}?",
    ],
  },
  quote: {
    soft: [
      "Would a price for {work} help, line by line? Send me {send}, and I can start.",
      "Could you write back with {send}? Then I can price {work} without guessing.",
      "Whenever you have a minute, send {send}, so that a price for {work} fits.",
      "What would help me now is {send}, to put real lines into a price for {work}.",
      "Would you still like a written price for {work}, yes or no?",
    ],
    firm: [
      "If you want a line-by-line price for {work}, reply with {send}.",
      "For a price on {work}, all I need first is {send}.",
      "A price for {work} starts with {send}. Just reply with that.",
      "To price {work} line by line, I need {send}.",
      "Yes or no: do you want a written price for {work}?",
    ],
  },
  call: {
    soft: [
      "If talking is easier, send me your number and an hour that suits you, and we'll go over {spot} together.",
      "If ten minutes on the phone about {spot} would help, write back with a good time.",
      "Pick a time to talk about {work}, and reply with just that, a day and an hour.",
      "Name an evening when I could call you about {spot}.",
      "Should I call you about {work}, or leave it be?",
    ],
    firm: [
      "Reply with a number and a good hour, and I'll call you about {spot}.",
      "Give me ten minutes on the phone about {work}. Which day suits you?",
      "What is the best time to call you about {spot}?",
      "Send a day and an hour, and we'll settle the open points on {work} by phone.",
      "Yes or no: shall I call you about {work}?",
    ],
  },
  message: {
    soft: [
      "If you like, reply with {send}, and I'll tell you what that says about {work}.",
      "Could you send me {send}? I'd know more about {work} from that than from a long talk.",
      "What's the one thing about {work} you'd like a straight answer to? Just hit reply.",
      "Whenever you get back to {work}, send {send}, and I'll have a look.",
      "Are you still thinking about {work}, yes or no?",
    ],
    firm: [
      "Reply with {send}, and I'll tell you what I make of {work}.",
      "Send me {send}. It tells me more about {work} than a long talk.",
      "What do you want to know first about {work}? One question is enough.",
      "One more thing helps me answer well about {work}: {send}.",
      "Yes or no: are you still planning on {work}?",
    ],
  },
  finish: {
    soft: [
      "Which point about {work} would you change before you go ahead? Just reply with that one.",
      "If something about {work} is still open, write back with the one point I should clear up.",
      "Could you name the part of {work} that still feels wrong? I'd rather know than guess.",
      "Tell me what a yes to {work} would take, in one line.",
      "Would you like to go ahead with {work}, yes or no?",
    ],
    firm: [
      "Reply with the one point about {work} that you would change.",
      "Send me the one point that is still open on {work}.",
      "Name the part of {work} that holds you back.",
      "Tell me in one line what a yes to {work} would take.",
      "Yes or no: do we go ahead with {work}?",
    ],
  },
};

/** What the last email asks where the goal names something that can be offered. */
export const GOAL_ASKS = {
  soft: "Would you like to {goal}, yes or no?",
  firm: "Yes or no: would you like to {goal}?",
} as const;

export const OTHER_MANNER = { soft: "firm", firm: "soft" } as const;

/** The one ask of each call, said aloud: for talks, and for a voicemail. */
export const CALL_ASKS: Readonly<
  Record<DripAsk, Readonly<{ talk: readonly [string, string, string, string]; voicemail: readonly [string, string] }>>
> = {
  visit: {
    talk: [
      "Could I come by and look at {spot}? Would a weekday evening or Saturday morning be easier?",
      "How about I look at {spot} with you, half an hour at most? Which day would suit you?",
      "What if I stop by on my way home one day this week, just to see {spot}?",
      "I could look at {spot} while you're at home. Is the start or the end of the week better?",
    ],
    voicemail: ["If you'd like me to look at {spot}, just mail me a day.", "Mail me a day and an hour, and I'll come and see {spot}."],
  },
  quote: {
    talk: [
      "Could you mail me {send}? That's enough to start on a price for {work}.",
      "How about I put {work} on one page, line by line? All I need is {send}.",
      "Would a written price for {work} help you decide? Then all that's missing is {send}.",
      "I'd rather price {work} on facts than guess. Could I have {send} by the end of the week?",
    ],
    voicemail: ["If you want a price for {work}, mail me {send}.", "For a price on paper, all that's missing for {work} is {send}."],
  },
  call: {
    talk: [
      "When could we talk for ten minutes, with {spot} in front of you?",
      "Could we set ten minutes aside this week to go through {work}?",
      "Is there a quieter hour when I could call you back about {spot}?",
      "Which suits you better for a short talk about {work}, before work or after supper?",
    ],
    voicemail: ["If you'd like to talk {work} over, mail me a good hour.", "Name an hour by mail, and I'll call you back about {work}."],
  },
  message: {
    talk: [
      "Could you mail me {send}? I'll tell you what I make of {work}.",
      "What's one thing about {work} you'd like me to find out? I'll put it in a mail.",
      "Would you send me {send}, so that I can picture {work}?",
      "If you mail me {send}, you'll have my honest view of {spot} in writing. Is that fair?",
    ],
    voicemail: [
      "If you're curious what I'd say about {work}, mail me {send}.",
      "Send me {send}, and I'll write back what I make of {spot}.",
    ],
  },
  finish: {
    talk: [
      "What would have to change for you to say yes to {work}?",
      "Shall we go ahead with {work}, or shall I close it, which is fine too?",
      "Which line about {work} would you cross out if you could?",
      "If that one point were settled, would you go ahead with {work}?",
    ],
    voicemail: [
      "If one point about {work} is still open, mail me just that point.",
      "A one-line mail with what's still open on {work} is all I need.",
    ],
  },
};

/** What to say when the answer is no: leave well. */
export const CALL_ENDS = [
  "That's fine, and I won't call about {work} again unless you ask me to.",
  "No problem at all, and you know where to find {company} if you come back to {work}.",
  "Understood, I'll take {work} off my list and wish you luck with it.",
  "Thanks for being straight with me about {work}, and {company} is a phone call away.",
] as const;

/** A voicemail's one line about the objection. */
export const VOICEMAIL_ANSWERS = [
  "In case {aloud}, my answer about {work} is in one of the emails I sent.",
  "I wrote you a few lines about {work}, in case {aloud}.",
] as const;

/** Before the first lesson, when the brief names an industry. */
export const FROM_THE_INDUSTRY = "To start with, some {industry} know-how:";

/** The same where no trade of ours is meant, and the lesson holds for all of them. */
export const FOR_ANY_TRADE = "This helps with any {industry} job:";

export const CUES = { say: "Say", ask: "Ask, then listen", about: "Add", smallAsk: "One small ask", no: "If it's a no" } as const;
