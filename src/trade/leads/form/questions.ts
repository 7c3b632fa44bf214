export const QUESTIONS = ["phone", "address", "need", "when"] as const;
export type Question = (typeof QUESTIONS)[number];

export const FIELD_MODES = ["off", "optional", "required"] as const;
export type FieldMode = (typeof FIELD_MODES)[number];

export type FormAsks = Readonly<Record<Question, FieldMode>> & {
  /** Whether to ask for consent to texts; requires the phone question. */
  readonly texts: boolean;
  /**
   * Whether people must confirm their address through an emailed link. Undefined in forms saved before this
   * option existed.
   */
  readonly confirm?: boolean;
};

/**
 * The choices from form fields, not validated, for the preview. Not in the schema's file, which browsers must
 * not load.
 */
export function parseAsks(typed: (name: string) => unknown): FormAsks {
  const choice = (name: string) => FIELD_MODES.find((one) => one === typed(name)) ?? "off";
  return {
    phone: choice("phone"),
    address: choice("address"),
    need: choice("need"),
    when: choice("when"),
    texts: typed("texts") === "yes",
    confirm: typed("confirm") === "yes",
  };
}

/** The default form: only name and email. */
export const ASKS_NOTHING: FormAsks = {
  phone: "off",
  address: "off",
  need: "off",
  when: "off",
  texts: false,
};

export interface Answers {
  /** E.164. */
  readonly phone?: string;
  readonly extension?: string;
  readonly address?: string;
  readonly need?: string;
  readonly when?: string;
  /** The version of the text consent they agreed to. */
  readonly texts?: string;
}

export interface FormField {
  readonly name: "name" | "email" | Question;
  readonly label: string;
  readonly hint?: string;
  readonly type: "text" | "email" | "tel" | "lines";
  /** For `lines`: the height in rows. */
  readonly rows?: number;
  readonly required: boolean;
  readonly autoComplete?: string;
}

/** A form as other sites show it. Contains nothing about people. */
export interface FormDefinition {
  readonly slug: string;
  readonly business: string;
  readonly title: string;
  readonly promise: string;
  readonly fields: readonly FormField[];
  /** Checkboxes, each with the full sentence agreed to. */
  readonly boxes: readonly FormBox[];
  readonly action: string;
  readonly thanks: { readonly title: string; readonly text: string };
  /** URL of the personal page with the same form. */
  readonly page: string;
  /** The business's color, and black or white as readable text on it. */
  readonly color: { readonly ground: string; readonly text: string } | null;
}

export interface FormBox {
  readonly name: "texts" | "consent";
  readonly label: string;
  readonly required: boolean;
}

/** Whether the form asks for consent to texts. */
export const asksForTexts = (asks: FormAsks): boolean => asks.texts && asks.phone !== "off";

/** The checkboxes of a form. */
export const boxesOf = (
  asks: FormAsks,
  words: { readonly texts: string; readonly consent: string },
): FormBox[] => [
  ...(asksForTexts(asks) ? [{ name: "texts", label: words.texts, required: false } as const] : []),
  { name: "consent", label: words.consent, required: true },
];

const FIELDS: Readonly<Record<Question, Omit<FormField, "name" | "required">>> = {
  phone: { label: "Phone", type: "tel", autoComplete: "tel" },
  address: {
    label: "Job address",
    hint: "Street and city",
    type: "lines",
    rows: 2,
    autoComplete: "street-address",
  },
  need: { label: "What do you need?", hint: "A sentence or two is plenty.", type: "lines", rows: 4 },
  when: { label: "Best time to reach you", hint: "A day, a time, or “any evening”", type: "text" },
};

/** The label of each question. */
export const FIELD_LABELS = Object.fromEntries(
  QUESTIONS.map((question) => [question, FIELDS[question].label]),
) as Readonly<Record<Question, string>>;

/** The label of each answer on the owner's screens. */
export const ANSWER_NAMES: Readonly<Record<Question, string>> = {
  phone: "Phone",
  address: "Job address",
  need: "What they need",
  when: "Best time",
};

/** The fields of a form, in order. */
export function fieldsOf(asks: FormAsks): FormField[] {
  return [
    { name: "name", label: "Your name", type: "text", required: true, autoComplete: "name" },
    { name: "email", label: "Email", type: "email", required: true, autoComplete: "email" },
    ...QUESTIONS.filter((question) => asks[question] !== "off").map((name): FormField => ({
      name,
      ...FIELDS[name],
      required: asks[name] === "required",
    })),
  ];
}
