import type { OpeningHours, TaxRate } from "./schema.ts";
import type { TextSetting } from "./settings/text-settings.ts";

export interface Business extends Readonly<Record<TextSetting, string | null>> {
  readonly name: string | null;
  readonly postalAddress: string | null;
  readonly zone: string | null;
  readonly replyAddress: string | null;
  readonly hours: OpeningHours | null;
  /** When follow-up may go out; null means Monday to Friday, 9 to 5. */
  readonly sendWindow: OpeningHours | null;
  /** ISO 4217. */
  readonly currency: string;
  readonly taxRates: readonly TaxRate[];
  /** Key of a PNG in the file store. */
  readonly logo: string | null;
  /** Key of a WebP in the file store. */
  readonly face: string | null;
  /** `#rrggbb`. */
  readonly color: string | null;
}
