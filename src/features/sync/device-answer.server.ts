import { type ActionFunctionArgs, isRouteErrorResponse, type LoaderFunctionArgs } from "react-router";
import { inAccount } from "#features/businesses/public.server.ts";
import { type AccountContext, now } from "#platform/db/scope.server.ts";

/**
 * Answers a device: always as JSON that says that it is ours, also where the answer is no. A device believes nothing else: in a hotel's
 * network every address answers 200.
 */
export async function answerDevice<T extends object>(
  args: LoaderFunctionArgs | ActionFunctionArgs,
  work: (ctx: AccountContext) => Promise<T>,
): Promise<Response> {
  try {
    return ours(200, { ...(await inAccount(args, "job.work", work)), now: now().epochMilliseconds });
  } catch (error) {
    // Whoever is signed out is sent to the login, which a device would take for an answer.
    if (error instanceof Response && error.status >= 300 && error.status < 400)
      return ours(401, { code: "signed_out", message: "You are signed out. What is here stays here. Log in to send it." });
    const refusal = refusalOf(error);
    if (!refusal) throw error;
    return ours(refusal.status, refusal.body, refusal.headers);
  }
}

/** JSON that says that it is ours. */
export function ours(status: number, body: object, headers?: HeadersInit): Response {
  return Response.json(
    { plumbline: 1, ...body },
    { status, headers: { ...Object.fromEntries(new Headers(headers)), "Cache-Control": "no-store" } },
  );
}

/** What `inAccount` throws for a failure: `data()` of the framework. */
function refusalOf(error: unknown): { status: number; body: object; headers: HeadersInit | undefined } | undefined {
  if (isRouteErrorResponse(error)) return { status: error.status, body: bodyOf(error.data), headers: undefined };
  if (typeof error !== "object" || error === null || !("init" in error) || !("data" in error)) return undefined;
  const init = error.init as ResponseInit | null;
  return { status: init?.status ?? 500, body: bodyOf(error.data), headers: init?.headers };
}

const bodyOf = (data: unknown): object => (typeof data === "object" && data !== null ? data : {});
