import { type ActionFunctionArgs, isRouteErrorResponse, type LoaderFunctionArgs } from "react-router";
import { inAccount, isRedirectOut } from "#ground/businesses/public.server.ts";
import { type AccountContext, now } from "#platform/db/scope.server.ts";
import { AppError, toAppError } from "#platform/errors/app-error.ts";
import { reportUnknownError } from "#platform/http/answers.server.ts";
import { sqlState } from "../failures.server.ts";

const SIGNED_OUT = {
  code: "signed_out",
  why: "You’re logged out. Your work is safe on this device. Log in to send it.",
};
const SOMEBODY_ELSE = {
  code: "somebody_else",
  why: "Someone else is logged in here now. Your work is safe on this device.",
};

const NO_BUSINESS = {
  code: "no_business",
  why: "You’re not in a business right now. Your work is safe on this device and will be sent once you’re back.",
};

/**
 * Answers a device in JSON marked as ours, for failures too. Devices trust nothing else, because in a hotel
 * network every address answers 200. Signed-out requests get 401, never a redirect.
 */
export async function answerDevice<T extends object>(
  args: LoaderFunctionArgs | ActionFunctionArgs,
  work: (ctx: AccountContext) => Promise<T>,
): Promise<Response> {
  const { headers } = args.request;
  const site = headers.get("sec-fetch-site");
  if (site && site !== "same-origin" && site !== "none")
    return ours(403, { code: "forbidden", why: "This request came from another site." });
  const elsewhere = Symbol("the request is for someone else’s data");
  try {
    const done = await inAccount(args, "job.work", async (ctx) => {
      // Unsent work belongs to its author. Sent by the next person who signs in, it would carry their name.
      const [account, person] = [headers.get("plumbline-account"), headers.get("plumbline-person")];
      if ((account !== null && account !== ctx.account.id) || (person !== null && person !== ctx.user?.id))
        return elsewhere;
      return await orTryAgain(() => work(ctx));
    });
    if (typeof done === "symbol") return ours(401, SOMEBODY_ELSE);
    return ours(200, { ...done, now: now().epochMilliseconds });
  } catch (error) {
    // `inAccount` redirects signed-out requests to the login page, which a device would misread.
    if (error instanceof Response && error.status >= 300 && error.status < 400)
      return ours(401, isRedirectOut(error) ? NO_BUSINESS : SIGNED_OUT);
    const refusal = refusalOf(error);
    if (!refusal) throw error;
    return ours(refusal.status, refusal.body, refusal.headers);
  }
}

/** Builds a JSON response marked as ours. */
function ours(status: number, body: object, headers?: HeadersInit): Response {
  return Response.json(
    { plumbline: 1, ...body },
    { status, headers: { ...Object.fromEntries(new Headers(headers)), "Cache-Control": "no-store" } },
  );
}

/**
 * Turns any database failure into 503, so that the device retries and never believes that something was
 * stored.
 */
async function orTryAgain<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    if (cause instanceof AppError || sqlState(cause) === undefined) throw cause;
    if (toAppError(cause).code === "internal") reportUnknownError(cause);
    throw new AppError("unavailable", "We can’t save anything right now. Your device will send it again.", {
      retryAfter: 5,
      cause,
    });
  }
}

/** Recognizes what `inAccount` throws for a failure: the framework's `data()`. */
function refusalOf(
  error: unknown,
): { status: number; body: object; headers: HeadersInit | undefined } | undefined {
  if (isRouteErrorResponse(error))
    return { status: error.status, body: bodyOf(error.data), headers: undefined };
  if (typeof error !== "object" || error === null || !("init" in error) || !("data" in error))
    return undefined;
  const init = error.init as ResponseInit | null;
  return { status: init?.status ?? 500, body: bodyOf(error.data), headers: init?.headers };
}

/** `code` and `why`, as in a command's outcome. */
function bodyOf(data: unknown): object {
  const { code, message } = (typeof data === "object" && data !== null ? data : {}) as {
    code?: unknown;
    message?: unknown;
  };
  return { code, why: message };
}
