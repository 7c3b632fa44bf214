import { greetingName } from "#platform/names/greeting-name.ts";
import { type AnswerKind, answerKind, postponedTo, preferredTime } from "./answer-kinds.ts";
import type { Tone } from "../trades/schema.ts";
import { isProfane } from "../text/profanity.ts";

/** Input for drafting a reply. All fields are plain text, whatever they contain. */
export interface AnswerBrief {
  readonly words: string;
  readonly via: "mail" | "text";
  readonly name: string;
  readonly business: string | null;
  /** The business's number, if clients may call it. */
  readonly phone: string | null;
  /** The business's tone, if known. */
  readonly tone?: Tone | undefined;
}

export interface AnswerDraft {
  /** Stable for the same draft of the same message. */
  readonly id: string;
  /** Describes the draft in two or three words. */
  readonly label: string;
  readonly body: string;
}

export const KIND_WORDS: Readonly<Record<AnswerKind, string>> = {
  stop: "They want no more messages",
  "wrong person": "They may not be the one you meant",
  complaint: "They’re not happy",
  "not now": "They put it off",
  price: "They ask what it costs",
  appointment: "They want to meet or talk",
  thanks: "They say thanks",
  yes: "They say yes",
  other: "They wrote to you",
};

interface Words {
  readonly when: string | undefined;
  readonly later: string | undefined;
  readonly call: string;
  readonly us: string;
}

type Line = (words: Words) => string;
interface Drafted {
  readonly label: string;
  /** Paragraphs of an email; a text joins them into one. */
  readonly mail: readonly Line[];
  readonly text: Line;
}

const say =
  (words: string): Line =>
  () =>
    words;

/**
 * Two or three per kind: one that moves things along, a careful one, a short one. They invent no price, day
 * or promise.
 */
