import type { Tone } from "../trades/schema.ts";

// Wording shared by all follow-ups, ready-made ones as well.

export const GREETINGS: Readonly<Record<Tone, string>> = {
  plain: "Hi {{first_name}},",
  friendly: "Hi {{first_name}},",
  expert: "Hello {{first_name}},",
  direct: "{{first_name}},",
  calm: "Hello {{first_name}},",
};

/** Also under an email that says it is the last, so nothing that promises more. */
export const FAREWELLS: Readonly<Record<Tone, string>> = {
  plain: "Thanks,",
  friendly: "Best,",
  expert: "Best regards,",
  direct: "Thanks,",
  calm: "All the best,",
};

export const CUES = {
  say: "Say",
  voicemail: "After the beep",
  hesitating: "If they hesitate",
} as const;
