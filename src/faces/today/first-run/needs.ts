import { STEPS, type StepName } from "./steps.ts";

/** A requirement of a step, and the step that provides it. */
export interface Need {
  readonly step: StepName;
  /** Why, as a sentence. */
  readonly words: string;
  /** Label of the link to that step. */
  readonly act: string;
}

/** What exists so far, for the steps' requirements. */
export interface Has {
  /** What the business does, from any step; empty when unknown. */
  readonly product: string;
  /** The name or company that signs the emails; empty when unknown. */
  readonly signer: string;
  readonly businessName: boolean;
  readonly zone: boolean;
  readonly guide: boolean;
  readonly emails: boolean;
  readonly page: boolean;
}

/**
 * The missing requirements of a step, in the order of the steps that provide them. Every step can be
 * skipped, so any may be missing.
 */
export function needsOf(step: StepName, has: Has): Need[] {
  const needs: (Need | false)[] = [];
  if (step === "emails" && !has.emails)
    needs.push(
      has.product === "" && {
        step: "work",
        words: "The emails are about what you do, and you haven’t told us yet.",
        act: "Tell us what you do",
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
          ? "Your page needs your address and time zone, so follow-up goes out at the right hours."
          : "Your page needs your business name, address, and time zone.",
        act: "Add your address",
      },
    );
  if (step === "test" && !has.page)
    needs.push({
      step: "page",
      words: "The test sends what your page sends, and your page isn’t live yet.",
      act: "Open your page",
    });
  if (step === "live" && !has.page)
    needs.push({
      step: "page",
      words: "Your page isn’t open yet, so there’s nothing to turn on.",
      act: "Open your page",
    });
  return needs.filter((need) => need !== false);
}

/** A requirement as an error message. */
export const needSentence = ({ step, words }: Need): string =>
  `${words} Do that first, in step ${STEPS.indexOf(step) + 1}.`;
