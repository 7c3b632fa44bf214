/** Something left to do with a client once the work of a job is done. */
export interface FinishStep {
  /** "Show the work". */
  readonly title: string;
  /** What it is for, or what came of it. */
  readonly says: string;
  readonly isDone: boolean;
  /** What the business does next. */
  readonly act: { readonly label: string; readonly path: string };
}
