import type { OpeningHours, TaxRate } from "./schema.ts";

/** A business as the rest of the product sees it. */
export interface Business {
  readonly name: string | null;
  readonly postalAddress: string | null;
  readonly zone: string | null;
  readonly replyAddress: string | null;
  readonly phone: string | null;
  readonly licence: string | null;
  readonly hours: OpeningHours | null;
  /** When its follow-up goes out; null is the working week, Monday to Friday from 9 to 5. */
  readonly sendWindow: OpeningHours | null;
  /** ISO 4217. */
  readonly currency: string;
  readonly taxRates: readonly TaxRate[];
  /** What its mails end with, on up to six lines. */
  readonly signature: string | null;
  /** Key of a PNG in the file store. */
  readonly logo: string | null;
  /** `#rrggbb`. */
  readonly color: string | null;
  /** Where clients may write a review, an https address. */
  readonly reviewLink: string | null;
}
