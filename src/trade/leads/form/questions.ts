import { phoneWords } from "../text/format-phone.ts";

/** What a page's form asks beside name and email. */
export const QUESTIONS = ["phone", "address", "need", "when"] as const;
export type Question = (typeof QUESTIONS)[number];

/** Whether a question is asked, and whether it must be answered. */
export const FIELD_MODES = ["off", "optional", "required"] as const;
export type FieldMode = (typeof FIELD_MODES)[number];

/** What the owner chose for a page's form. */
export type FormAsks = Readonly<Record<Question, FieldMode>> & {
  /** Whether clients are asked if they may be texted; never with the telephone off. */
  readonly texts: boolean;
  /**
   * Whether an address has to be confirmed by a mailed link first. Forms that were saved before this could be
   * chosen say nothing.
   */
  readonly confirm?: boolean;
};

/**
 * The choices as they stand in the fields, right or not, for a preview. Here and not beside the schema, which
 * has no place in a browser.
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

/** A form that nobody changed: name and email alone. */
export const ASKS_NOTHING: FormAsks = {
  phone: "off",
  address: "off",
  need: "off",
  when: "off",
  texts: false,
};

/** What somebody answered beside name and email, as it is kept. */
export interface Answers {
  /** E.164. */
  readonly phone?: string;
  readonly extension?: string;
  readonly address?: string;
  readonly need?: string;
  readonly when?: string;
  /** The version of the words they ticked to be texted. */
  readonly texts?: string;
}

/** A field as a client sees it, on the page, on another site, and in the owner's preview. */
export interface FormField {
  readonly name: "name" | "email" | Question;
  readonly label: string;
  readonly hint?: string;
  readonly type: "text" | "email" | "tel" | "lines";
  /** Of `lines`: how many there is room for. */
  readonly rows?: number;
  readonly required: boolean;
  readonly autoComplete?: string;
}

/** A form as another site shows it: all it says and asks. What it says of people is nothing. */
export interface FormDefinition {
  readonly slug: string;
  readonly business: string;
  readonly title: string;
  readonly promise: string;
  readonly fields: readonly FormField[];
  /** Boxes to tick, each with the whole sentence agreed to. */
  readonly boxes: readonly FormBox[];
  /** What the button says. */
  readonly action: string;
  readonly thanks: { readonly title: string; readonly text: string };
  /** The same form as a page of its own. */
  readonly page: string;
  /** The business's color, and black or white to write on it. */
  readonly color: { readonly ground: string; readonly text: string } | null;
}

/** A box to tick. */
export interface FormBox {
  readonly name: "texts" | "consent";
  readonly label: string;
  readonly required: boolean;
}

/** Whether the form asks if the client may be texted. */
export const asksForTexts = (asks: FormAsks): boolean => asks.texts && asks.phone !== "off";

/** The boxes of a form, from the words beside them. */
export const boxesOf = (
  asks: FormAsks,
  words: { readonly texts: string; readonly consent: string },
): FormBox[] => [
  ...(asksForTexts(asks) ? [{ name: "texts", label: words.texts, required: false } as const] : []),
  { name: "consent", label: words.consent, required: true },
];

/** How each question is put, and called where its answer is shown. */
const PUT: Readonly<Record<Question, Omit<FormField, "name" | "required">>> = {
  phone: { label: "Phone", type: "tel", autoComplete: "tel" },
  address: {
    label: "Address of the job",
    hint: "Street and town",
    type: "lines",
    rows: 2,
    autoComplete: "street-address",
  },
  need: { label: "What do you need?", hint: "A sentence or two is plenty.", type: "lines", rows: 4 },
  when: { label: "When suits you best?", hint: "A day, a time, or “any evening”", type: "text" },
};

/** What each question is called beside its field. */
export const FIELD_LABELS = Object.fromEntries(
  QUESTIONS.map((question) => [question, PUT[question].label]),
) as Readonly<Record<Question, string>>;

/** What an answer is called on the owner's screens. */
export const ANSWER_NAMES: Readonly<Record<Question, string>> = {
  phone: "Phone",
  address: "Address of the job",
  need: "What they need",
  when: "When suits them",
};

/** The fields of a form, in their order. */
export function fieldsOf(asks: FormAsks): FormField[] {
  return [
    { name: "name", label: "Your name", type: "text", required: true, autoComplete: "name" },
    { name: "email", label: "Email", type: "email", required: true, autoComplete: "email" },
    ...QUESTIONS.filter((question) => asks[question] !== "off").map((name): FormField => ({
      name,
      ...PUT[name],
      required: asks[name] === "required",
    })),
  ];
}

/**
 * Answers as their owner reads them: what it is, what they wrote. Of a number also what a telephone dials.
 */
export function answerLines(
  answers: Answers | null,
): { readonly name: string; readonly text: string; readonly dials?: string }[] {
  return QUESTIONS.flatMap((question) => {
    const text = answers?.[question];
    if (!text) return [];
    if (question !== "phone") return [{ name: ANSWER_NAMES[question], text }];
    const extension = answers?.extension;
    return [
      {
        name: ANSWER_NAMES.phone,
        text: extension ? `${phoneWords(text)} ext. ${extension}` : phoneWords(text),
        dials: extension ? `${text},${extension}` : text,
      },
    ];
  });
}