const DRAFTS: Readonly<Record<AnswerKind, readonly Drafted[]>> = {
  price: [
    {
      label: "Offer to look first",
      mail: [
        say("Good question. The price depends on the size, the condition, and what you want to keep."),
        ({ when }) =>
          `I'd rather take twenty minutes to look at it than guess. ${when ? `Would ${when} work for you?` : "What day this week or next works for you?"}`,
      ],
      text: ({ when }) =>
        `Good question. To give you a real number, I'd need to take a quick look. ${when ? `Would ${when} work for you?` : "What day works for you?"}`,
    },
    {
      label: "Ask for details",
      mail: [
        say("Happy to give you a number. Three things would help me get it close:"),
        say("1. Roughly how big is it?\n2. What's there now?\n3. When would you like it done?"),
        say(
          "If you have a minute, a couple of photos from your phone would help a lot. Just reply to this email with them.",
        ),
      ],
      text: say(
        "Happy to give you a number. Roughly how big is it, and what's there now? A photo or two would help a lot.",
      ),
    },
    {
      label: "Offer a call",
      mail: [
        say("This is easier to talk through than to type, and it only takes ten minutes."),
        ({ call }) => `What's a good time to call you?${call}`,
      ],
      text: ({ call }) =>
        `This is easier to talk through, and it only takes ten minutes. What's a good time to call you?${call}`,
    },
  ],
  appointment: [
    {
      label: "Agree on a time",
      mail: [
        ({ when }) =>
          when
            ? `Thanks, happy to come by. What time ${when} is best for you, and is there a gate or a dog I should know about?`
            : "Thanks, happy to come by. What day works best for you, and is morning or afternoon better?",
        say("Please send me the street address too, so I go to the right place."),
      ],
      text: ({ when }) =>
        when
          ? `Thanks, happy to come by. What time ${when} is best for you, and what's the address?`
          : "Thanks, happy to come by. What day works for you, morning or afternoon? And what's the address?",
    },
    {
      label: "Check the calendar first",
      mail: [
        ({ when }) =>
          `Thanks for writing. Let me check ${when ? `what ${when} looks like` : "my calendar"} and I'll get back to you with a time today.`,
        say("If there's a time that doesn't work for you at all, let me know and I'll plan around it."),
      ],
      text: ({ when }) =>
        `Thanks. Let me check ${when ? `what ${when} looks like` : "my calendar"}, and I'll text you a time today.`,
    },
    {
      label: "Offer a call",
      mail: [
        ({ call }) =>
          `Thanks for writing. Could we start with a quick call? Let me know a good time and number.${call}`,
      ],
      text: ({ call }) => `Thanks. Could we start with a quick call? Let me know a good time.${call}`,
    },
  ],
  "not now": [
    {
      label: "Leave the door open",
      mail: [
        say("Thanks for letting me know. That's no problem at all."),
        ({ later }) =>
          later
            ? `Should I check back with you ${later}, and not before? If something changes sooner, just reply to this email.`
            : "Is there a better time for me to check back? If something changes sooner, just reply to this email.",
      ],
      text: ({ later }) =>
        later
          ? `Thanks for letting me know, no problem at all. Should I check back ${later}, and not before?`
          : "Thanks for letting me know, no problem at all. Is there a better time for me to check back?",
    },
    {
      label: "Say goodbye kindly",
      mail: [
        say("Thanks for letting me know. I won't follow up on this again."),
        ({ us }) => `If you ever have a question, ${us} just an email away. Good luck with the project.`,
      ],
      text: say(
        "Thanks for letting me know. I won't follow up on this again. If you ever have a question, just text me.",
      ),
    },
    {
      label: "Ask what decided it",
      mail: [
        say("Thanks for being straight with me."),
        say(
          "If you have a minute, what decided it: the price, the timing, or something we did? It helps us do better.",
        ),
      ],
      text: say(
        "Thanks for being straight with me. If you don't mind my asking, was it the price, the timing, or something we did?",
      ),
    },
  ],
  complaint: [
    {
      label: "Own it, and call",
      mail: [
        say("Thank you for telling me, and I'm sorry. That's not how it should be."),
        ({ call }) =>
          `I'd like to hear it from you and make it right. When can I call you today or tomorrow?${call}`,
      ],
      text: ({ call }) =>
        `I'm sorry, that's not how it should be. I want to make it right. When can I call you?${call}`,
    },
    {
      label: "Come and look",
      mail: [
        say("I'm sorry about this. I'd like to see it for myself before I say anything else."),
        ({ when }) =>
          `${when ? `Would ${when} work for you?` : "When can I come by?"} If you have a photo, that would help in the meantime.`,
      ],
      text: ({ when }) =>
        `I'm sorry about this. I'd like to see it for myself. ${when ? `Would ${when} work for you?` : "When can I come by?"}`,
    },
    {
      label: "Find out first",
      mail: [
        say(
          "I'm sorry, and I take this seriously. Give me until tomorrow to find out what happened on our end.",
        ),
        say("Then I'll tell you what I found and what we'll do about it."),
      ],
      text: say(
        "I'm sorry, and I take this seriously. Let me find out what happened, and I'll get back to you tomorrow.",
      ),
    },
  ],
  thanks: [
    {
      label: "Short and warm",
      mail: [
        say("You're welcome, and thank you for writing back. That's good to hear."),
        say("If a question comes up, just reply to this email."),
      ],
      text: say("You're welcome, and thanks for writing back. If a question comes up, just text me."),
    },
    {
      label: "Ask what’s next",
      mail: [
        say("You're welcome. Is there anything you're still unsure about, or that I can look at for you?"),
      ],
      text: say("You're welcome. Anything you're still unsure about, or that I can look at for you?"),
    },
  ],
  "wrong person": [
    {
      label: "Say sorry, and stop",
      mail: [
        say("Sorry about that, and thank you for telling me."),
        say("I've stopped the emails. You don't need to do anything."),
      ],
      text: say("Sorry about that, and thanks for telling me. We won't text again."),
    },
    {
      label: "Ask who it is",
      mail: [
        say(
          "Sorry for the mix-up. Someone gave us this address. Could it have been someone else in your household?",
        ),
      ],
      text: say(
        "Sorry for the mix-up. Someone gave us this number. Could it have been someone else in your household?",
      ),
    },
  ],
  stop: [
    {
      label: "Confirm it",
      mail: [
        say("Understood. You won't hear from us about this again."),
        say("Sorry to have bothered you, and all the best."),
      ],
      text: say("Understood. You won't hear from us about this again. Sorry to have bothered you."),
    },
    {
      label: "Confirm, one line",
      mail: [say("Done. We won't email you about this again.")],
      text: say("Done. We won't text you about this again."),
    },
  ],
  yes: [
    {
      label: "Agree on a time",
      mail: [
        say("Great, thank you. The next step is for me to come take a quick look."),
        ({ when }) =>
          when
            ? `Would ${when} work for you?`
            : "What day works for you, and is morning or afternoon better?",
      ],
      text: ({ when }) =>
        `Great, thank you. ${when ? `Would ${when} work` : "What day works"} for me to come take a quick look?`,
    },
    {
      label: "Offer a call",
      mail: [({ call }) => `Great, thank you. When is a good time to call you, and at what number?${call}`],
      text: ({ call }) => `Great, thank you. When is a good time to call you?${call}`,
    },
  ],
  other: [
    {
      label: "Ask for more",
      mail: [
        say("Thanks for writing. I want to make sure I answer the right question."),
        ({ call }) =>
          `Could you tell me a little more about what you have in mind? Or let me know when to call you.${call}`,
      ],
      text: ({ call }) =>
        `Thanks for writing. Could you tell me a little more about what you have in mind? Or let me know when to call you.${call}`,
    },
    {
      label: "Say when you’ll reply",
      mail: [say("Thanks for writing. I got your message, and I'll get you a full answer by tomorrow.")],
      text: say("Thanks for the message. I'll get you a full answer by tomorrow."),
    },
    {
      label: "Offer a call",
      mail: [
        ({ call }) => `Thanks for writing. Want to talk about it? Let me know a good time and number.${call}`,
      ],
      text: ({ call }) => `Thanks for the message. Want to talk about it? Let me know a good time.${call}`,
    },
  ],
};

