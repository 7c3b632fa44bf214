import type { LoaderFunctionArgs } from "react-router";
import {
  FIELD_TOOLS,
  type FieldTool,
  openTools,
  toolsOfVisitor,
  type ToolWord,
} from "#ground/businesses/public.server.ts";
import { withSystem } from "#platform/db/scope.server.ts";
import { viewerOf } from "#platform/http/static/slots.server.ts";

/** Who may open a tool: invited accounts only, this visitor, or everyone. */
export interface ToolAccess {
  readonly to: "invited" | "you" | "all";
  readonly opens: string;
}

const LOOK_EVERY_MS = 5_000;
let open: readonly ToolWord[] = [];
let lookedAt = Number.NEGATIVE_INFINITY;

/**
 * The tools open to all, cached by this process. A refresh starts in the background when the cache is some
 * seconds old.
 */
function openToAll(): readonly ToolWord[] {
  if (performance.now() - lookedAt > LOOK_EVERY_MS) {
    lookedAt = performance.now();
    // In a promise, because a query before the database exists (at build or start) throws synchronously.
    Promise.resolve()
      .then(() => withSystem(openTools))
      .then(
        (found) => (open = found),
        // While the database is down, the pages stay as they were.
        () => {},
      );
  }
  return open;
}

const toolOf = (path: string): FieldTool | undefined => FIELD_TOOLS.find((tool) => tool.page === path);

/**
 * Whether a page in memory must be rendered for this visitor: a tool's page when they may have the tool,
 * or when it is open to all.
 */
export function isDrawnForVisitor(path: string, cookies: string | undefined): boolean {
  const tool = toolOf(path);
  return tool !== undefined && (viewerOf(cookies) === "member" || openToAll().includes(tool.word));
}

/**
 * The loader of every tool's page. The build, and visitors while the database is down, get the page for
 * everyone.
 */
export async function loadToolAccess({ request }: LoaderFunctionArgs): Promise<ToolAccess> {
  const tool = toolOf(new URL(request.url).pathname.replace(/\.data$/, ""));
  if (!tool) return { to: "invited", opens: "/account/jobs" };
  const to = openToAll().includes(tool.word) ? "all" : (await isTheirs(request, tool)) ? "you" : "invited";
  return { to, opens: tool.opens };
}

async function isTheirs(request: Request, tool: FieldTool): Promise<boolean> {
  if (viewerOf(request.headers.get("cookie")) === "guest") return false;
  return toolsOfVisitor(request).then(
    (tools) => tools.some((one) => one.word === tool.word),
    () => false,
  );
}
