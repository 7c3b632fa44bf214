/** Common reasons, with their button labels; a field accepts any other. */
export const REASONS = {
  won: ["Liked the price", "Came recommended", "We answered first", "Worked with us before"],
  lost: ["Too expensive", "Chose somebody else", "Not now", "Not our kind of work", "Never answered"],
} as const;
