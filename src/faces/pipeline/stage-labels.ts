/** What stages are called. */
export const STAGE_LABELS = {
  new: "New",
  talking: "Talking",
  quoted: "Quote or appointment",
  won: "Won",
  lost: "Lost",
} as const;

export type StageWord = keyof typeof STAGE_LABELS;

/** In their order: the number of a stage is the key that moves there. */
export const STAGE_ORDER = [
  "new",
  "talking",
  "quoted",
  "won",
  "lost",
] as const satisfies readonly StageWord[];

/** Where one tap moves somebody. */
export const NEXT_STAGE: Readonly<Record<StageWord, StageWord | null>> = {
  new: "talking",
  talking: "quoted",
  quoted: "won",
  won: null,
  lost: "talking",
};

/** What the button says that does it. */
export const MOVE_LABELS: Readonly<Record<StageWord, string>> = {
  new: "New",
  talking: "Talking",
  quoted: "Quote out",
  won: "Won",
  lost: "Lost",
};
