import { readText, type Values } from "#ground/sync/public.ts";
import { derivedId } from "#platform/ids/derived-id.ts";
import { type Language, ORIENTATION_SLUG, type TalkText } from "../rules/text.ts";

/** The record of what a business tells new people; one per business. */
export const ORIENTATION = "safety.orientation";
export const orientationId = (account: string): string => derivedId("safety.orientation", account);
/** Characters in one language; a talk has as many. */
export const LONGEST_WORDS = 8_000;

/** Until the business writes its own. */
const USUAL: Readonly<Record<Language, string>> = {
  en: `Welcome. Nobody here is in trouble for stopping work that isn’t safe. If you aren’t sure, stop and ask.

Wear a hard hat, safety glasses, boots, and gloves where they are needed. Above 6 feet you need a guardrail, a net, or a harness that is tied off.

Don’t use a machine, a lift, or a forklift unless you were trained on it and someone here asked you to use it.

Look at the emergency card: where we meet, where the extinguisher and the first-aid kit are, and the address for 911.

Tell the foreman about every injury and every close call on the same day, however small.

No alcohol and no drugs. Know where the water, the shade, and the toilets are, and use them.`,
  es: `Bienvenido. Aquí nadie se mete en problemas por parar un trabajo que no es seguro. Si tienes duda, para y pregunta.

Usa casco, lentes de seguridad, botas y guantes donde hagan falta. A más de 6 pies (1.8 m) necesitas barandal, red o arnés enganchado.

No uses una máquina, una plataforma ni un montacargas si no te capacitaron y nadie de aquí te lo pidió.

Mira la tarjeta de emergencia: dónde nos reunimos, dónde están el extintor y el botiquín, y la dirección para el 911.

Avísale al mayordomo de cada lesión y de cada susto el mismo día, aunque sea pequeño.

Nada de alcohol ni drogas. Ubica el agua, la sombra y los baños, y úsalos.`,
};

/** What a business tells new people, in both languages. */
export const wordsOf = (values: Values): Readonly<Record<Language, string>> => ({
  en: readText(values["en"]) || USUAL.en,
  es: readText(values["es"]) || USUAL.es,
});

/** As the text of a talk, so that it is read and signed in the same way. */
export function textOfOrientation(values: Values): TalkText {
  const words = wordsOf(values);
  const only = (open: string) => ({ open, look: [], ask: [], agree: [] });
  return {
    slug: ORIENTATION_SLUG,
    title: { en: "Orientation to this job", es: "Orientación de esta obra" },
    sources: [],
    ...{ en: only(words.en), es: only(words.es) },
  };
}
