import type { Step } from "./plan/planner.ts";

/** An email as a lead drip has it: so many days after somebody came. */
export interface DatedEmail {
  /** Whole days after the start, 0 or more. */
  readonly day: number;
  readonly subject: string;
  /** Whole, with greeting and signature. */
  readonly body: string;
}

/**
 * A sequence of somebody's own emails: the gift at once, as it was promised, then each email on its day. Two
 * mails never come on one day: the first waits for the day after the gift, and each for the day after the one
 * before it.
 */
export function stepsOf(gift: Extract<Step, { kind: "gift" }>, emails: readonly DatedEmail[]): Step[] {
  let before = 0;
  const mails = emails.map(({ day, subject, body }): Step => {
    const amount = Math.max(1, day - before);
    before += amount;
    return { kind: "mail", delay: { amount, unit: "days" }, subject, body, signed: true };
  });
  return [gift, ...mails];
}
