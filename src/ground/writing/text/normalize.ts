// Normalizes typed text. Independent of the trade.

/**
 * Returns one clean line: NFC, no control or direction-changing characters, no lone surrogates, single
 * spaces, trimmed. Joiners and emoji selectors stay; markup stays plain text.
 */
export function cleanLine(text: string): string {
  return text
    .replace(/\p{Surrogate}/gu, "")
    .normalize("NFC")
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, " ")
    .replace(/[\u00AD\u061C\u180E\u200B\u200E\u200F\u202A-\u202E\u2060-\u206F\uFEFF\uFFF9-\uFFFF]/gu, "")
    .trim();
}

const ACRONYMS = new Set(
  "LLC LLP PLLC PC PE HVAC EV LED PV HOA GFCI AFCI ADU TPO EPDM PVC RV BIM CAD MEP USA US UK DIY GC AC DC DOB HOAS EVS NYC LA TX FL CA NJ NY VA OH PA NC SC GA AZ CO WA OR MA MD IL".split(
    " ",
  ),
);
const SMALL = new Set("a an and at by for from in of on or the to with".split(" "));
const SHORT_WORDS = new Set(
  "air all art bay big bob bud cal cat dan ed fix fun hot ice inc ira jim joe ken lee les max new oak one our own pat pro ray red rob ron roy sam sea sky sun ted tim tom top web you your we my is are how why who do can not get".split(
    " ",
  ),
);

const isShouted = (text: string) => {
  const letters = text.match(/\p{L}/gu) ?? [];
  return letters.length >= 6 && text === text.toUpperCase() && text !== text.toLowerCase();
};

