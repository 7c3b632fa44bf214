import type { DripAsk } from "./course-schema.ts";
import type { Tone } from "../playbook/schema.ts";

// Wording shared by all drips: greetings, requests and closings by tone. Slots as in
// content/courses/README.md, plus the trade's `{send}` (a small thing to send back) and `{day}` (a question
// that settles a day).

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

export const MANNERS = {
  plain: "firm",
  friendly: "soft",
  expert: "firm",
  direct: "firm",
  calm: "soft",
} as const satisfies Record<Tone, string>;

/**
 * The one request of each email: six to choose from, and one that closes the course. Shared by all trades, so
 * every sentence has a slot that the trade or the brief fills; `{day}` is the trade's question for a day.
 */
export const MAIL_ASKS: Readonly<
  Record<
    DripAsk,
    Readonly<Record<"firm" | "soft", { readonly any: readonly [string, ...string[]]; readonly last: string }>>
  >
> = {
  visit: {
    soft: {
      any: [
        "I'd be glad to come and look at {spot}. {day}",
        "Pick a day next week for a quick look at {spot}, and just reply with the day.",
        "Half an hour with {spot} in front of us beats a week of emails. {day}",
        "Write back with a morning or an evening that works, and I'll look at {spot} with you.",
        "If you'd like a second pair of eyes on {spot}, reply with a day.",
        "Just name an hour when you're around, and I'll come and see {spot}.",
      ],
      last: "Should I keep a slot open to look at {spot}, yes or no?",
    },
    firm: {
      any: [
        "Reply with a day that suits you, and I'll come and look at {spot}.",
        "Give me one day next week when I can see {spot}.",
        "I can see {spot} this week or next. {day}",
        "Name a day and an hour, and I'll look at {spot} with you.",
        "All I need for an honest word on {work} is half an hour and a look at {spot}. {day}",
        "Send me a day, and I'll keep half an hour for {spot}.",
      ],
      last: "Yes or no: should I come and look at {spot}?",
    },
  },
  quote: {
    soft: {
      any: [
        "Would a price for {work} help, line by line? Send me {send}, and I can start.",
        "Could you write back with {send}? Then I can price {work} without guessing.",
        "Whenever you have a minute, send {send}, so that a price for {work} fits.",
        "What would help me now is {send}, to put real lines into a price for {work}.",
        "If you'd like to see {work} on paper, email me {send}.",
        "Just send {send}, and I'll write down what {work} comes to.",
      ],
      last: "Would you still like a written price for {work}, yes or no?",
    },
    firm: {
      any: [
        "If you want a line-by-line price for {work}, reply with {send}.",
        "For a price on {work}, all I need first is {send}.",
        "A price for {work} starts with {send}, so just reply with that.",
        "To price {work} line by line, I need {send}.",
        "Send {send}, and you get {work} as a list with a price on each line.",
        "One thing stands between you and a price for {work}: {send}.",
      ],
      last: "Yes or no: do you want a written price for {work}?",
    },
  },
  call: {
    soft: {
      any: [
        "If talking is easier, send me your number and an hour that suits you, and we'll go over {spot} together.",
        "If ten minutes on the phone about {spot} would help, write back with a good time.",
        "Pick a time to talk about {work}, and reply with just that, a day and an hour.",
        "Name an evening when I could call you about {spot}.",
        "Is there an hour soon when I could call you about {work}?",
        "I'm happy to talk {work} over by phone, so just reply with your number.",
      ],
      last: "Should I call you about {work}, or leave it be?",
    },
    firm: {
      any: [
        "Reply with a number and a good hour, and I'll call you about {spot}.",
        "Which day suits you for ten minutes on the phone about {work}?",
        "What is the best time to call you about {spot}?",
        "Send a day and an hour, and we'll settle the open points on {work} by phone.",
        "Give me ten minutes and a number, and I'll answer what you ask about {work}.",
        "Email me a time for a quick call about {spot}.",
      ],
      last: "Yes or no: should I call you about {work}?",
    },
  },
  message: {
    soft: {
      any: [
        "If you like, reply with {send}, and I'll tell you what that says about {work}.",
        "Could you send me {send}? I'd know more about {work} from that than from a long talk.",
        "Hit reply with the one thing about {work} you'd like a straight answer to.",
        "Whenever you get back to {work}, send {send}, and I'll have a look.",
        "I'd like to see {send}, and then I can say something useful about {spot}.",
        "If something about {spot} puzzles you, write it down in one line and send it to me.",
      ],
      last: "Are you still thinking about {work}, yes or no?",
    },
    firm: {
      any: [
        "Reply with {send}, and I'll tell you what I make of {work}.",
        "Send me {send}, which tells me more about {work} than a long talk.",
        "What is the one thing about {work} you want answered first?",
        "One more thing helps me answer well about {work}: {send}.",
        "Write back with your biggest question about {spot}, in one line.",
        "Email me {send}, and my answer about {work} comes in writing.",
      ],
      last: "Yes or no: are you still planning on {work}?",
    },
  },
  finish: {
    soft: {
      any: [
        "Which point about {work} would you change before you go ahead? Just reply with that one.",
        "If something about {work} is still open, write back with the one point I should clear up.",
        "Could you name the part of {work} that still feels wrong, so that I don't have to guess?",
        "Tell me what a yes to {work} would take, in one line.",
        "Write me the line about {work} that made you stop, and I'll explain it or change it.",
        "What would you still like to know about {spot} before you decide?",
      ],
      last: "Would you like to go ahead with {work}, yes or no?",
    },
    firm: {
      any: [
        "Reply with the one point about {work} that you would change.",
        "Send me the one point that is still open on {work}.",
        "Name the part of {work} that holds you back.",
        "Tell me in one line what a yes to {work} would take.",
        "Which line about {work} would have to go before you say yes?",
        "Give me the question about {spot} that nobody has answered yet.",
      ],
      last: "Yes or no: do we go ahead with {work}?",
    },
  },
};

