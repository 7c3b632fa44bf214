import type { ActionFunctionArgs } from "react-router";
import { AppError, toAppError } from "#platform/errors/app-error.ts";
import { contentDisposition } from "#platform/http/content-disposition.ts";
import { readForm } from "#platform/http/request/form.server.ts";
import { personalDataOf } from "./personal-data.server.ts";
import { atLink, isVisit } from "./links.server.ts";

/** A person's data as JSON, only for the visit that opened their link. */
export async function action({ params, request }: ActionFunctionArgs): Promise<Response> {
  const { mark } = await readForm(request);
  try {
    const { about, parts } = await atLink(params["token"], async (ctx, link) => {
      if (!(await isVisit(ctx, link, mark)))
        throw new AppError("forbidden", "This link was already used. Ask for a new one.");
      return personalDataOf(ctx, link.leadId);
    });
    const file = {
      ...Object.fromEntries(about),
      ...Object.fromEntries(parts.map(({ heading, lines }) => [heading, lines])),
    };
    return new Response(`${JSON.stringify(file, null, 2)}\n`, {
      headers: {
        "Content-Type": "application/json",
        "Content-Disposition": contentDisposition("attachment", "your information.json"),
        "Cache-Control": "no-store",
        "Content-Security-Policy": "default-src 'none'; sandbox",
        "Referrer-Policy": "no-referrer",
        "X-Robots-Tag": "noindex",
      },
    });
  } catch (error) {
    const failure = toAppError(error);
    return new Response(`${failure.message}\n`, {
      status: failure.status,
      headers: { "Content-Type": "text/plain; charset=utf-8" },
    });
  }
}
