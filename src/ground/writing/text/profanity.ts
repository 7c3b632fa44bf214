// Words that never go into a text for an owner's clients. Whole words only, and none that is also a name,
// tool or material: Dick, Cox, Butts, ball cock and bastard file are people and things of the trades.

const WORDS = (
  "fuck fucks fucked fucker fuckers fuckin fucking fuckface motherfucker motherfuckers motherfucking mofo clusterfuck fck fcking fuk fuking " +
  "shit shits shitty shitting shite shithead shithole bullshit horseshit dipshit batshit sh1t sht crap crappy " +
  "ass asses asshole assholes arse arsehole arseholes dumbass jackass badass smartass fatass kickass asshat " +
  "bitch bitches bitchy bitching bitchin biatch cunt cunts twat twats wanker wankers bollocks bugger " +
  "bastards dickhead dickheads prick pricks cocksucker cocksuckers cocksucking douche douchebag douchebags " +
  "slut sluts slutty whore whores skank hooker pussy pussies tits titties boobs boobies " +
  "piss pissed pisses pissing pissoff damn damned damnit dammit goddamn goddammit goddamned " +
  "nigger niggers nigga niggas faggot faggots fag fags dyke retard retards retarded spic spics kike kikes chink chinks gook gooks wetback wetbacks tranny trannies " +
  "porn porno blowjob handjob jizz dildo cum cumming masturbate masturbating"
).split(" ");

// Losing "chink in the armor" and "dyke" (a wall against water) is acceptable, because homeowners rarely read
// them.
const PROFANE = new RegExp(`(?<![\\p{L}\\p{N}])(?:${WORDS.join("|")})(?![\\p{L}\\p{N}])`, "iu");
/** Characters substituted for letters to evade the list. */
const DISGUISES: Readonly<Record<string, string>> = {
  "@": "a",
  $: "s",
  "0": "o",
  "1": "i",
  "3": "e",
  "!": "i",
};
/** Omitted letters: "f***", "sh*t", "f#@k". */
const STARRED =
  /(?<![\p{L}\p{N}])(?:f[*#@$%!]+(?:c?k)?(?:ing|ed|er)?|s[*#]+t|sh[*#]t|b[*#]+ch|a[*#]+hole|c[*#]+t)(?![\p{L}\p{N}])/iu;

/** Whether a text contains a word we never repeat to clients. */
export function isProfane(text: string): boolean {
  const plain = text.normalize("NFKC").replace(/[\u00AD\u200B-\u200D\u2060\uFEFF]/g, "");
  if (PROFANE.test(plain) || STARRED.test(plain)) return true;
  const undisguised = plain.replace(
    /(?<=\p{L}[@$013!]*)[@$013!](?=[@$013!]*\p{L})|(?<![\p{L}\p{N}])[@$](?=\p{L})/gu,
    (sign) => DISGUISES[sign] ?? sign,
  );
  return undisguised !== plain && PROFANE.test(undisguised);
}
