import type { LoaderFunctionArgs } from "react-router";
import { openLiveStream } from "./live.server.ts";

export function loader(args: LoaderFunctionArgs): Promise<Response> {
  return openLiveStream(args);
}
