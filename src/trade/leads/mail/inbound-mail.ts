import type { ActionFunctionArgs } from "react-router";
import { now } from "#platform/db/scope.server.ts";
import { toAppError } from "#platform/errors/app-error.ts";
import { acceptInboundMail, checkInboundSignature } from "./inbound-mail.server.ts";

/** `POST /api/inbound/mail`: a whole signed message (`message/rfc822`). Responds 202 once it is stored. */
export async function action({ request }: ActionFunctionArgs): Promise<Response> {
  if (request.method !== "POST")
    return new Response("Send a POST.\n", { status: 405, headers: { Allow: "POST" } });
  const body = Buffer.from(await request.arrayBuffer());
  try {
    checkInboundSignature(request.headers.get("plumbline-signature"), body, now());
    await acceptInboundMail(body);
    return new Response("kept\n", { status: 202 });
  } catch (error) {
    const failure = toAppError(error);
    return new Response(`${failure.message}\n`, { status: failure.status });
  }
}
