type Json = Readonly<Record<string, unknown>>;

/** What fields with these names look like. */
const BY_NAME: Readonly<Record<string, unknown>> = {
  name: "Dana Hale",
  email: "dana@example.com",
  phone: "+13035550142",
  address: "14 Elm Street, Denver, CO 80202",
  title: "Hale deck",
  currency: "USD",
  zone: "America/Denver",
  number: "EST-2026-001",
  paper: "estimate",
  text: "Hang the gate",
  quantity: "2.5",
  unit: "h",
  percent: "8.25",
  date: "2026-11-20",
  next: null,
  sha256: "9f3a2c".padEnd(64, "0"),
  what: "opened",
  about: "guide",
  url: "https://example.com/hook",
  problem: null,
  secret: "whsec_…",
};

const ID = "01990000-0000-7000-8000-000000000001";
const AT = "2026-11-20T17:00:00Z";

/**
 * A value that a JSON schema accepts, for people who read the document. It has the optional fields too.
 * @param schemas that `$ref` names @param name of the field, which says more than its type
 */
export function exampleOf(schema: Json, schemas: Readonly<Record<string, Json>>, name = ""): unknown {
  const { $ref, enum: values, const: only, oneOf, anyOf = oneOf, type, format } = schema;
  if (typeof $ref === "string") return exampleOf(schemas[$ref.split("/").at(-1)!]!, schemas, name);
  if (only !== undefined) return only;
  if (Array.isArray(values)) return values[0];
  if (Array.isArray(anyOf)) return exampleOf(anyOf[0] as Json, schemas, name);
  switch (type) {
    case "object":
      return Object.fromEntries(
        Object.entries((schema["properties"] ?? {}) as Readonly<Record<string, Json>>).map(([key, of]) => [
          key,
          key === "next" && accepts(of, "null") ? null : exampleOf(of, schemas, key),
        ]),
      );
    case "array":
      return [exampleOf(schema["items"] as Json, schemas, name)];
    case "boolean":
      return true;
    case "integer":
    case "number":
      return Math.max(Number(schema["minimum"] ?? 1), 1);
    case "string":
      return textOf(name, format);
    default:
      return null;
  }
}

function textOf(name: string, format: unknown): string {
  if (format === "uuid") return ID;
  if (format === "date-time") return AT;
  if (format === "uri") return "https://example.com/p/harbor-decks";
  if (format === "date" || name.endsWith("On")) return "2026-11-20";
  const known = BY_NAME[name];
  return typeof known === "string" ? known : "…";
}

const accepts = ({ anyOf, type }: Json, name: string): boolean =>
  type === name || (Array.isArray(anyOf) && anyOf.some((one: Json) => accepts(one, name)));
