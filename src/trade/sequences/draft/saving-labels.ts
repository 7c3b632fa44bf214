import type { Saving } from "./use-draft.ts";

export const SAVING_LABELS: Readonly<Record<Saving, string>> = {
  saved: "All changes are saved.",
  changed: "Saving soon...",
  saving: "Saving...",
  lost: "You’re offline. Your changes are saved on this device and will sync when you’re back.",
  refused: "We couldn’t save this. Your changes are safe on this device. Reload the page.",
  conflict: "Not saved because someone else changed it too. See above.",
};
