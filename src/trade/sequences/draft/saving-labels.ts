import type { Saving } from "./use-draft.ts";

export const SAVING_LABELS: Readonly<Record<Saving, string>> = {
  saved: "All changes are saved.",
  changed: "Saving soon...",
  saving: "Saving...",
  lost: "No connection. Your changes are kept on this device and saved once it is back.",
  refused: "This could not be saved. Your changes are kept on this device: reload the page.",
  conflict: "Not saved: somebody else changed it too. See above.",
};
