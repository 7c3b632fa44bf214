/**
 * Titles before a name, without dots, in English, Spanish, French, German, Italian, Portuguese, and Dutch.
 */
export const TITLES: ReadonlySet<string> = new Set(
  (
    "mr mrs ms miss mx mister missus madam sir dr doctor prof professor rev reverend pastor fr father hon judge capt captain " +
    "sgt sergeant lt col colonel maj cpl pvt officer coach rabbi imam " +
    "sr sra srta srita sres señor señora señorita senor senora senorita doña dña lic arq ing dra profa " +
    "m mm mme mlle mmes monsieur madame mademoiselle me maître " +
    "herr frau fräulein hr dipl-ing dipling dr-ing drs ir mevr dhr " +
    "sig sigra signor signora signore dott dottssa avv geom arch"
  ).split(" "),
);

/** Words after a name that are not part of it. */
export const SUFFIXES: ReadonlySet<string> = new Set(
  (
    "jr junior sr snr ii iii iv md do dds dmd phd esq esquire cpa pe rn aia ra ret mba jd rpa dvm lcsw pa " +
    "mph bsc msc ba ma usmc usn usa"
  ).split(" "),
);

/** Whole names that mean "no name". */
export const NOBODY: ReadonlySet<string> = new Set(
  (
    "unknown none null undefined nan na test tester testing customer client friend guest anonymous homeowner owner resident tenant " +
    "occupant there user contact lead admin info sales office team support person somebody someone cash noname hello hi dear name " +
    "first firstname fname lastname fullname"
  ).split(" "),
);

/** Words that make a name that of a household. */
export const HOUSEHOLD =
  /(?:^|\s)(?:family|families|household|residence|residents|estate|trust|familie|familia|famille|famiglia|família|fam|eheleute|casa)\.?(?:\s|$)/iu;

/** Legal forms, after a name. */
const LEGAL_FORMS =
  String.raw`l\.?l\.?c|l\.?l\.?p|p\.?l\.?l\.?c|inc|corp|corporation|ltd|limited|plc|co|company|companies|gmbh|mbh|ug|ag|kg|ohg|e\.v|` +
  String.raw`s\.?a|s\.?l|s\.?r\.?l|s\.?a\.?r\.?l|s\.?a\.?s|s\.? de r\.?l|b\.?v|n\.?v|oy|ab|pty|lda`;

const BUSINESS_WORDS =
  "construction|constructions|contracting|contractors?|roofing|plumbing|electric|electrical|heating|hvac|landscaping|painting|" +
  "remodeling|renovations?|builders?|homes|properties|property|realty|realtors?|rentals?|apartments|condos?|condominiums?|" +
  "holdings|investments?|partners|group|services?|solutions|enterprises?|industries|management|associates|association|hoa|poa|" +
  "agency|studios?|designs?|architects?|engineering|consulting|restaurant|cafe|café|hotel|motel|bank|insurance|clinic|dental|" +
  "hospital|school|academy|university|college|ministries|church|foundation|club|society|department|dept|city|county|town|bros|" +
  "brothers|sons";

/** Words that make a name that of a business or an institution. */
export const COMPANY = new RegExp(
  String.raw`\S[\s,]+(?:${LEGAL_FORMS})\.?,?(?:\s|$)|(?:^|\s)(?:${BUSINESS_WORDS})\.?,?(?:\s|$)`,
  "iu",
);

/** Small words inside a family name. */
export const PARTICLES: ReadonlySet<string> = new Set(
  "van von de del della der den di da dos das du la le los las el al bin ibn ter ten zu zur zum y e i".split(
    " ",
  ),
);
