/** One claim about speed, beside the limit it is measured against. */
export interface Figure {
  readonly what: string;
  readonly ours: string;
  readonly limit: string;
  /** Ours divided by the limit. */
  readonly ratio: number;
  /** Our target, if there is one. Missing it is reported and fails nothing, because machines differ. */
  readonly aim: number | undefined;
}
