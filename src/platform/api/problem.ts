import { AppError, type ErrorCode } from "../errors/app-error.ts";

/** A fault in one part of a request: a place in its body (a JSON pointer as a fragment), or a parameter. */
export interface Fault {
  readonly pointer?: string;
  readonly parameter?: string;
  readonly detail: string;
}

/** Every problem, with its status and title. The code is the last part of the problem's `type`. */
export const PROBLEMS = {
  "not-json": [400, "The body isn’t a JSON object"],
  "bad-header": [400, "A header isn’t valid"],
  unauthorized: [401, "Missing or invalid key"],
  forbidden: [403, "This key can’t do that"],
  "not-found": [404, "Not found"],
  "not-allowed": [405, "Method not allowed"],
  conflict: [409, "Not possible in the current state"],
  "in-progress": [409, "The same request is in progress"],
  changed: [412, "It changed in the meantime"],
  "too-large": [413, "The body is too large"],
  "not-taken": [415, "Send JSON"],
  invalid: [422, "The request isn’t valid"],
  "key-reused": [422, "This Idempotency-Key belongs to a different request"],
  "too-many": [429, "Too many requests"],
  internal: [500, "Something went wrong on our side"],
  unavailable: [503, "We can’t do that right now"],
} as const satisfies Record<string, readonly [status: number, title: string]>;

export type ProblemCode = keyof typeof PROBLEMS;

/** Ends a request with a problem document (RFC 9457). */
export class Problem extends Error {
  readonly code: ProblemCode;
  readonly errors: readonly Fault[];
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    code: ProblemCode,
    detail: string,
    options: { errors?: readonly Fault[]; headers?: Readonly<Record<string, string>> } = {},
  ) {
    super(detail);
    this.name = "Problem";
    this.code = code;
    this.errors = options.errors ?? [];
    this.headers = options.headers ?? {};
  }
}

/** Prefix of a problem document's `type`, before its code. */
export const PROBLEM_TYPE = "urn:plumbline:problem:";

/** The HTTP response for a problem. */
export function problemAnswer(problem: Problem, more: Headers = new Headers()): Response {
  const [status, title] = PROBLEMS[problem.code];
  const headers = new Headers(more);
  for (const [name, value] of Object.entries(problem.headers)) headers.set(name, value);
  headers.set("Content-Type", "application/problem+json");
  headers.set("Cache-Control", "no-store");
  const { errors } = problem;
  const body = {
    type: PROBLEM_TYPE + problem.code,
    title,
    status,
    detail: problem.message,
    ...(errors.length ? { errors } : {}),
  };
  return new Response(JSON.stringify(body), { status, headers });
}

const CODES: Readonly<Record<ErrorCode, ProblemCode>> = {
  invalid: "invalid",
  not_found: "not-found",
  conflict: "conflict",
  forbidden: "forbidden",
  unavailable: "unavailable",
  internal: "internal",
};

/** Converts an AppError of the features below to a problem. Field names are those of the body. */
export function problemOf(failure: AppError): Problem {
  const errors = Object.entries(failure.fields).map(([field, detail]) => ({ pointer: `#/${field}`, detail }));
  const headers: Record<string, string> =
    failure.retryAfter === undefined ? {} : { "Retry-After": String(failure.retryAfter) };
  // Its own message is written for people at a form.
  const detail =
    failure.code === "unavailable"
      ? "We can’t save anything right now. Nothing was changed. Try again soon."
      : failure.message;
  return new Problem(
    CODES[failure.code],
    failure.code === "internal" ? "Nothing was saved. Try again." : detail,
    { errors, headers },
  );
}
