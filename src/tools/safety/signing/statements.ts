import type { Language } from "../rules/text.ts";
import type { Sheet } from "./sheet.ts";

/** What a signature says, by what is signed and its title. */
export const STATEMENTS: Readonly<
  Record<Language, Readonly<Record<Sheet["noun"], (title: string) => string>>>
> = {
  en: {
    talk: (title) => `I was at the talk “${title}” and understood it.`,
    orientation: () => "Someone went over this job with me, and I understood it.",
    plan: (title) => `I went over the plan “${title}”. I understand it and work by it.`,
  },
  es: {
    talk: (title) => `Estuve en la plática “${title}” y la entendí.`,
    orientation: () => "Repasaron esta obra conmigo y lo entendí.",
    plan: (title) => `Repasé el plan “${title}”. Lo entiendo y trabajo conforme a él.`,
  },
};
