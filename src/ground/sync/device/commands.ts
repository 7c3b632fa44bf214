import type { ActionFunctionArgs, LoaderFunctionArgs } from "react-router";
import { AppError } from "#platform/errors/app-error.ts";
import { applyCommands } from "../commands.server.ts";
import { answerDevice } from "./answer.server.ts";
import { sentSchema } from "./protocol.ts";

/**
 * `POST /account/sync/commands`: a device's changes, see protocol.ts. 400 if the request can't be read;
 * nothing is stored then.
 */
export async function action(args: ActionFunctionArgs): Promise<Response> {
  const body: unknown = await args.request.json().catch(() => undefined);
  return answerDevice(args, async (ctx) => {
    const sent = sentSchema.safeParse(body);
    if (!sent.success) throw new AppError("invalid", "We can’t read this, so nothing was saved.");
    return applyCommands(ctx, sent.data.device, sent.data.commands);
  });
}

/** For a person who opens the address in a browser. */
export function loader(args: LoaderFunctionArgs): Promise<Response> {
  return answerDevice(args, () => Promise.reject(new AppError("not_found", "Page not found.")));
}
