import type { ToolWord } from "#ground/businesses/public.server.ts";
import {
  APPROVED,
  DECLINED,
  defineNotifications,
  FAILED,
  QUESTION,
  VIEWED,
} from "#ground/notifications/public.server.ts";
import { leadsNotifications } from "#trade/leads/public.server.ts";
import { VISIT } from "#trade/visits/public.server.ts";
import { serverTools } from "./tools.server.ts";

/** Registers what people can be notified of, in the order of their settings. Call once per process. */
export function defineNotificationKinds(): void {
  defineNotifications([
    ...leadsNotifications,
    ...[VIEWED, APPROVED, DECLINED, QUESTION],
    VISIT,
    ...serverTools.flatMap((tool) =>
      (tool.notifications ?? []).map((kind) => ({ ...kind, tool: tool.word as ToolWord })),
    ),
    FAILED,
  ]);
}
