import type { ActionFunctionArgs, LoaderFunctionArgs } from "react-router";
import { toAppError } from "#platform/errors/app-error.ts";
import { refuseForm } from "#platform/http/answers.server.ts";
import { readApiBody } from "#platform/http/request/api-body.server.ts";
import { checkFields } from "#platform/http/request/form.server.ts";
import { addressKey } from "#platform/http/limits/limits.server.ts";
import { CHECK_YOUR_MAIL } from "../capture/confirm-mail.ts";
import { formJson } from "./definition.server.ts";
import { submitForm } from "./submit.server.ts";
import { sourceFrom } from "../page/source.ts";

/** Any site may read and submit forms: neither depends on a session. */
const FOR_ANY_SITE = { "Access-Control-Allow-Origin": "*" };
const PREFLIGHT = {
  ...FOR_ANY_SITE,
  "Access-Control-Allow-Methods": "GET, POST",
  "Access-Control-Allow-Headers": "Content-Type",
  "Access-Control-Max-Age": "86400",
};

const answer = (body: object, status: number, headers: HeadersInit = {}) =>
  Response.json(body, {
    status,
    headers: { ...FOR_ANY_SITE, "Cache-Control": "no-store", ...Object.fromEntries(new Headers(headers)) },
  });

/** `GET /api/forms/{slug}`: the form's definition, cacheable for a minute. */
export async function loader({ params, request }: LoaderFunctionArgs): Promise<Response> {
  if (request.method === "OPTIONS") return new Response(null, { status: 204, headers: PREFLIGHT });
  try {
    const { body, tag } = await formJson(params["slug"] ?? "");
    const headers = { ...FOR_ANY_SITE, "Cache-Control": "public, max-age=60", ETag: tag };
    const known = request.headers.get("if-none-match")?.split(",") ?? [];
    if (known.some((one) => one.trim().replace(/^W\//, "") === tag))
      return new Response(null, { status: 304, headers });
    return new Response(body, { headers: { ...headers, "Content-Type": "application/json; charset=utf-8" } });
  } catch (error) {
    return refused(error);
  }
}

/**
 * `POST /api/forms/{slug}`: the form's fields, plus `submission` (a UUID made with the form, for
 * idempotency), `source` (JSON of campaign parameters, `referrer` and `page`), and against spam `elapsed`
 * (how long the form was open, ms) and `homepage` (hidden, must be empty). 200 `{"sent":true}` once it is
 * durable, with `thanks` to show if the address must be confirmed first; otherwise `{error, fields?}` with
 * 400, 404, 405, 415, 422, 429 or 503. A form-encoded body needs no CORS preflight.
 */
export async function action({ params, request, context }: ActionFunctionArgs): Promise<Response> {
  if (request.method !== "POST")
    return answer({ error: "Send a POST with the fields of the form." }, 405, { Allow: "GET, POST" });
  const body = await readApiBody(request);
  if (body.kind === "unreadable") return answer({ error: body.message }, body.status);
  try {
    const { source } = body.fields;
    const { asks } = await submitForm(
      params["slug"] ?? "",
      (schema) => checkFields(schema, body.fields),
      sourceFrom(typeof source === "string" ? source : JSON.stringify(source ?? {})),
      { fields: body.fields, network: addressKey(context) },
    );
    return answer({ sent: true, ...(asks.confirm ? { thanks: CHECK_YOUR_MAIL } : {}) }, 200);
  } catch (error) {
    return refused(error);
  }
}

function refused(error: unknown): Response {
  // refuseForm() also reports errors that are our fault.
  const { data, init } = refuseForm(error, {});
  const { fields } = toAppError(error);
  const words = data.message ?? "Some fields need another look.";
  return answer(
    { error: words, ...(Object.keys(fields).length > 0 ? { fields } : {}) },
    init?.status ?? 500,
    init?.headers,
  );
}
