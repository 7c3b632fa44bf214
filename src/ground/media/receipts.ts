import type { ActionFunctionArgs, LoaderFunctionArgs } from "react-router";
import { z } from "zod";
import { inAccount } from "#ground/businesses/public.server.ts";
import { AppError, toAppError } from "#platform/errors/app-error.ts";
import { UploadRefused } from "#platform/uploads/uploads.server.ts";
import { toErrorResponse } from "./caller.server.ts";
import { storedHashesFor } from "./originals.server.ts";
import { MOST_HASHES } from "./rules.ts";

const asked = z.object({
  account: z.uuid().optional(),
  hashes: z.array(z.string().regex(/^[0-9a-f]{64}$/)).max(MOST_HASHES),
});

const answer = (body: object, status: number, headers: Record<string, string> = {}) =>
  Response.json({ plumbline: 1, ...body }, { status, headers: { "Cache-Control": "no-store", ...headers } });

export async function loader(args: LoaderFunctionArgs): Promise<Response> {
  try {
    await inAccount(args, "job.work", async () => {});
    throw new AppError("not_found", "Page not found.");
  } catch (thrown) {
    return failed(thrown);
  }
}

/**
 * Which of the given originals are stored durably, as far as the caller may know. A device may delete its
 * copy only on this answer.
 */
export async function action(args: ActionFunctionArgs): Promise<Response> {
  try {
    const caller = await inAccount(args, "job.work", async ({ account, member }) => ({
      accountId: account.id,
      isGuest: member?.role === "guest",
      jobId: member?.jobId ?? null,
    }));
    const { accountId } = caller;
    const { data } = asked.safeParse(await args.request.json().catch(() => undefined));
    if (!data) throw new UploadRefused(422, "invalid", `Ask for at most ${MOST_HASHES} hashes.`);
    if (data.account !== undefined && data.account !== accountId)
      throw new UploadRefused(
        409,
        "elsewhere",
        "This browser has switched to another business. Switch back to send what was made there.",
      );
    return answer({ account: accountId, held: await storedHashesFor(caller, data.hashes) }, 200);
  } catch (thrown) {
    return failed(thrown);
  }
}

function failed(thrown: unknown): Response {
  const refused = toErrorResponse(thrown);
  const { status, code, message, retryAfter } =
    refused instanceof UploadRefused ? refused : toAppError(refused);
  return answer(
    { code, why: message },
    status,
    retryAfter === undefined ? {} : { "Retry-After": String(retryAfter) },
  );
}
