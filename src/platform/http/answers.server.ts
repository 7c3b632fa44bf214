import { data } from "react-router";
import { AppError, type FieldErrors, toAppError } from "../errors/app-error.ts";

/** Data for the error page: never a stack, never an internal message. */
export interface FailureData {
  readonly code: string;
  readonly message: string;
}

/** Re-renders a form after a refusal, with everything the person typed. */
export interface FormFailure<Values> {
  readonly values: Values;
  readonly errors: FieldErrors;
  readonly message: string | null;
}

function headersOf(error: AppError): HeadersInit {
  return error.retryAfter === undefined ? {} : { "Retry-After": String(error.retryAfter) };
}

/**
 * Runs a loader or action and converts its errors to responses with the right status. Redirects and responses
 * pass through. Unknown errors are reported to the request log.
 */
export async function answering<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Response || isRouterData(error)) throw error;
    throw failureOf(error);
  }
}

/** The answer to a failure, for an error page. Unknown errors are reported to the request log. */
function failureOf(error: unknown) {
  const failure = toAppError(error);
  if (failure.code === "internal") onInternalError(failure.cause);
  const answer: FailureData = { code: failure.code, message: failure.message };
  return data(answer, { status: failure.status, headers: headersOf(failure) });
}

/**
 * The answer to a failure as a line of text, for an address that sends a file. A failure that `answering` has
 * converted already keeps its status.
 * @throws the error itself if it is a response, such as a redirect to the login
 */
export function failureAsText(error: unknown): Response {
  if (error instanceof Response) throw error;
  const { data: failure, init } = isRouterData(error) ? error : failureOf(error);
  const headers = new Headers(init?.headers);
  headers.set("Content-Type", "text/plain; charset=utf-8");
  return new Response(`${failure.message}\n`, { status: init?.status ?? 500, headers });
}

// A result of `data()`, thrown on purpose by a screen that chose its own status.
function isRouterData(error: unknown): error is ReturnType<typeof data<FailureData>> {
  return (
    typeof error === "object" &&
    error !== null &&
    (error as { type?: unknown }).type === "DataWithResponseInit"
  );
}

/**
 * Re-renders a form with its values and the reason of the refusal; unavailable storage is a refusal too, not
 * an error page. Responses, such as a redirect to the login, pass through.
 */
export function refuseForm<Values>(error: unknown, values: Values) {
  if (error instanceof Response || isRouterData(error)) throw error;
  const failure = toAppError(error);
  if (failure.code === "internal") onInternalError(failure.cause);
  const refusal: FormFailure<Values> = {
    values,
    errors: failure.fields,
    message: Object.keys(failure.fields).length ? null : failure.message,
  };
  return data(refusal, { status: failure.status, headers: headersOf(failure) });
}

/** Reports an unknown error to which the caller responds itself. */
export function reportUnknownError(cause: unknown): void {
  onInternalError(cause);
}

let onInternalError: (cause: unknown) => void = () => {};

/** Sets where unknown errors are reported; called once at start. */
export function reportInternalErrors(report: (cause: unknown) => void): void {
  onInternalError = report;
}