const GREETINGS: Readonly<Record<Tone, (first: string) => string>> = {
  friendly: (first) => `Hi ${first},`,
  plain: (first) => `Hi ${first},`,
  calm: (first) => `Hello ${first},`,
  expert: (first) => `Hello ${first},`,
  direct: (first) => `${first},`,
};

/** Returns a usable first name: letters only, and nothing that reads as another word. */
function greetable(name: string): string | undefined {
  const first = greetingName(name);
  return /^\p{L}[\p{L}'’.-]{0,29}$/u.test(first) && !isProfane(first) ? first : undefined;
}

/**
 * Drafts replies in the business's tone: one that moves things along, a careful one and a short one.
 * Deterministic. Drafts state nothing that only the owner can know; they ask instead.
 */
export function writeAnswer(brief: AnswerBrief): {
  readonly kind: AnswerKind;
  readonly drafts: readonly AnswerDraft[];
} {
  const kind = answerKind(brief.words);
  const first = greetable(brief.name);
  const words: Words = {
    when: preferredTime(brief.words),
    later: postponedTo(brief.words),
    call: brief.phone ? ` Or call me: ${brief.phone}.` : "",
    us: brief.business?.trim() ? `${brief.business.trim()} is` : "we're",
  };
  const drafts = DRAFTS[kind].map(({ label, mail, text }, at) => {
    const id = `${kind.replaceAll(" ", "-")}-${at + 1}`;
    if (brief.via === "text")
      return { id, label, body: `${first ? `Hi ${first}, ` : ""}${begun(text(words), first)}` };
    const greeting = first ? GREETINGS[brief.tone ?? "friendly"](first) : "Hello,";
    return { id, label, body: [greeting, ...mail.map((line) => line(words))].join("\n\n") };
  });
  return { kind, drafts };
}

/** After a greeting and comma, a sentence continues in lowercase, except "I". */
function begun(text: string, first: string | undefined): string {
  return first && !/^I\b/.test(text) ? `${text[0]!.toLowerCase()}${text.slice(1)}` : text;
}
