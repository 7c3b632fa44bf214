/** What the "Go to" dialog offers, in the order shown. */
export interface Found {
  /** "Person", "Job", "Follow-up", "Settings", or what a tool calls its records, such as "Change order". */
  readonly kind: string;
  readonly name: string;
  readonly to: string;
  /** What tells two of the same name apart. */
  readonly about: string;
}