export const GOAL_ASKS = {
  soft: "Would you like to {goal} with {company}, yes or no?",
  firm: "Yes or no: would you like to {goal} with {company}?",
} as const;

export const OTHER_MANNER = { soft: "firm", firm: "soft" } as const;

/** The one request of each call, for talks and for a voicemail. Every sentence has a slot. */
export const CALL_ASKS: Readonly<
  Record<
    DripAsk,
    Readonly<{ talk: readonly [string, ...string[]]; voicemail: readonly [string, ...string[]] }>
  >
> = {
  visit: {
    talk: [
      "Could I come by and look at {spot}? {day}",
      "How about I look at {spot} with you, half an hour at most? {day}",
      "What if I stop by on my way home one day soon, just to see {spot}?",
      "I could look at {spot} while you're there. {day}",
      "Would it help to have somebody look at {spot} before you decide about {work}? {day}",
      "Should we look at {spot} together for a few minutes? {day}",
    ],
    voicemail: [
      "If you'd like me to look at {spot}, just email me a day.",
      "Email me a day and an hour, and I'll come and see {spot}.",
      "A day by email is all I need to come and look at {spot}.",
      "I could see {spot} soon, if you email me when.",
    ],
  },
  quote: {
    talk: [
      "Could you email me {send}, so that I can start on a price for {work}?",
      "How about I put {work} on one page, line by line? All I need is {send}.",
      "Would a written price for {work} help you decide? Then all that's missing is {send}.",
      "I'd rather price {work} on facts than guess. Could I have {send} by the end of the week?",
      "Should I write {work} down with a price on each line? For that I'd ask you for {send}.",
      "If I price {work} now, could you get me {send}?",
    ],
    voicemail: [
      "If you want a price for {work}, email me {send}.",
      "For a price on paper, all that's missing for {work} is {send}.",
      "Email me {send}, and I'll put a price on {work}.",
      "I can price {work} as soon as I have {send}.",
    ],
  },
  call: {
    talk: [
      "When could we talk for ten minutes, with {spot} in front of you?",
      "Could we set ten minutes aside soon to go through {work}?",
      "Is there a quieter hour when I could call you back about {spot}?",
      "Which suits you better for a short talk about {work}, before work or after supper?",
      "How about ten minutes on {work} when you have a coffee in your hand?",
      "Should I call you about {spot} once you've slept on it?",
    ],
    voicemail: [
      "If you'd like to talk {work} over, email me a good hour.",
      "Name an hour by email, and I'll call you back about {work}.",
      "Email me when you're free, and we'll talk about {spot}.",
      "Just a good hour by email, and I'll call you about {spot}.",
    ],
  },
  message: {
    talk: [
      "Could you email me {send}, and I'll tell you what I make of {work}?",
      "What's one thing about {work} you'd like me to find out and put in an email?",
      "Would you send me {send}, so that I can picture {work}?",
      "Would it be fair to ask for {send}, if you get my honest view of {spot} in writing?",
      "May I write you two lines about {spot} once you've sent me {send}?",
      "If I answered one question about {work} by email, which one would it be?",
    ],
    voicemail: [
      "If you're curious what I'd say about {work}, email me {send}.",
      "Send me {send}, and I'll write back what I make of {spot}.",
      "Email me {send}, and you have my answer about {work} in writing.",
      "One line by email about {spot} is enough, and I'll answer it.",
    ],
  },
  finish: {
    talk: [
      "What would have to change for you to say yes to {work}?",
      "Should we go ahead with {work}, or should I close it, which is fine too?",
      "Which line about {work} would you cross out if you could?",
      "If that one point were settled, would you go ahead with {work}?",
      "Is there someone else I should explain {work} to before you decide?",
      "Would a smaller version of {work} be easier to say yes to?",
    ],
    voicemail: [
      "If one point about {work} is still open, email me just that point.",
      "A one-line email with what's still open on {work} is all I need.",
      "Email me a yes, a no or a question about {work}, and I'll take it from there.",
      "I'd be glad to get one line about {work}, whatever it says.",
    ],
  },
};

export const CALL_ENDS = [
  "That's fine, and I won't call about {work} again unless you ask me to.",
  "No problem at all, and you know where to find {company} if you come back to {work}.",
  "Understood, I'll take {work} off my list and wish you luck with it.",
  "Thanks for being straight with me about {work}, and {company} is a phone call away.",
  "Good to know, and if you ever have trouble with {spot}, just call {company}.",
  "All right, then I'll leave you and {spot} in peace, and thanks for telling me.",
] as const;

export const VOICEMAIL_ANSWERS = [
  "In case {aloud}, my answer about {work} is in one of the emails I sent.",
  "I wrote you a few lines about {work}, in case {aloud}.",
  "If {aloud}, have a look at what I wrote to you about {work}.",
  "There's an email from me about {work} in your inbox, in case {aloud}.",
] as const;

/** Precedes the first lesson if the brief names an industry. */
export const FROM_THE_INDUSTRY = "To start with, some {industry} know-how:";

/** The same without a specific trade, for a lesson that applies to all. */
export const FOR_ANY_TRADE = "This helps with any {industry} job:";

export const CUES = {
  say: "Say",
  voicemail: "After the beep",
  hesitating: "If they hesitate",
  ask: "Ask, then listen",
  askMore: "Then ask",
  about: "Add",
  smallAsk: "One small ask",
  no: "If it's a no",
} as const;
