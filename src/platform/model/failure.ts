/**
 * Why a model gave nothing that can be used: it did not answer, it refused the key, it has too much to do, it
 * took too long, what it wrote was not what was asked for, or it was told to stop.
 */
export type Trouble = "away" | "refused" | "busy" | "slow" | "unfit" | "stopped";

/**
 * Thrown with a word for what happened and nothing else: no prompt, no answer, no key, not even in a cause.
 */
export class ModelFailure extends Error {
  readonly trouble: Trouble;
  /** What does not fit, when it is `unfit`: places in the answer and what they need. */
  readonly problems: readonly string[];
  /** Status of the server's answer, where there was one. */
  readonly status: number | undefined;

  constructor(
    trouble: Trouble,
    { problems = [], status }: { problems?: readonly string[]; status?: number | undefined } = {},
  ) {
    super(`the model is of no use now: ${trouble}`);
    this.name = "ModelFailure";
    this.trouble = trouble;
    this.problems = problems;
    this.status = status;
  }
}
