import type { z } from "zod";
import { AppError, type FieldErrors } from "../../errors/app-error.ts";

export type PostedForm = Readonly<Record<string, string | undefined>> & {
  /**
   * Checks the fields against a schema; the first message of each field wins.
   * @throws AppError invalid with a message per field
   */
  check<Schema extends z.ZodType>(schema: Schema): z.output<Schema>;
};

/**
 * Reads a posted form: text fields only, the last of each name. Any other body reads as an empty form, so
 * that the person gets the form back with its messages.
 */
export async function readForm(request: Request): Promise<PostedForm> {
  try {
    return formOf(await request.formData());
  } catch (error) {
    if (error instanceof Response) throw error;
    return formOf([]);
  }
}

/** Parses an `application/x-www-form-urlencoded` body. */
export function parseForm(body: string): PostedForm {
  return formOf(new URLSearchParams(body));
}

/** The text fields of a form that was read whole, with its files. */
export function formOf(entries: Iterable<[string, unknown]>): PostedForm {
  const fields: Record<string, string> = {};
  for (const [name, value] of entries)
    // PostgreSQL can't store a NUL, and no person types one.
    if (typeof value === "string") fields[name] = value.toWellFormed().replaceAll("\0", "");
  const check = <Schema extends z.ZodType>(schema: Schema) => checkFields(schema, fields);
  return Object.defineProperty(Object.assign(Object.create(null) as object, fields), "check", {
    value: check,
  }) as PostedForm;
}

/**
 * Checks input against a schema; the first message of each field wins.
 * @throws AppError invalid with a message per field
 */
export function checkFields<Schema extends z.ZodType>(
  schema: Schema,
  fields: Readonly<Record<string, unknown>>,
): z.output<Schema> {
  const result = schema.safeParse(fields);
  if (result.success) return result.data;
  throw new AppError("invalid", "Some fields need another look.", { fields: fieldErrors(result.error) });
}

function fieldErrors(error: z.ZodError): FieldErrors {
  const fields: Record<string, string> = {};
  for (const issue of error.issues) fields[String(issue.path[0] ?? "form")] ??= issue.message;
  return fields;
}
