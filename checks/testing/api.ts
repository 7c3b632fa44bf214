import { RouterContextProvider } from "react-router";
import { answerCall } from "#faces/api/answer-call.server.ts";
import { makeKey } from "#faces/api/keys.server.ts";
import { allScopes } from "#faces/api/scopes.server.ts";
import type { Scope } from "#platform/api/endpoint.ts";
import { clientAddressContext } from "#platform/http/contexts.ts";
import { newId } from "#platform/db/ids.ts";
import { type Person, withMember } from "#platform/db/scope.server.ts";

/** Makes an API key of a business, as its owner. */
export function keyFor(
  shop: { account: string; owner: Person },
  scopes: readonly Scope[] = allScopes().map(([scope]) => scope),
): Promise<string> {
  return withMember(shop.account, shop.owner, { role: "owner", jobId: null }, (ctx) =>
    makeKey(ctx, { id: newId(), name: "Test", scopes }),
  );
}

export interface Asked {
  readonly method?: string;
  readonly body?: unknown;
  readonly headers?: Record<string, string>;
  readonly from?: string;
}

/** An API response with its parsed body. */
export interface Told {
  readonly status: number;
  readonly headers: Headers;
  // oxlint-disable-next-line typescript/no-explicit-any -- what it is is what the test says
  readonly body: any;
}

/** Calls the API as a program with that key. */
export async function ask(
  key: string | null,
  path: string,
  { method, body, headers = {}, from }: Asked = {},
): Promise<Told> {
  const url = `http://localhost:3000/api/v1${path}`;
  const context = new RouterContextProvider();
  if (from) context.set(clientAddressContext, from);
  const request = new Request(url, {
    method: method ?? (body === undefined ? "GET" : "POST"),
    headers: {
      ...(key === null ? {} : { Authorization: `Bearer ${key}` }),
      ...(body === undefined ? {} : { "Content-Type": "application/json" }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) }),
  });
  const params = { "*": new URL(url).pathname.replace(/^\/api\/v1\//, "") };
  const answer = await answerCall({ request, params, context } as never);
  const text = await answer.text();
  return {
    status: answer.status,
    headers: answer.headers,
    body: text ? (JSON.parse(text) as unknown) : null,
  };
}
