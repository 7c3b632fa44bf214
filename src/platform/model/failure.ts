/**
 * Why a model gave no usable output: unreachable, refused the key, overloaded, timed out, wrong output, or
 * stopped by the caller.
 */
export type Trouble = "away" | "refused" | "busy" | "slow" | "unfit" | "stopped";

/** Contains only the kind of trouble: no prompt, no output, no key, not even in a cause. */
export class ModelFailure extends Error {
  readonly trouble: Trouble;
  /** For `unfit`: places in the output and what they need. */
  readonly problems: readonly string[];
  readonly status: number | undefined;

  constructor(
    trouble: Trouble,
    { problems = [], status }: { problems?: readonly string[]; status?: number | undefined } = {},
  ) {
    super(`the model isn’t available: ${trouble}`);
    this.name = "ModelFailure";
    this.trouble = trouble;
    this.problems = problems;
    this.status = status;
  }
}
