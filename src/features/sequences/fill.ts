// Apart from the other rules, so that a browser which knows no Temporal can load it.

/** What stands for the placeholders of a message. */
export interface Fills {
  readonly firstName: string;
  readonly business: string;
  /** Where clients may write a review. */
  readonly reviewLink?: string | null | undefined;
  /** This person's own, to pass on. */
  readonly referralLink?: string | null | undefined;
}

/** Fills `{{first_name}}`, `{{business}}` and the two links. Text from people is a value here, never a template. */
export function fillPlaceholders(text: string, fills: Fills): string {
  const values: Readonly<Record<string, string | null | undefined>> = {
    first_name: fills.firstName,
    business: fills.business,
    review_link: fills.reviewLink,
    referral_link: fills.referralLink,
  };
  return text.replace(/\{\{(first_name|business|review_link|referral_link)\}\}/g, (whole, name: string) => values[name] ?? whole);
}

/** The first name to greet somebody with; a person who gave only one word is greeted with it. */
export function firstName(name: string): string {
  return name.trim().split(/\s+/)[0] ?? "";
}
