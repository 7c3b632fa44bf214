import canonicalize from "canonicalize";

export type Json = string | number | boolean | null | readonly Json[] | { readonly [name: string]: Json };

/** Maximum nesting depth, for other readers' sake. */
const MAX_DEPTH = 32;

/**
 * Why a value has no unambiguous canonical form, or null if it has one. Refuses values that JSON would
 * silently drop or change.
 */
export function notCanonical(value: unknown, depth = 0): string | null {
  if (depth > MAX_DEPTH) return "it is nested too deep";
  if (value === null || typeof value === "boolean") return null;
  if (typeof value === "number") return Number.isFinite(value) ? null : "a number in it is not finite";
  if (typeof value === "string") return textProblem(value);
  if (typeof value !== "object") return "it holds what JSON can't say";
  if (Array.isArray(value)) {
    // By index: a hole in a list is no value.
    for (let at = 0; at < value.length; at++) {
      const problem = notCanonical(value[at], depth + 1);
      if (problem) return problem;
    }
    return null;
  }
  const prototype: unknown = Object.getPrototypeOf(value);
  if ((prototype !== Object.prototype && prototype !== null) || "toJSON" in value)
    return "it holds what JSON can't say";
  for (const [name, one] of Object.entries(value)) {
    const problem = nameProblem(name) ?? notCanonical(one, depth + 1);
    if (problem) return problem;
  }
  return null;
}

// Node 24 and 26 sometimes misread a name that is written with a backslash (nodejs/node#63785).
const ESCAPED = /["\\\p{Cc}]/u;

function nameProblem(name: string): string | null {
  if (name === "__proto__") return "a name in it is reserved";
  return (
    textProblem(name) ??
    (ESCAPED.test(name) ? "a name in it has a quote, a backslash or a control character" : null)
  );
}

/** PostgreSQL can't store a NUL, and half a surrogate pair is no character. */
function textProblem(text: string): string | null {
  if (!text.isWellFormed()) return "a text in it is cut in the middle of a character";
  return text.includes("\0") ? "a text in it has a zero character" : null;
}

/**
 * The canonical JSON of a value (RFC 8785): the same value gives the same text everywhere. Check it with
 * `notCanonical` first.
 */
export function canonicalJson(value: unknown): string {
  const text = canonicalize(value);
  if (text === undefined) throw new TypeError("not a value of JSON");
  return text;
}
