import type { Step } from "./plan/planner.ts";

/** An email of a lead drip. */
export interface DatedEmail {
  /** Whole days after the start, 0 or more. */
  readonly day: number;
  readonly subject: string;
  /** With greeting and signature. */
  readonly body: string;
}

/**
 * Turns an owner's own emails into steps: the gift right away, then each email on its day. No two emails go
 * on one day: the first waits for the day after the gift, each later one for the day after the one before it.
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
