import { type ActionFunctionArgs, redirect } from "react-router";
import { readApiBody } from "#platform/http/request/api-body.server.ts";
import { receiveMessage } from "./receive.server.ts";

const text = (words: string, status: number, headers?: HeadersInit) =>
  new Response(`${words}\n`, {
    status,
    headers: [...new Headers(headers), ["Content-Type", "text/plain; charset=utf-8"]],
  });

/** There is nothing to read here. */
export function loader() {
  return text("Send a POST with name, email and message.", 405, { Allow: "POST" });
}

/**
 * `POST /api/contact`: accepts JSON or a form and returns plain text, which on failure reads well after
 * `Error: `.
 */
export async function action({ request, context }: ActionFunctionArgs) {
  if (request.method !== "POST") return loader();
  const body = await readApiBody(request);
  if (body.kind === "unreadable") return text(body.message, body.status);
  const refused = await receiveMessage(body.fields, context);
  if (refused) return text(refused.text, refused.status, refused.headers);
  return body.kind === "form" ? redirect("/contact?sent", 303) : text("Message sent successfully!", 200);
}
