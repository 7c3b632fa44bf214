import type { ServerTool } from "#trade/jobs/public.server.ts";
import { changesOnServer } from "#tools/changes/tool.server.ts";
import { checklistsOnServer } from "#tools/checklists/tool.server.ts";
import { estimatesOnServer } from "#tools/estimates/tool.server.ts";
import { logsOnServer } from "#tools/logs/tool.server.ts";
import { photosOnServer } from "#tools/photos/tool.server.ts";
import { safetyOnServer } from "#tools/safety/tool.server.ts";

/** The field tools as the server knows them. */
export const serverTools: readonly ServerTool[] = [
  logsOnServer,
  photosOnServer,
  checklistsOnServer,
  changesOnServer,
  estimatesOnServer,
  safetyOnServer,
];
