import type { LoaderFunctionArgs } from "react-router";
import { failureAsText } from "#platform/http/answers.server.ts";
import { lookUp } from "./look-up.server.ts";

/** `GET /api/verify?sha256=…`, repeatable: what the page says of each file, for its script. */
export async function loader(args: LoaderFunctionArgs): Promise<Response> {
  try {
    return Response.json({ answers: await lookUp(args) }, { headers: { "Cache-Control": "no-store" } });
  } catch (error) {
    return failureAsText(error);
  }
}
