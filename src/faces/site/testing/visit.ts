import { type ComponentType, createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import {
  createStaticHandler,
  createStaticRouter,
  type RouteObject,
  RouterContextProvider,
  StaticRouterProvider,
} from "react-router";
import { clientAddressContext, directLoopbackContext } from "#platform/http/contexts.ts";

/** The exports of a screen or an API route. */
interface Module {
  readonly default?: ComponentType;
  // oxlint-disable-next-line typescript/no-explicit-any -- each has its own arguments and answers; the router below gives and takes all
  readonly loader?: (given: any) => unknown;
  // oxlint-disable-next-line typescript/no-explicit-any -- the same
  readonly action?: (given: any) => unknown;
}

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  /** The page, or the text of an API answer. */
  readonly body: string;
}

let visitors = 0;

/** Requests one screen or address, from a network address of its own unless one is given. */
export async function visit(
  path: string,
  module: Module,
  init: RequestInit = {},
  from: { address?: string; direct?: boolean } = {},
): Promise<Answer> {
  visitors++;
  const context = new RouterContextProvider();
  context.set(clientAddressContext, from.address ?? `198.51.${visitors >> 8}.${visitors & 255}`);
  context.set(directLoopbackContext, from.direct ?? false);
  const request = new Request(new URL(path, "http://localhost:3000"), init);
  const route: RouteObject = { id: "it", path: new URL(request.url).pathname };
  if (module.default) route.Component = module.default;
  if (module.loader) route.loader = module.loader as NonNullable<RouteObject["loader"]>;
  if (module.action) route.action = module.action as NonNullable<RouteObject["action"]>;
  const handler = createStaticHandler([route]);
  if (!module.default) {
    const answer = (await handler.queryRoute(request, { requestContext: context })) as Response;
    return { status: answer.status, headers: answer.headers, body: await answer.text() };
  }
  const result = await handler.query(request, { requestContext: context });
  if (result instanceof Response)
    return { status: result.status, headers: result.headers, body: await result.text() };
  if (result.errors) throw new Error("the screen threw", { cause: result.errors["it"] });
  const router = createStaticRouter(handler.dataRoutes, result);
  const body = renderToStaticMarkup(
    createElement(StaticRouterProvider, { router, context: result, hydrate: false }),
  );
  return { status: result.statusCode, headers: result.actionHeaders["it"] ?? new Headers(), body };
}

/** A body as browsers post forms. */
export const asForm = (fields: Readonly<Record<string, string>>): RequestInit => ({
  method: "POST",
  body: new URLSearchParams(fields),
});

/** A body as programs send it. */
export const asJson = (fields: unknown): RequestInit => ({
  method: "POST",
  headers: { "Content-Type": "application/json" },
  body: typeof fields === "string" ? fields : JSON.stringify(fields),
});
