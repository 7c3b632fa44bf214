import type { Tool } from "#trade/jobs/public.tsx";
import { changesTool } from "#tools/changes/tool.tsx";
import { checklistsTool } from "#tools/checklists/tool.tsx";
import { estimatesTool } from "#tools/estimates/tool.tsx";
import { logs } from "#tools/logs/tool.tsx";
import { photosTool } from "#tools/photos/tool.tsx";
import { safetyTool } from "#tools/safety/tool.tsx";

/**
 * The field tools as browsers know them, in the order of a job's page. Wiring a tool takes a line here and
 * one in `tools.server.ts`: every map of this folder reads these two lists.
 */
export const tools: readonly Tool[] = [
  logs,
  photosTool,
  checklistsTool,
  changesTool,
  estimatesTool,
  safetyTool,
];
