/** What was decided about a change that its client declined. */
export interface Decision {
  readonly is: "unpaid" | "credit" | "dropped";
  /** Why, or for a credit how much. */
  readonly note: string;
  /** Id of who decided. */
  readonly by: string | null;
  /** An ISO moment. */
  readonly at: string;
}

const WORDS: Readonly<Record<Decision["is"], string>> = {
  unpaid: "Done anyway, at our cost",
  credit: "Credit added",
  dropped: "Dropped",
};

/** "Dropped: “Dana wants to wait until spring.”" */
export const describeDecision = ({ is, note }: Pick<Decision, "is" | "note">): string =>
  [WORDS[is], note && `“${note}”`].filter(Boolean).join(": ");

/** What a declined change asks of owners and managers. */
export const QUESTION = "Do it anyway, give a credit, or drop it?";