const capitalizeName = (word: string) =>
  word
    .toLowerCase()
    .replace(
      /(^|[-'’.(/&])(\p{L})(?=[\p{L}.'’]|$)/gu,
      (_all, before: string, letter: string) => before + letter.toUpperCase(),
    )
    .replace(/(['’])S$/u, "$1s");

/**
 * `SUMMIT ROOFING AND SIDING LLC` → `Summit Roofing and Siding LLC`. Text not in all capitals is unchanged.
 */
export function fixNameCase(text: string): string {
  if (!isShouted(text)) return text;
  return text
    .split(" ")
    .map((word, at) => {
      const bare = word.replace(/[^\p{L}]/gu, "");
      const lower = bare.toLowerCase();
      if (at > 0 && SMALL.has(lower)) return word.toLowerCase();
      if (
        ACRONYMS.has(bare) ||
        (bare.length <= 3 && bare.length === word.length && !SHORT_WORDS.has(lower) && !SMALL.has(lower))
      )
        return word;
      return capitalizeName(word);
    })
    .join(" ");
}

/** `METAL ROOF REPAIR!!!` → `Metal roof repair!!!`. Text not in all capitals is unchanged. */
export function fixSentenceCase(text: string): string {
  if (!isShouted(text)) return text;
  const lower = text
    .split(" ")
    .map((word) =>
      ACRONYMS.has(word.replace(/[^\p{L}]/gu, "")) && !SMALL.has(word.toLowerCase())
        ? word
        : word.toLowerCase(),
    )
    .join(" ");
  return capitalize(lower);
}

/** Capitalizes the first letter, also after an opening quote. */
export function capitalize(text: string): string {
  return text.replace(
    /^(["'(]?)(\p{Ll})/u,
    (_all, before: string, letter: string) => before + letter.toUpperCase(),
  );
}

// Everyday words of these trades, which lose a title's capital in prose. Names keep theirs.
const EVERYDAY = new Set(
  (
    "a about addition additions after against all an and any anyone architect architects are around as at attic avoid bath bathroom bathrooms baths battery batteries before best better build builder builders " +
    "building buildings business businesses busy buyer buyers by can care charger chargers charging check checklist choose choosing clean cleaning client clients commercial common company condo consultation contractor contractors coop cost costs couples custom " +
    "damage deck decks design designer designers developers do does drain electric electrical electrician emergency energy engineer engineering engineers every exterior facility families family fence fences fencing finish first flat floor flooring floors " +
    "for foundation foundations framing from full garage gate gates get getting guide gutter gutters hail handyman hire hiring home homeowner homeowners homes house houses how hvac in inspection inspections install installation installations installer installers interior is it its " +
    "kitchen kitchens know landlord landlords landscaping large leak leaks letter letters light lighting local make maintenance management manager managers masonry metal mistake mistakes my need needs new new-build of off office old older on or outdoor owner owners " +
    "painting panel panels parents patio people permit permits plan planning plans plumbing pool porch prepare property quality question questions railing railings ready real-estate realtors rebuild remodel remodeler remodelers remodeling remodels renovation renovations rental repair repairs replace replacement replacements " +
    "residential restaurant restoration retail retirees review right roof roofer roofers roofing roofs room rooms safe safety school seamless seller sellers service services shingle shingles should siding sign signs site skylight skylights slate small solar staining standing steel stone storage storm structural structure study system systems " +
    "accounting air aluminum asphalt backyard basement basements bookkeeping boiler boilers brick cabinet cabinets cedar closet closets coaching coating coatings composite concrete conditioning control countertop countertops crack cracks drainage driveway driveways drywall duct ducts encapsulation epoxy excavation fan fans furnace furnaces garden gardens generator generators grinding hardscaping hardwood hauling heat heating home-service insulation irrigation junk landscape landscapes lawn marketing masonry mobile mold moving mowing outdoor pest paint paver pavers pergola pergolas photography plowing porches pressure pump pumps refinishing remediation removal resurfacing rewire rewires rewiring screened septic showers snow software sprinkler sprinklers stump surge tankless tax training tutoring washing waterproofing web website websites welding whole-home whole-house yard " +
    "vacation working parents landowners attorneys lawyers investors beginners renters teachers students doctors dentists nurses drivers medical brides cooks newlyweds pet dog cat gym clubs hotels inns farms ranches factory factories annual daily monthly weekly yearly acting ballet band beauty bike boat bridal car carpet cars catering ceramics chess childcare chimney closet computer cooking dance data dental dog dogs drum email errand event events fitness flower furniture glass graphic guitar hair health horse house-sitting human insurance it's jewelry kids knitting language laundry legal lesson lessons life logo logos make-up market massage math mobile mortgage music nail notary nutrition one-on-one online party personal pet pets phone photo photos piano pilates portrait portraits pottery product products program programs project projects public radio reading repair resume sewing singing skin social sound speech sports stage store swim swimming tailoring tax test translation travel tutor tutors upholstery video violin virtual voice wedding weddings wellness window wood writing yoga " +
    "bare built-in drop-in emergency farm faucet faucets full-service high-end keeping one-time same-day walk-in walk-out wallpaper " +
    "tenant tenants that the their things tile tiles time tips to top tree trees upgrade upgrades upgrading vinyl wall walls water what when which who why window windows winter wiring with wood wooden work year years you young your"
  ).split(" "),
);

/** Endings that names don't have: "Part-time", "Decorating", "Orthodontic", "Translations". */
const EVERYDAY_ENDING =
  /^\p{Lu}[\p{Ll}-]{2,}(?:ations?|itions?|ctions?|ssions?|ments?|nesses|ness|ances?|ences?|ships?|tic|tical|ional|ative|ful|less|able|ible|graphy|keeping|making|cutting|setting|fitting|ating|izing|time|based|work|sitters?|cutters?|makers?|graphers?|ologists?)$/u;

/**
 * Prepares text for mid-sentence: everyday words lose their capital, names and acronyms keep it.
 * @param trade lowercase words of the trade: "Tankless" is no name to a plumber
 */
export function inSentence(text: string, trade: ReadonlySet<string> = new Set()): string {
  return text.replace(/\p{L}[\p{L}'’-]*/gu, (word) => {
    const lower = word.toLowerCase();
    if (word === lower || ACRONYMS.has(word)) return word;
    return EVERYDAY.has(lower) || trade.has(lower) || EVERYDAY_ENDING.test(word) ? lower : word;
  });
}

/** Removes opening and closing punctuation, so that it fits into our sentences. */
export function withoutEnds(text: string): string {
  return text.replace(/^[\s"'“”‘’«»•*\-–—:;,.!?¡¿#>]+(?=\S)/u, "").replace(/[\s"“”«»:;,.!?…\-–—*]+$/u, "");
}

/** Lowercase word stems for a rough comparison of meaning: "replacement" and "replaced" are both "repla". */
export function stems(text: string): Set<string> {
  const found = new Set<string>();
  for (const [word] of text.toLowerCase().matchAll(/\p{L}[\p{L}'’]+/gu))
    if (word.length > 2 && !STOP.has(word)) found.add(word.slice(0, 5));
  return found;
}

const STOP = new Set(
  "about after all and any are ask been before but can cannot did does each every for from get had has have her his how into its just like made make more most not off one only our out over own should some such than that the their them then there these they this those too under until upon use very was were what when where which who why will with would you your".split(
    " ",
  ),
);
