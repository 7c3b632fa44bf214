import { UNNAMED_LEADER } from "../rules/talk.ts";
import type { Language } from "../rules/text.ts";
import type { Sheet } from "../signing/sheet.ts";

type Noun = Sheet["noun"];

/** All words of the page where people sign on their own phones. */
export interface PageWords {
  readonly kind: Readonly<Record<Noun, string>>;
  /** Of a talk, then of a plan. */
  readonly intro: (leader: string) => string;
  readonly planIntro: (leader: string) => string;
  readonly head: string;
  readonly name: string;
  readonly noName: string;
  readonly longName: string;
  readonly pad: string;
  readonly noPad: string;
  readonly typed: string;
  readonly confirm: string;
  readonly noConfirm: string;
  readonly noScript: string;
  readonly another: string;
  readonly twice: (name: string) => string;
  readonly sign: string;
  readonly busy: string;
  readonly done: (name: string) => string;
  readonly late: string;
  readonly next: string;
  readonly closed: (business: string) => string;
  readonly full: string;
  readonly changed: string;
}

export const PAGE_WORDS: Readonly<Record<Language, PageWords>> = {
  en: {
    kind: { talk: "Toolbox talk", plan: "Hazards before work", orientation: "New on this job" },
    intro: (leader) =>
      `${leader === UNNAMED_LEADER ? "The foreman" : leader} is giving this talk. Read along, then sign below.`,
    planIntro: (leader) =>
      `${leader === UNNAMED_LEADER ? "The foreman" : leader} wrote this plan for the day. Read it, ask about what isn’t clear, then sign below.`,
    head: "Sign",
    name: "Your full name",
    noName: "Enter your full name.",
    longName: "Use at most 120 characters.",
    pad: "Your signature",
    noPad: "Sign in the box, or check that you can’t draw.",
    typed: "I can’t draw here: my typed name is my signature",
    confirm: "My typed name is my signature",
    noConfirm: "Check the box to sign with your typed name.",
    noScript: "This browser can’t show a box to draw in, so your typed name counts as your signature.",
    another: "I’m another person with this name",
    twice: (name) => `${name} has signed already. If you’re another person, check the box below.`,
    sign: "Sign",
    busy: "Signing...",
    done: (name) => `Thank you, ${name}. You signed.`,
    late: "The talk was finished before, so your signature is labeled late.",
    next: "Someone else signs on this phone",
    closed: (business) =>
      `${business} can’t take signatures here right now. Ask to sign on the foreman’s phone.`,
    full: "This list is full. Ask to sign on the foreman’s phone.",
    changed: "The plan changed while you were reading. Read it again, then sign.",
  },
  es: {
    kind: {
      ...{ talk: "Plática de seguridad", plan: "Peligros antes de trabajar" },
      orientation: "Nuevo en esta obra",
    },
    intro: (leader) =>
      `${leader === UNNAMED_LEADER ? "El mayordomo" : leader} está dando esta plática. Síguela aquí y firma abajo.`,
    planIntro: (leader) =>
      `${leader === UNNAMED_LEADER ? "El mayordomo" : leader} hizo este plan para hoy. Léelo, pregunta lo que no quede claro y firma abajo.`,
    head: "Firma",
    name: "Tu nombre completo",
    noName: "Escribe tu nombre completo.",
    longName: "Usa 120 letras o menos.",
    pad: "Tu firma",
    noPad: "Firma en el cuadro, o marca que no puedes dibujar.",
    typed: "No puedo dibujar aquí: mi nombre escrito es mi firma",
    confirm: "Mi nombre escrito es mi firma",
    noConfirm: "Marca la casilla para firmar con tu nombre escrito.",
    noScript:
      "Este navegador no puede mostrar un cuadro para dibujar, así que tu nombre escrito cuenta como firma.",
    another: "Soy otra persona con este nombre",
    twice: (name) => `${name} ya firmó. Si eres otra persona, marca la casilla de abajo.`,
    sign: "Firmar",
    busy: "Firmando...",
    done: (name) => `Gracias, ${name}. Ya firmaste.`,
    late: "La plática ya había terminado, así que tu firma queda marcada como tardía.",
    next: "Otra persona firma en este teléfono",
    closed: (business) =>
      `${business} no puede recibir firmas aquí en este momento. Pide firmar en el teléfono del mayordomo.`,
    full: "Esta lista está llena. Pide firmar en el teléfono del mayordomo.",
    changed: "El plan cambió mientras leías. Léelo otra vez y luego firma.",
  },
};

/**
 * The language of a page: the one asked for, or what the browser prefers.
 * @param asked of `?lang=` @param accepts the Accept-Language header
 */
export function languageFor(asked: string | null, accepts: string | null): Language {
  if (asked === "en" || asked === "es") return asked;
  const ranked = (accepts ?? "")
    .split(",")
    .map((part, at) => {
      const [tag = "", ...more] = part.trim().toLowerCase().split(";");
      const quality = Number(
        more
          .find((one) => one.trim().startsWith("q="))
          ?.trim()
          .slice(2) ?? "1",
      );
      return { of: tag.split("-")[0], quality: Number.isNaN(quality) ? 0 : quality, at };
    })
    .filter(({ of, quality }) => (of === "en" || of === "es") && quality > 0)
    .toSorted((one, other) => other.quality - one.quality || one.at - other.at);
  return ranked[0]?.of === "es" ? "es" : "en";
}

/** The language in which a page without an account answers: of `?lang=`, or of the browser. */
export const pageLanguage = (request: Request): Language =>
  languageFor(new URL(request.url).searchParams.get("lang"), request.headers.get("accept-language"));
