/** A photo on the page of a photo book. */
export interface BookPhoto {
  readonly sha256: string;
  readonly number: string;
  /** "Before, Nov 3, 2026"; empty for a photo of no pair. */
  readonly label: string;
  readonly caption: string;
  /** When, by whom, tags, where, as far as the report shows them. */
  readonly details: string;
  readonly alt: string;
  /** Width over height. */
  readonly aspect: number;
}

/** A photo book as its client's page shows it: what was printed. */
export interface BookPage {
  readonly title: string;
  readonly groups: readonly {
    /** Empty if the book has only one group. */
    readonly title: string;
    /** Two photos of a pair, or one photo. */
    readonly shown: readonly (readonly BookPhoto[])[];
  }[];
}
