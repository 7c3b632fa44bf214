import type { CsvRecord } from "#platform/csv/read-csv.ts";
import { AppError } from "#platform/errors/app-error.ts";

/** A table in memory. */
export interface Table {
  readonly headers: readonly string[];
  /** Without the header and without empty ones. */
  readonly records: readonly CsvRecord[];
  /** Whether it writes February 1 as 1/2. */
  readonly dayFirst: boolean;
}

/** Why a file can’t be read, beside the field. */
export const wrongFile = (message: string) => new AppError("invalid", message, { fields: { file: message } });
