import type { ActionFunctionArgs, LoaderFunctionArgs } from "react-router";
import { AppError } from "#platform/errors/app-error.ts";
import { acceptUnsigned } from "../unsigned.server.ts";
import { answerDevice } from "./answer.server.ts";

/** `POST /account/sync/unsigned`: a record without a name, see `acceptUnsigned`. */
export async function action(args: ActionFunctionArgs): Promise<Response> {
  const body: unknown = await args.request.json().catch(() => undefined);
  return answerDevice(args, async (ctx) => {
    await acceptUnsigned(ctx, body);
    return {};
  });
}

/** For a person who opens the address in a browser. */
export function loader(args: LoaderFunctionArgs): Promise<Response> {
  return answerDevice(args, () => Promise.reject(new AppError("not_found", "Page not found.")));
}
