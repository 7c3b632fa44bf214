import type { ReactNode } from "react";
import type { ShownRecord } from "#ground/sync/public.tsx";

export interface Entry {
  readonly id: string;
  /** By the server's clock as far as known, milliseconds since 1970. */
  readonly at: number;
  /** Null for someone outside the business; omitted if no author is shown. */
  readonly author?: string | null;
  readonly title: ReactNode;
  /** Below the title. */
  readonly body?: ReactNode;
  /** Shows whether it is waiting or was refused. */
  readonly record: ShownRecord;
}

export interface Source {
  /** `feature.noun`. */
  readonly kind: string;
  /** In the filter. */
  readonly tool: string;
  entriesOf(record: ShownRecord): Entry[];
  /** Where the record opens when a search found it; without it, on the job's page. */
  pathOf?(record: ShownRecord): string;
  /** Makes one entry of many records that belong together, such as photos in a row. */
  fold?(entries: readonly Entry[]): Entry[];
  /** Their changes have entries of their own. */
  readonly quiet?: readonly string[];
  /** Where to resolve conflicts, if not on the job's page. */
  settleAt?(record: ShownRecord): string | null;
}
