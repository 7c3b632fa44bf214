import { data, type HeadersArgs } from "react-router";
import type { z } from "zod";
import type { FieldErrors } from "#platform/errors/app-error.ts";
import type { FormFailure } from "#platform/http/answers.server.ts";
import { CACHE_FOR_BACK } from "#platform/http/back-button.ts";

/**
 * The texts of a posted form. Fields that are missing, files, and a body that is no form at all read as
 * empty: the form then says what it needs.
 */
export async function readForm<Name extends string>(
  request: Request,
  names: readonly Name[],
): Promise<Record<Name, string>> {
  const form = await request.formData().catch(() => new FormData());
  const entries = names.map((name) => {
    const value = form.get(name);
    return [name, typeof value === "string" ? value : ""];
  });
  return Object.fromEntries(entries) as Record<Name, string>;
}

/** What was typed, fit to be shown again: control characters can't stand in a page. */
export function shown(text: string): string {
  // oxlint-disable-next-line no-control-regex -- the very characters that are taken out
  return text.replace(/[\u0000-\u001f\u007f]/g, "").trim();
}

/** The first message of each field, for beside it. */
export function fieldErrors(error: z.ZodError): FieldErrors {
  const errors: Record<string, string> = {};
  for (const issue of error.issues) errors[String(issue.path[0] ?? "form")] ??= issue.message;
  return errors;
}

/** Re-renders a form whose fields need mending. */
export function refuseFields<Values>(errors: FieldErrors, values: Values, message: string | null = null) {
  const refusal: FormFailure<Values> = { values, errors, message };
  return data(refusal, { status: 422 });
}

/** Lets a screen's Retry-After through to the page it renders. */
export function screenHeaders({ actionHeaders, loaderHeaders }: HeadersArgs): Headers {
  const headers = new Headers();
  const retryAfter = actionHeaders.get("Retry-After") ?? loaderHeaders.get("Retry-After");
  if (retryAfter) headers.set("Retry-After", retryAfter);
  return headers;
}

/** The same for a form that the browser may keep for going back: one that shows nothing of anybody's. */
export function formHeaders(args: HeadersArgs): Headers {
  const headers = screenHeaders(args);
  for (const [name, value] of Object.entries(CACHE_FOR_BACK)) headers.set(name, value);
  return headers;
}

/** The same for screens whose address holds a token: it is told to nobody, and indexed by nobody. */
export function tokenScreenHeaders(args: HeadersArgs): Headers {
  const headers = screenHeaders(args);
  headers.set("Referrer-Policy", "same-origin");
  headers.set("X-Robots-Tag", "noindex");
  return headers;
}

/** The token in a mailed link's address; empty where there is none. */
export const tokenOf = (request: Request): string => new URL(request.url).searchParams.get("token") ?? "";
