import { z } from "zod";

/** What an audit report covers. */
export interface Range {
  /** "2026-01-01"; both days are included. */
  readonly from: string;
  readonly to: string;
  /** Id of the one job; null for all. */
  readonly job: string | null;
}

const day = z.iso.date({ error: "Enter a day, such as 11/30/2026." });
const schema = z
  .object({ from: day, to: day, job: z.uuid({ error: "Choose a job from the list." }).or(z.literal("")) })
  .refine(({ from, to }) => from <= to, { path: ["to"], error: "The last day can’t be before the first." });

export type RangeErrors = Readonly<Partial<Record<keyof Range, string>>>;

/**
 * Reads a range from an address.
 * @param today "2026-11-30", where the business is: what isn't given is the year so far
 */
export function readRange(
  params: URLSearchParams,
  today: string,
): { readonly values: { from: string; to: string; job: string }; readonly errors: RangeErrors } {
  const values = {
    from: params.get("from") ?? `${today.slice(0, 4)}-01-01`,
    to: params.get("to") ?? today,
    job: params.get("job") ?? "",
  };
  const read = schema.safeParse(values);
  const errors = Object.fromEntries(
    read.success ? [] : read.error.issues.map(({ path, message }) => [String(path[0]), message]),
  );
  return { values, errors };
}
