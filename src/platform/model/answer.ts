import { z } from "zod";
import { ModelFailure } from "./failure.ts";

/** OpenAI's strict schemas don't support lengths of texts: we check those in the output. */
const NOT_SENT = new Set(["$schema", "minLength", "maxLength"]);

/** The JSON Schema to send for a zod schema. */
export function sentSchema(schema: z.ZodType): Record<string, unknown> {
  const plain = z.toJSONSchema(schema, { target: "draft-7" });
  const strip = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(strip);
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(
      Object.entries(value)
        .filter(([key]) => !NOT_SENT.has(key))
        .map(([key, inner]) => [key, strip(inner)]),
    );
  };
  return strip(plain) as Record<string, unknown>;
}

const MAX_PROBLEMS = 12;

/**
 * Parses an output: one JSON object, even if a model wraps it in text or a fence of backticks.
 * @throws ModelFailure unfit, with the places that must change
 */
export function readAnswer<Schema extends z.ZodType>(text: string, schema: Schema): z.output<Schema> {
  let value: unknown;
  try {
    value = JSON.parse(text.slice(text.indexOf("{"), text.lastIndexOf("}") + 1));
  } catch {
    throw new ModelFailure("unfit", { problems: ["The reply wasn’t one complete JSON object."] });
  }
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const problems = result.error.issues
    .slice(0, MAX_PROBLEMS)
    .map(({ path, message }) => `${path.join(".") || "The answer"}: ${message}`);
  throw new ModelFailure("unfit", { problems });
}
