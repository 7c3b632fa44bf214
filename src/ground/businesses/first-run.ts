/**
 * What the owner entered during setup, and what setup made. All other progress follows from the account's
 * data.
 */
export interface FirstRun {
  /** What the business does, and for what kind of client. */
  readonly product?: string;
  readonly audience?: string;
  /** Who signs the guide and the emails. */
  readonly person?: string;
  readonly magnetId?: string;
  readonly dripId?: string;
  readonly testId?: string;
  /** Steps skipped for now. */
  readonly skipped?: readonly string[];
  /** ISO instants: when they went live, and when they dismissed setup. */
  readonly liveAt?: string;
  readonly dismissedAt?: string;
}
