/** Why it usually ends so, in the words of the button; of others a field takes any. */
export const REASONS = {
  won: ["Liked the price", "Came recommended", "We answered first", "Worked with us before"],
  lost: ["Too expensive", "Chose somebody else", "Not now", "Not our kind of work", "Never answered"],
} as const;
