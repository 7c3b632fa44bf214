import type { ActionFunctionArgs, LoaderFunctionArgs } from "react-router";
import { answerCall } from "./answer-call.server.ts";

// `/api/v1/…`: endpoints.server.ts lists the endpoints.

export function loader(args: LoaderFunctionArgs): Promise<Response> {
  return answerCall(args);
}

export function action(args: ActionFunctionArgs): Promise<Response> {
  return answerCall(args);
}
