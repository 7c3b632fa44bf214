import { greetingName } from "#platform/names/greeting-name.ts";
import { type AnswerKind, answerKind, postponedTo, preferredTime } from "./answer-kinds.ts";
import type { Tone } from "../playbook/schema.ts";
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
  complaint: "They are not happy",
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
        say(
          "Good question. An honest number depends on what is there: the size, the condition, and what you want to keep.",
        ),
        ({ when }) =>
          `I would rather look at it for twenty minutes than guess. ${when ? `Would ${when} suit you?` : "Which day this week or next suits you?"}`,
      ],
      text: ({ when }) =>
        `Good question. To give you an honest number I need a short look at it. ${when ? `Would ${when} suit you?` : "Which day suits you?"}`,
    },
    {
      label: "Ask for details",
      mail: [
        say("Happy to put a number to it. Three things would help me get it close:"),
        say("1. Roughly how big is it?\n2. What is there now?\n3. When would you like it done?"),
        say(
          "A couple of photos from your phone are worth a lot, if you have a minute. just reply to this email with them.",
        ),
      ],
      text: say(
        "Happy to put a number to it. Roughly how big is it, and what is there now? A photo or two would help a lot.",
      ),
    },
    {
      label: "Offer a call",
      mail: [
        say("It is easier to talk this through than to type it, and it takes ten minutes."),
        ({ call }) => `What is a good time to call you?${call}`,
      ],
      text: ({ call }) =>
        `Easier to talk it through, it takes ten minutes. What is a good time to call you?${call}`,
    },
  ],
  appointment: [
    {
      label: "Agree on a time",
      mail: [
        ({ when }) =>
          when
            ? `Thanks, ${when} is a good idea. What time suits you best, and is there a gate or a dog I should know about?`
            : "Thanks, glad to come by. Which day suits you best, and is the morning or the afternoon better?",
        say("Please send me the street address too, so that I have the right one."),
      ],
      text: ({ when }) =>
        when
          ? `Thanks, ${when} is a good idea. What time suits you best, and what is the address?`
          : "Thanks, glad to come by. Which day suits you, morning or afternoon? And what is the address?",
    },
    {
      label: "Check the calendar first",
      mail: [
        ({ when }) =>
          `Thanks for writing. Let me check ${when ? `what ${when} looks like` : "the calendar"} and I will come back to you with a time today.`,
        say("If there is a time that does not work for you at all, tell me and I will plan around it."),
      ],
      text: ({ when }) =>
        `Thanks. Let me check ${when ? `what ${when} looks like` : "the calendar"}, and I will text you a time today.`,
    },
    {
      label: "Offer a call",
      mail: [
        ({ call }) =>
          `Thanks for writing. Would a short call do for a start? Tell me when to reach you and on which number.${call}`,
      ],
      text: ({ call }) => `Thanks. Would a short call do for a start? Tell me when suits you.${call}`,
    },
  ],
  "not now": [
    {
      label: "Leave the door open",
      mail: [
        say("Thanks for telling me. That is no problem at all, and nothing you need to do."),
        ({ later }) =>
          later
            ? `Should I write to you once ${later}, and not before? If something changes sooner, just reply to this email.`
            : "When would be a better time to hear from me, if at all? If something changes sooner, just reply to this email.",
      ],
      text: ({ later }) =>
        later
          ? `Thanks for telling me, no problem at all. Should I write once ${later}, and not before?`
          : "Thanks for telling me, no problem at all. When would be a better time to ask, if at all?",
    },
    {
      label: "Say goodbye kindly",
      mail: [
        say("Thanks for letting me know. I will not follow up on this any more."),
        ({ us }) => `If you ever have a question, ${us} is an email away. All the best with it.`,
      ],
      text: say(
        "Thanks for letting me know. I will not follow up on this. If you ever have a question, just text.",
      ),
    },
    {
      label: "Ask what decided it",
      mail: [
        say("Thanks for being straight with me."),
        say(
          "One question, if you have a minute: what decided it, the price, the timing, or something we did? It helps us do better.",
        ),
      ],
      text: say(
        "Thanks for being straight with me. If you have a minute: was it the price, the timing, or something we did?",
      ),
    },
  ],
  complaint: [
    {
      label: "Own it, and call",
      mail: [
        say("Thank you for telling me, and I am sorry. That is not how it should be."),
        ({ call }) =>
          `I want to hear it from you and put it right. When can I call you today or tomorrow?${call}`,
      ],
      text: ({ call }) =>
        `I am sorry, that is not how it should be. I want to put it right. When can I call you?${call}`,
    },
    {
      label: "Come and look",
      mail: [
        say("I am sorry about this. I would like to see it with my own eyes before I say anything else."),
        ({ when }) =>
          `${when ? `Would ${when} suit you?` : "When can I come by?"} A photo helps in the meantime, if you have one.`,
      ],
      text: ({ when }) =>
        `I am sorry about this. I want to see it myself. ${when ? `Would ${when} suit you?` : "When can I come by?"}`,
    },
    {
      label: "Find out first",
      mail: [
        say(
          "I am sorry, and I take this seriously. Give me until tomorrow to find out on our side what happened.",
        ),
        say("Then I will write to you with what we found and what we will do about it."),
      ],
      text: say(
        "I am sorry, and I take this seriously. Let me find out what happened, and I will come back to you tomorrow.",
      ),
    },
  ],
  thanks: [
    {
      label: "Short and warm",
      mail: [
        say("You are welcome, and thank you for writing back. It is good to hear."),
        say("If a question comes up, just reply to this email."),
      ],
      text: say("You are welcome, and thanks for writing back. If a question comes up, just text."),
    },
    {
      label: "Ask what is next",
      mail: [
        say("You are welcome. Is there anything you are still unsure about, or that I can look at for you?"),
      ],
      text: say("You are welcome. Anything you are still unsure about, or that I can look at for you?"),
    },
  ],
  "wrong person": [
    {
      label: "Say sorry, and stop",
      mail: [
        say("Sorry about that, and thank you for telling me."),
        say("Our follow-up to you has stopped. You do not need to do anything."),
      ],
      text: say("Sorry about that, and thanks for telling me. We will not write again."),
    },
    {
      label: "Ask who it is",
      mail: [
        say(
          "Sorry for the mix-up. Someone left this address with us. Is there another person in the house who may have asked?",
        ),
      ],
      text: say(
        "Sorry for the mix-up. Someone left this number with us. Might another person in the house have asked?",
      ),
    },
  ],
  stop: [
    {
      label: "Confirm it",
      mail: [
        say("Understood. You will get no more follow-up from us."),
        say("Sorry for the bother, and all the best."),
      ],
      text: say("Understood. No more follow-up from us. Sorry for the bother."),
    },
    {
      label: "Confirm, one line",
      mail: [say("Done. We will not write to you about this again.")],
      text: say("Done. We will not write about this again."),
    },
  ],
  yes: [
    {
      label: "Agree on a time",
      mail: [
        say("Great, thank you. The next step is a short look at it, so that we talk about the same thing."),
        ({ when }) =>
          when
            ? `Would ${when} suit you?`
            : "Which day suits you, and is the morning or the afternoon better?",
      ],
      text: ({ when }) =>
        `Great, thank you. ${when ? `Would ${when} suit you` : "Which day suits you"} for a short look at it?`,
    },
    {
      label: "Offer a call",
      mail: [({ call }) => `Great, thank you. When is a good time to call you, and on which number?${call}`],
      text: ({ call }) => `Great, thank you. When is a good time to call you?${call}`,
    },
  ],
  other: [
    {
      label: "Answer and ask back",
      mail: [
        say("Thanks for writing. I have read it, and I want to get the answer right."),
        ({ call }) =>
          `Could you tell me a little more about what you have in mind? Or tell me when to call you.${call}`,
      ],
      text: ({ call }) =>
        `Thanks for writing. Could you tell me a little more about what you have in mind? Or tell me when to call you.${call}`,
    },
    {
      label: "Say when you come back",
      mail: [
        say(
          "Thanks for writing. I have your message in front of me, and you will have a proper answer from me this evening.",
        ),
      ],
      text: say(
        "Thanks for writing. I have your message, and you will have a proper answer from me this evening.",
      ),
    },
    {
      label: "Offer a call",
      mail: [
        ({ call }) =>
          `Thanks for writing. Want to talk about it? Tell me when suits you and on which number.${call}`,
      ],
      text: ({ call }) => `Thanks for writing. Want to talk about it? Tell me when suits you.${call}`,
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
    us: brief.business?.trim() || "we",
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
