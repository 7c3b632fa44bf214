import type { OpeningHours, TaxRate } from "./schema.ts";

export interface Business {
  readonly name: string | null;
  readonly postalAddress: string | null;
  readonly zone: string | null;
  readonly replyAddress: string | null;
  readonly phone: string | null;
  readonly licence: string | null;
  readonly hours: OpeningHours | null;
  /** When follow-up may go out; null means Monday to Friday, 9 to 5. */
  readonly sendWindow: OpeningHours | null;
  /** ISO 4217. */
  readonly currency: string;
  readonly taxRates: readonly TaxRate[];
  /** Closing lines of its emails, up to six. */
  readonly signature: string | null;
  /** Key of a PNG in the file store. */
  readonly logo: string | null;
  /** `#rrggbb`. */
  readonly color: string | null;
  /** An https address where clients can leave a review. */
  readonly reviewLink: string | null;
}
