import type { NotificationKind } from "./kinds.ts";

const kinds = new Map<string, NotificationKind>();

/** Registers kinds in the order in which the settings list them. Call once per process. */
export function defineNotifications(defined: readonly NotificationKind[]): void {
  for (const kind of defined) kinds.set(kind.kind, kind);
}

export const notificationKinds = (): readonly NotificationKind[] => [...kinds.values()];

/** Undefined for one that no room has anymore. */
export const notificationKind = (kind: string): NotificationKind | undefined => kinds.get(kind);
