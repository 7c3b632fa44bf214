/** Parts of the body by their key, as the figure has them and as people say them. */
export const BODY_PARTS = {
  head: "Head",
  face: "Face",
  "eye-left": "Left eye",
  "eye-right": "Right eye",
  neck: "Neck",
  "shoulder-left": "Left shoulder",
  "shoulder-right": "Right shoulder",
  "arm-left": "Left arm",
  "arm-right": "Right arm",
  "hand-left": "Left hand",
  "hand-right": "Right hand",
  "fingers-left": "Fingers, left",
  "fingers-right": "Fingers, right",
  chest: "Chest",
  belly: "Belly",
  hips: "Hips",
  "upper-back": "Upper back",
  "lower-back": "Lower back",
  "leg-left": "Left leg",
  "leg-right": "Right leg",
  "knee-left": "Left knee",
  "knee-right": "Right knee",
  "foot-left": "Left foot",
  "foot-right": "Right foot",
} as const;

export type BodyPart = keyof typeof BODY_PARTS;
export const BODY_KEYS = Object.keys(BODY_PARTS) as readonly BodyPart[];

/** "left hand, face"; "" for none. */
export const describeParts = (parts: readonly string[]): string =>
  BODY_KEYS.filter((key) => parts.includes(key))
    .map((key) => BODY_PARTS[key].toLowerCase())
    .join(", ");
