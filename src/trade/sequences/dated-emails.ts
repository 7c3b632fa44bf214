import type { Step } from "./plan/planner.ts";

export interface DatedEmail {
  /** Whole days after the start, 0 or more. */
  readonly day: number;
  readonly subject: string;
  readonly body: string;
}

/** Turns an owner's emails into steps: the gift right away, then each email on its day, at most one a day. */
export function stepsOf(gift: Extract<Step, { kind: "gift" }>, emails: readonly DatedEmail[]): Step[] {
  let before = 0;
  const mails = emails.map(({ day, subject, body }): Step => {
    const amount = Math.max(1, day - before);
    before += amount;
    return { kind: "mail", delay: { amount, unit: "days" }, subject, body, signed: true };
  });
  return [gift, ...mails];
}
