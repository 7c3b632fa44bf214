import type { LoaderFunctionArgs } from "react-router";
import { answering } from "#platform/http/answers.server.ts";
import { visitFile } from "./booked-page.server.ts";

/** The visit for the client's calendar. */
export function loader({ params }: LoaderFunctionArgs): Promise<Response> {
  return answering(
    async () =>
      new Response(await visitFile(params["token"] ?? ""), {
        headers: {
          "Content-Type": "text/calendar; charset=utf-8",
          "Content-Disposition": 'attachment; filename="visit.ics"',
          "Cache-Control": "no-store",
        },
      }),
  );
}
