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

/** Who may open a tool: nobody but those invited, whoever looks at the page, or everybody. */
export interface ToolAccess {
  readonly to: "invited" | "you" | "all";
  readonly opens: string;
}

const LOOK_EVERY_MS = 5_000;
let open: readonly ToolWord[] = [];
let lookedAt = Number.NEGATIVE_INFINITY;

/**
 * The tools open to all as this process last saw them; a look is begun when the last one is some seconds old,
 * and nobody waits for it.
 */
function openToAll(): readonly ToolWord[] {
  if (performance.now() - lookedAt > LOOK_EVERY_MS) {
    lookedAt = performance.now();
    // Begun by a promise, because asking before there is a database (the build, a start) throws at once.
    Promise.resolve()
      .then(() => withSystem(openTools))
      .then(
        (found) => (open = found),
        // With the database away the pages stay as they were last.
        () => {},
      );
  }
  return open;
}

const toolOf = (path: string): FieldTool | undefined => FIELD_TOOLS.find((tool) => tool.page === path);

/**
 * Whether a page that lies in memory must be drawn for this visitor: a tool's page for somebody who may have
 * the tool, or one that is open to all.
 */
export function isDrawnForVisitor(path: string, cookies: string | undefined): boolean {
  const tool = toolOf(path);
  return tool !== undefined && (viewerOf(cookies) === "member" || openToAll().includes(tool.word));
}

/**
 * The loader of every tool's page. The build, and a visitor while the database is away, get the page as it is
 * for everybody.
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
