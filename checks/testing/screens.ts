import { type ActionFunctionArgs, type LoaderFunctionArgs, RouterContextProvider } from "react-router";
import { clientAddressContext } from "#platform/http/contexts.ts";
import type { Visitor } from "#ground/identity/testing/visits.ts";

/** Arguments of a screen's loader or action. */
export type Args = LoaderFunctionArgs & ActionFunctionArgs;
/** The parts of a screen's module that tests call. */
export interface Screen {
  readonly loader?: (args: Args) => unknown;
  readonly action?: (args: Args) => unknown;
}

/** A screen's response: status, redirect, and data. */
export interface Answer {
  readonly status: number;
  readonly location: string | null;
  readonly shown: Record<string, unknown>;
  readonly headers: Headers;
}

async function answered(work: () => unknown): Promise<Answer> {
  let result: unknown;
  try {
    result = await work();
  } catch (error) {
    result = error;
  }
  if (result instanceof Response)
    return {
      status: result.status,
      location: result.headers.get("location"),
      shown: {},
      headers: result.headers,
    };
  const made = result as { type?: string; data?: unknown; init?: { status?: number } | null };
  if (made.type === "DataWithResponseInit")
    return {
      status: made.init?.status ?? 200,
      location: null,
      shown: made.data as Record<string, unknown>,
      headers: new Headers(),
    };
  if (result instanceof Error) throw result;
  return { status: 200, location: null, shown: result as Record<string, unknown>, headers: new Headers() };
}

function keep(visitor: Visitor, { headers }: Answer): void {
  for (const cookie of headers.getSetCookie()) {
    const [name = "", value = ""] = cookie.split(";")[0]!.split("=");
    visitor.cookies.set(name, value);
  }
}

/** Calls a screen's loader, or its action when there are fields, as that browser. */
export async function visit(
  visitor: Visitor,
  screen: Screen,
  path: string,
  params: Record<string, string> = {},
  fields?: Record<string, string>,
): Promise<Answer> {
  const request = visitor.request(path, fields ? { method: "POST", body: new URLSearchParams(fields) } : {});
  const context = new RouterContextProvider();
  context.set(clientAddressContext, "203.0.113.9");
  const args = {
    request,
    params,
    context,
    url: new URL(request.url),
    pattern: path,
  } as unknown as Args;
  const answer = await answered(() => (fields ? screen.action!(args) : screen.loader!(args)));
  keep(visitor, answer);
  return answer;
}
