import type { LoaderFunctionArgs } from "react-router";
import { answering } from "#platform/http/answers.server.ts";
import { feedFile } from "./feed.server.ts";

/** The business's visits for calendars that subscribe. */
export function loader({ params }: LoaderFunctionArgs): Promise<Response> {
  return answering(
    async () =>
      new Response(await feedFile(params["file"] ?? ""), {
        headers: { "Content-Type": "text/calendar; charset=utf-8", "Cache-Control": "private, max-age=300" },
      }),
  );
}
