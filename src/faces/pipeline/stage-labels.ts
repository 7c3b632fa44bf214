export const STAGE_LABELS = {
  new: "New",
  talking: "Talking",
  quoted: "Quote or appointment",
  won: "Won",
  lost: "Lost",
} as const;

/** Short enough for five in a row on a phone. */
export const TAB_LABELS: Readonly<Record<StageWord, string>> = { ...STAGE_LABELS, quoted: "Quote" };

export type StageWord = keyof typeof STAGE_LABELS;

/** In order: a stage's number is the key that moves a person there. */
export const STAGE_ORDER = [
  "new",
  "talking",
  "quoted",
  "won",
  "lost",
] as const satisfies readonly StageWord[];

/** The stage that one tap moves a person to. */
export const NEXT_STAGE: Readonly<Record<StageWord, StageWord | null>> = {
  new: "talking",
  talking: "quoted",
  quoted: "won",
  won: null,
  lost: "talking",
};

export const MOVE_LABELS: Readonly<Record<StageWord, string>> = {
  new: "New",
  talking: "Talking",
  quoted: "Quote out",
  won: "Won",
  lost: "Lost",
};
