import { z } from "zod";
import { SHA256 } from "../rules/photo.ts";
import { FORMAT_NAMES } from "./layout.ts";
import { LONGEST_LINE } from "./picture.ts";

const hash = z.string().regex(SHA256);

/** What a picture to post is made of, as in its address. Nonsense asks for the default. */
const asked = z.object({
  job: z.uuid(),
  photo: hash,
  /** The later one of a pair. */
  other: hash.optional().catch(undefined),
  format: z.enum(FORMAT_NAMES).catch("square"),
  /** Undefined for the business's own line. */
  line: z
    .string()
    .trim()
    .transform((text) => Array.from(text).slice(0, LONGEST_LINE).join(""))
    .optional(),
});
export type AskedPost = z.output<typeof asked>;

/** Null without a photo of a job. */
export function readPost(params: URLSearchParams): AskedPost | null {
  const read = asked.safeParse(Object.fromEntries(params));
  return read.success ? read.data : null;
}

/** The address of the picture, and of the form that changes it. */
export function postQuery({ job, photo, other, format, line }: AskedPost): string {
  const query = new URLSearchParams({ job, photo, ...(other ? { other } : {}), format });
  if (line !== undefined) query.set("line", line);
  return `?${query}`;
}
