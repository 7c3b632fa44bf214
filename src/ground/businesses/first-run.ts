/**
 * What the first run was told, and what it made. Everything else about how far it is follows from what is in
 * the account.
 */
export interface FirstRun {
  /** What they do, and for whom. */
  readonly product?: string;
  readonly audience?: string;
  /** Who signs the guide and the emails. */
  readonly person?: string;
  readonly magnetId?: string;
  readonly dripId?: string;
  /** How mail is to leave: by the installation's server, or by their own. */
  readonly mail?: "ours" | "own";
  /** The newest test mail. */
  readonly testId?: string;
  /** Steps that were left out for now. */
  readonly skipped?: readonly string[];
  /** Instants: when they went live, and when they put it away. */
  readonly liveAt?: string;
  readonly dismissedAt?: string;
}
