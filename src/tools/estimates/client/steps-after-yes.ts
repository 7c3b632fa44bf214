/** What a client does and expects after they approved. */
export interface NextSteps {
  readonly business: string;
  /** "$609.60"; null without a deposit. */
  readonly deposit: string | null;
  /** The business's own words and links; empty for none. */
  readonly howToPay: string;
  /** "The week of June 8"; empty if it isn't planned. */
  readonly start: string;
}

/** The same steps as sentences, for the page and the email. */
export const stepsOf = ({ business, deposit, howToPay, start }: NextSteps): string[] => [
  ...(deposit
    ? [
        howToPay
          ? `Pay the deposit of ${deposit}.`
          : `Pay the deposit of ${deposit}. ${business} will tell you how.`,
      ]
    : []),
  start ? `Work starts: ${start}.` : `${business} will contact you to schedule the work.`,
];
