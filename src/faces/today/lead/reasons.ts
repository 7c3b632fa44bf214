/** Common reasons, with their button labels; a field accepts any other. */
export const REASONS = {
  won: ["Liked the price", "Came recommended", "We replied first", "Worked with us before"],
  lost: ["Too expensive", "Chose someone else", "Not now", "Not our kind of work", "Never replied"],
} as const;
