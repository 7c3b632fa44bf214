import { data } from "react-router";
import { AppError, type FieldErrors, toAppError } from "../errors/app-error.ts";

/** What the error page is told: never a stack, never an internal message. */
export interface FailureData {
  readonly code: string;
  readonly message: string;
}

/** What a form is re-rendered with after a refusal: nothing typed is lost. */
export interface FormFailure<Values> {
  readonly values: Values;
  readonly errors: FieldErrors;
  readonly message: string | null;
}

function headersOf(error: AppError): HeadersInit {
  return error.retryAfter === undefined ? {} : { "Retry-After": String(error.retryAfter) };
}

/**
 * Runs a loader or action and turns what it throws into an answer with the right status. Redirects and
 * responses pass through. The request log hears of unknown errors through `onInternalError`.
 */
export async function answering<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Response || isRouterData(error)) throw error;
    const failure = toAppError(error);
    if (failure.code === "internal") onInternalError(failure.cause);
    const answer: FailureData = { code: failure.code, message: failure.message };
    throw data(answer, { status: failure.status, headers: headersOf(failure) });
  }
}

// What `data()` makes: thrown on purpose by a screen that chose its own status.
function isRouterData(error: unknown): boolean {
  return (
    typeof error === "object" &&
    error !== null &&
    (error as { type?: unknown }).type === "DataWithResponseInit"
  );
}

/**
 * Re-renders a form with what was typed and why it was refused; storage being away is a refusal too, not an
 * error page. What was answered already, such as by a door further inside, passes through.
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

/** Reports an unknown error that is answered in a way of its own. */
export function reportUnknownError(cause: unknown): void {
  onInternalError(cause);
}

let onInternalError: (cause: unknown) => void = () => {};

/** Says where unknown errors are reported; called once by the start. */
export function reportInternalErrors(report: (cause: unknown) => void): void {
  onInternalError = report;
}
