import type { ActionFunctionArgs } from "react-router";
import { toAppError } from "#platform/errors/app-error.ts";
import { acceptTwilioCall } from "./inbound-text.server.ts";

/**
 * `POST /api/inbound/sms`: a signed Twilio webhook. An incoming text, or with `?about=` the status of a sent
 * one. Responds with TwiML.
 */
export async function action({ request }: ActionFunctionArgs): Promise<Response> {
  if (request.method !== "POST")
    return new Response("Send a POST.\n", { status: 405, headers: { Allow: "POST" } });
  try {
    const answer = await acceptTwilioCall(request);
    return new Response(answer, { headers: { "content-type": "text/xml; charset=utf-8" } });
  } catch (error) {
    const failure = toAppError(error);
    return new Response(`${failure.message}\n`, {
      status: failure.code === "invalid" ? 400 : failure.status,
    });
  }
}
