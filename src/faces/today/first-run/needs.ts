import { STEPS, type StepName } from "./steps.ts";

/** What a step can't do without, and the step that gives it. */
export interface Need {
  readonly step: StepName;
  /** Why, as a sentence. */
  readonly words: string;
  /** What the way there is called. */
  readonly act: string;
}

/** What there is so far, as far as a step asks for it. */
export interface Has {
  /** What the business does, from whatever step said so; empty for nothing. */
  readonly product: string;
  /** Whose name or which company's the emails are signed with; empty for nobody's. */
  readonly signer: string;
  readonly businessName: boolean;
  readonly zone: boolean;
  readonly guide: boolean;
  readonly emails: boolean;
  readonly page: boolean;
}

/**
 * What a step needs and does not have, in the order of the steps that give it. Every step can be skipped, so
 * any of it may be missing.
 */
export function needsOf(step: StepName, has: Has): Need[] {
  const needs: (Need | false)[] = [];
  if (step === "emails" && !has.emails)
    needs.push(
      has.product === "" && {
        step: "work",
        words: "The emails are about what you do, and you haven’t told us yet.",
        act: "Say what you do",
      },
      has.signer === "" && {
        step: "guide",
        words: "The emails need a name to sign with.",
        act: "Make your guide, with your name",
      },
    );
  if (step === "page" && !has.page)
    needs.push(
      !has.guide && {
        step: "guide",
        words: "Your page offers a guide, and you don’t have one yet.",
        act: "Make your guide",
      },
      !(has.businessName && has.zone) && {
        step: "look",
        words: has.businessName
          ? "Your page needs your address and time zone: they decide when follow-up goes out."
          : "Your page needs your business name, address, and time zone.",
        act: "Add your address",
      },
    );
  if (step === "test" && !has.page)
    needs.push({
      step: "page",
      words: "The test is the email your page sends, and your page isn’t open yet.",
      act: "Open your page",
    });
  if (step === "live" && !has.page)
    needs.push({
      step: "page",
      words: "Your page isn’t open yet, so nothing can go live.",
      act: "Open your page",
    });
  return needs.filter((need) => need !== false);
}

/** A need as a refusal says it. */
export const needSentence = ({ step, words }: Need): string =>
  `${words} Do that first, in step ${STEPS.indexOf(step) + 1}.`;
