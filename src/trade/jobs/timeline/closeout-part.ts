import type { FilledShape, ShapeAsk } from "./report-shape.ts";

/** What a tool adds to the closeout package of a job, for the client. */
export interface CloseoutPart {
  /** Saved with the choice of what is in a package, so it must never change: "photos", "checklist {id}". */
  readonly id: string;
  readonly section: "photos" | "checklists" | "plans";
  /** Where people choose: "Photos by room". */
  readonly label: string;
  /** How much it is: "34 photos". */
  readonly hint: string;
  /** As a report prints it: photos as chapters, others as a list. Null if there is nothing. */
  print(ask: ShapeAsk): FilledShape | null;
}
