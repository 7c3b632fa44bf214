/** One claim about speed, beside the limit it is measured against. */
export interface Figure {
  readonly what: string;
  readonly ours: string;
  readonly limit: string;
  /** Ours divided by the limit. */
  readonly ratio: number;
  /** What we aim for, if anything; the run says when it is missed, and fails nothing: machines differ. */
  readonly aim: number | undefined;
}
