/** The parsed body of a request from a program or a plain form, or why it can't be read. */
export type ApiBody =
  | {
      readonly kind: "json" | "form";
      /** Texts are cleaned like those of a form; other values stay unchanged, for the schema to reject. */
      readonly fields: Readonly<Record<string, unknown>>;
    }
  | { readonly kind: "unreadable"; readonly status: 400 | 415; readonly message: string };

const FORMS = /^(application\/x-www-form-urlencoded|multipart\/form-data)\s*(;|$)/i;
const JSON_TYPE = /^application\/json\s*(;|$)/i;

/** Reads a JSON or form body; of a form, its text fields only, the last of each name. */
export async function readApiBody(request: Request): Promise<ApiBody> {
  const type = request.headers.get("content-type") ?? "";
  if (JSON_TYPE.test(type)) {
    const value: unknown = await request.json().catch(() => undefined);
    if (typeof value !== "object" || value === null || Array.isArray(value))
      return { kind: "unreadable", status: 400, message: "That isn’t a JSON object. Nothing was saved." };
    return { kind: "json", fields: fieldsOf(Object.entries(value)) };
  }
  if (!FORMS.test(type))
    return {
      kind: "unreadable",
      status: 415,
      message: "Send this as JSON (Content-Type: application/json) or as a form. Nothing was saved.",
    };
  const form = await request.formData().catch(() => undefined);
  if (!form)
    return { kind: "unreadable", status: 400, message: "We can’t read this form. Nothing was saved." };
  return { kind: "form", fields: fieldsOf([...form].filter(([, value]) => typeof value === "string")) };
}

function fieldsOf(entries: readonly (readonly [string, unknown])[]): Record<string, unknown> {
  const fields = Object.create(null) as Record<string, unknown>;
  // PostgreSQL can't store a NUL, and no person types one.
  for (const [name, value] of entries)
    fields[name] = typeof value === "string" ? value.toWellFormed().replaceAll("\0", "") : value;
  return fields;
}
