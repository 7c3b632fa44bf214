import type { ActionFunctionArgs } from "react-router";
import { readApiBody } from "#platform/http/request/api-body.server.ts";
import { addWaitlistEntry } from "./action.server.ts";

const answer = (body: object, status: number, headers?: HeadersInit) =>
  Response.json(body, { status, ...(headers ? { headers } : {}) });

/** There is nothing to read here. */
export function loader() {
  return answer({ error: "Send a POST with email and source." }, 405, { Allow: "POST" });
}

/**
 * `POST /api/addToWaitlist`: JSON (or a form) in, JSON out. Adding the same entry again gives the same
 * answer.
 */
export async function action({ request, context }: ActionFunctionArgs) {
  if (request.method !== "POST") return loader();
  const body = await readApiBody(request);
  if (body.kind === "unreadable") return answer({ error: body.message }, body.status);
  const refused = await addWaitlistEntry(body.fields, context);
  if (!refused) return answer({ joined: true }, 200);
  const { errors, message } = refused.data;
  const error = message ?? Object.values(errors).join(" ");
  return answer(
    { error, ...(Object.keys(errors).length ? { fields: errors } : {}) },
    refused.init?.status ?? 500,
    refused.init?.headers,
  );
}
