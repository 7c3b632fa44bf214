import type { LoaderFunctionArgs } from "react-router";
import { answerLive } from "./live.server.ts";

/** `GET /account/sync/live`: see live.server.ts. */
export function loader(args: LoaderFunctionArgs): Promise<Response> {
  return answerLive(args);
}
