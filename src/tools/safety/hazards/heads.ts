import type { Language } from "../rules/text.ts";

/** The headings of a plan, in its language. */
export const HEADS: Readonly<
  Record<Language, Readonly<Record<"step" | "hazard" | "controls" | "sources", string>>>
> = {
  en: {
    ...{ step: "Step", hazard: "What can go wrong" },
    ...{ controls: "What we do about it", sources: "Where the rules are" },
  },
  es: {
    ...{ step: "Paso", hazard: "Qué puede salir mal" },
    ...{ controls: "Qué hacemos", sources: "De dónde salen las reglas" },
  },
};
