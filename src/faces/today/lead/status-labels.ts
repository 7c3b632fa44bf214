/** Stages that an owner can set by hand. */
export const STAGE = {
  new: "New",
  talking: "Talking",
  quoted: "Quote or appointment",
  won: "Won",
  lost: "Lost",
} as const;
/** Won and lost have buttons of their own. */
export const OPEN = ["new", "talking", "quoted"] as const;
