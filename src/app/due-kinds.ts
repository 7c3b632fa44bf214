import { defineTodos } from "#trade/leads/public.server.ts";
import { serverTools } from "./tools.server.ts";

/** Registers what people can have to do. Call once per process. */
export function defineDueKinds(): void {
  defineTodos();
  for (const tool of serverTools) tool.defineDue?.();
}
