import { data, type HeadersArgs } from "react-router";
import type { z } from "zod";
import type { FieldErrors } from "#platform/errors/app-error.ts";
import type { FormFailure } from "#platform/http/answers.server.ts";
import { CACHE_FOR_BACK } from "#platform/http/back-button.ts";

/**
 * The text fields of a posted form. Missing fields, files and bodies that aren't forms read as empty text.
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

/** Typed text without control characters, safe to show again in a page. */
export function shown(text: string): string {
  // oxlint-disable-next-line no-control-regex -- the very characters that are taken out
  return text.replace(/[\u0000-\u001f\u007f]/g, "").trim();
}

/** The first message of each field. */
export function fieldErrors(error: z.ZodError): FieldErrors {
  const errors: Record<string, string> = {};
  for (const issue of error.issues) errors[String(issue.path[0] ?? "form")] ??= issue.message;
  return errors;
}

/** Renders a form again with its field errors. Status 422. */
export function refuseFields<Values>(errors: FieldErrors, values: Values, message: string | null = null) {
  const refusal: FormFailure<Values> = { values, errors, message };
  return data(refusal, { status: 422 });
}

/** Passes a screen's Retry-After header on to the page. */
export function screenHeaders({ actionHeaders, loaderHeaders }: HeadersArgs): Headers {
  const headers = new Headers();
  const retryAfter = actionHeaders.get("Retry-After") ?? loaderHeaders.get("Retry-After");
  if (retryAfter) headers.set("Retry-After", retryAfter);
  return headers;
}

/** Like screenHeaders, for a form without personal data, which browsers may cache for the Back button. */
export function formHeaders(args: HeadersArgs): Headers {
  const headers = screenHeaders(args);
  for (const [name, value] of Object.entries(CACHE_FOR_BACK)) headers.set(name, value);
  return headers;
}

/**
 * Like screenHeaders, for screens with a token in the URL: the token must not leak through the referrer or
 * search engines.
 */
export function tokenScreenHeaders(args: HeadersArgs): Headers {
  const headers = screenHeaders(args);
  headers.set("Referrer-Policy", "same-origin");
  headers.set("X-Robots-Tag", "noindex");
  return headers;
}

/** The token of a mailed link; empty when missing. */
export const tokenOf = (request: Request): string => new URL(request.url).searchParams.get("token") ?? "";
