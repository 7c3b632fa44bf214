import type { ActionFunctionArgs, LoaderFunctionArgs } from "react-router";
import { inAccount } from "#features/businesses/public.server.ts";
import { isId } from "#platform/db/scope.server.ts";
import { AppError } from "#platform/errors/app-error.ts";
import { seal, standingOf } from "./data.server.ts";

function jobOf({ params }: ActionFunctionArgs | LoaderFunctionArgs): string {
  const job = (params["historyId"] ?? "").toLowerCase();
  if (!isId(job)) throw new AppError("not_found", "There is nothing here.");
  return job;
}

/** How far a job's history goes, and how much of it is sealed: for the job's page, while it is online. */
export function loader(args: LoaderFunctionArgs): Promise<Response> {
  return inAccount(args, "work.read", async (ctx) => {
    const { number, sealedTo, seals } = await standingOf(ctx, jobOf(args));
    if (number === 0) throw new AppError("not_found", "Nothing has happened on this job yet.");
    return Response.json({ plumbline: 1, entries: number, sealedTo, seals }, { headers: { "Cache-Control": "no-store" } });
  });
}

/** Seals a job's history up to now; `words` say why. */
export function action(args: ActionFunctionArgs): Promise<Response> {
  return inAccount(args, "work.write", async (ctx) => {
    const form = await args.request.formData().catch(() => new FormData());
    const words = form.get("words");
    const { number, at } = await seal(ctx, jobOf(args), typeof words === "string" ? words.trim() : "");
    return Response.json({ plumbline: 1, sealedTo: number, at }, { headers: { "Cache-Control": "no-store" } });
  });
}
