import { RouterContextProvider } from "react-router";
import { inAccount } from "#ground/businesses/public.server.ts";
import { UploadRefused } from "#platform/uploads/uploads.server.ts";

export interface Caller {
  readonly accountId: string;
  readonly userId: string;
  /** Whether they are a guest of one job. */
  readonly isGuest: boolean;
  readonly jobId: string | null;
}

/**
 * Finds the signed-in person, for programs that can't follow a redirect to a page.
 * @throws UploadRefused 401, 403 and so on, with a message for people
 */
export async function callerOf(request: Request): Promise<Caller> {
  try {
    const args = {
      request,
      params: {},
      context: new RouterContextProvider(),
      url: new URL(request.url),
      pattern: "",
    };
    return await inAccount(args, "job.work", async ({ account, user, member }) => ({
      accountId: account.id,
      userId: user!.id,
      isGuest: member?.role === "guest",
      jobId: member?.role === "guest" ? member.jobId : null,
    }));
  } catch (thrown) {
    throw toErrorResponse(thrown);
  }
}

/** Turns what the account check throws into a response for a program. */
export function toErrorResponse(thrown: unknown): unknown {
  if (thrown instanceof Response && thrown.headers.has("Location"))
    return new UploadRefused(
      401,
      "signed_out",
      "You’re logged out. Your work is safe on this device. Log in to send it.",
    );
  const { data, init } = thrown as {
    data?: { code?: string; message?: string };
    init?: { status?: number; headers?: Record<string, string> };
  };
  if (typeof data?.code !== "string" || typeof data.message !== "string") return thrown;
  const after = Number(init?.headers?.["Retry-After"]);
  return new UploadRefused(
    init?.status ?? 500,
    data.code,
    data.message,
    Number.isFinite(after) ? after : undefined,
  );
}
