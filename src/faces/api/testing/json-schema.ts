/** The part of JSON Schema 2020-12 that our document uses; an unknown keyword makes it fail. */
export type JsonSchema = Readonly<Record<string, unknown>>;

const TYPES: Readonly<Record<string, (value: unknown) => boolean>> = {
  object: (value) => typeof value === "object" && value !== null && !Array.isArray(value),
  array: Array.isArray,
  string: (value) => typeof value === "string",
  number: (value) => typeof value === "number",
  integer: Number.isInteger,
  boolean: (value) => typeof value === "boolean",
  null: (value) => value === null,
};

const FORMATS: Readonly<Record<string, RegExp>> = {
  uuid: /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i,
  "date-time": /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/,
  email: /^[^@\s]+@[^@\s]+$/,
  date: /^\d{4}-\d\d-\d\d$/,
  uri: /^[a-z]+:/,
};

/**
 * Lists where a value violates its schema, one line each.
 * @param root the document that `$ref` points into
 */
export function faultsOf(schema: JsonSchema, value: unknown, root: JsonSchema, at = "$"): string[] {
  const faults: string[] = [];
  const fault = (words: string) => void faults.push(`${at}: ${words}`);
  const inner = (one: unknown, of: unknown, where: string) =>
    void faults.push(...faultsOf(one as JsonSchema, of, root, where));
  for (const [keyword, said] of Object.entries(schema)) {
    switch (keyword) {
      case "$ref": {
        const parts = String(said).replace(/^#\//, "").split("/");
        const found = parts.reduce<unknown>(
          (where, part) => (where as Record<string, unknown> | undefined)?.[part],
          root,
        );
        if (found === undefined) throw new Error(`nothing at ${String(said)}`);
        inner(found, value, at);
        break;
      }
      case "type":
        if (!(Array.isArray(said) ? said : [said]).some((type: string) => TYPES[type]!(value)))
          fault(`is no ${String(said)}`);
        break;
      case "properties":
        if (TYPES["object"]!(value))
          for (const [name, one] of Object.entries(said as JsonSchema))
            if (name in (value as object)) inner(one, (value as JsonSchema)[name], `${at}.${name}`);
        break;
      case "required":
        for (const name of said as string[])
          if (TYPES["object"]!(value) && !(name in (value as object))) fault(`has no ${name}`);
        break;
      case "additionalProperties":
        for (const name of TYPES["object"]!(value) ? Object.keys(value as object) : []) {
          if (name in ((schema["properties"] as object | undefined) ?? {})) continue;
          if (said === false) fault(`has ${name}, which is not known`);
          else inner(said, (value as JsonSchema)[name], `${at}.${name}`);
        }
        break;
      case "propertyNames":
        for (const name of Object.keys((value as object | null) ?? {})) inner(said, name, `${at} (name)`);
        break;
      case "items":
        if (Array.isArray(value))
          for (const [index, one] of value.entries()) inner(said, one, `${at}[${index}]`);
        break;
      case "anyOf":
        if (!(said as JsonSchema[]).some((one) => !faultsOf(one, value, root, at).length))
          fault("is none of what it may be");
        break;
      case "oneOf":
        if ((said as JsonSchema[]).filter((one) => !faultsOf(one, value, root, at).length).length !== 1)
          fault("is none of what it may be, or several");
        break;
      case "enum":
        if (!(said as unknown[]).includes(value)) fault(`is not one of ${String(said)}`);
        break;
      case "const":
        if (value !== said) fault(`is not ${String(said)}`);
        break;
      case "pattern":
        if (typeof value === "string" && !new RegExp(String(said), "u").test(value))
          fault(`does not match ${String(said)}`);
        break;
      case "format":
        if (typeof value === "string" && !FORMATS[String(said)]!.test(value)) fault(`is no ${String(said)}`);
        break;
      case "minLength":
        if (typeof value === "string" && value.length < Number(said)) fault("is too short");
        break;
      case "maxLength":
        if (typeof value === "string" && value.length > Number(said)) fault("is too long");
        break;
      case "minimum":
        if (Number(value) < Number(said)) fault("is too small");
        break;
      case "maximum":
        if (Number(value) > Number(said)) fault("is too large");
        break;
      case "minItems":
        if (Array.isArray(value) && value.length < Number(said)) fault("has too few");
        break;
      case "maxItems":
        if (Array.isArray(value) && value.length > Number(said)) fault("has too many");
        break;
      case "exclusiveMinimum":
        if (Number(value) <= Number(said)) fault("is too small");
        break;
      case "description":
      case "default":
      case "id":
        break;
      default:
        throw new Error(`this check does not know ${keyword}`);
    }
  }
  return faults;
}
