/** A pattern whose `\b` is a word boundary in any alphabet. */
const withUnicodeBoundaries = ({ source, flags }: RegExp) =>
  new RegExp(source.replaceAll("\\b", String.raw`(?:(?<!\p{L})(?=\p{L})|(?<=\p{L})(?!\p{L}))`), flags);

/** Says that someone is away, in the languages of mail programs. */
const ABSENT = withUnicodeBoundaries(
  /\bout of (?:the )?office\b|\b(?:ooo|oof)\b|\bon (?:(?:annual|parental|maternity|paternity|medical|sick|family) )?(?:leave|vacation|holidays?|pto)\b|\bannual leave\b|\b(?:away|absent) (?:from|until|till|through)\b|\blimited (?:access to|e-?mail)\b|\b(?:au(?:ß|ss)er haus|nicht im (?:haus|büro|hause)|nicht am platz|abwesen\w*|im urlaub)|\babsente?s?\b|\babsent\(e\)|\babsence\b|\ben (?:vacances|congés?)\b|\bhors (?:du )?bureau\b|\bfuera de (?:la )?oficina\b|\bausentes?\b|\bausencia\b|\bde vacaciones\b|\bfuori (?:sede|ufficio)\b|\bassente\b|\bin ferie\b|\bausência\b|\bfora do escritório\b|\bde férias\b|\bafwezig|\bniet (?:aanwezig|op kantoor)\b|\bop vakantie\b|frånvar|\binte på (?:kontoret|plats)|\bpå semester\b|fravær|\bikke (?:på kontoret|til ?stede)|\bpå ferie\b|\bpoissa\b|\blomalla\b|nieobecn|poza biurem|na urlopie|nepřítom|mimo kancelář|na dovolené|házon kívül|szabadságon|ofis dışı|ofiste değil|izinde|отсутств|вне офиса|в отпуске|不在|休暇|外出して|부재|휴가/iu,
);
/** Says when they return. */
const RETURNS = withUnicodeBoundaries(
  /\breturn|\bback\b|\buntil\b|\btill?\b|\bthrough\b|zurück|rückkehr|\bwieder (?:da|erreichbar|im)|\bbis\b|de retour|\bretour\b|jusqu|regres|vuelv|\bhasta\b|rientr|ritorn|\bfino\b|retorn|\bvolt|\baté\b|\bterug\b|\btot\b|tillbaka|\båter|tilbage|tilbake|palaa|wrac|wróc|\bdo\b|zpět|vrát|dönüş|верн|возвращ|\bдо\b|まで|복귀/iu,
);
const DAY = withUnicodeBoundaries(
  /\d|\b(?:mon|tues?|wednes|thurs?|fri|satur|sun)day\b|montag|dienstag|mittwoch|donnerstag|freitag|lundi|mardi|mercredi|jeudi|vendredi|lunes|martes|miércoles|jueves|viernes/iu,
);
/** Names a contact meanwhile. */
const MEANWHILE = withUnicodeBoundaries(
  /\burgent|\bemergenc|\bimmediate (?:assistance|attention|help)|\b(?:in|during) my absence|\brespond (?:to your|when|as soon|upon)|\breply (?:when|upon|as soon)|dringend|in (?:eiligen|wichtigen) fällen|vertretung|\burgence|\burgente|\bdringende?|\bbrådskande|\bhaster|\bpilne|срочн/iu,
);
const THANKS_FOR_MAIL =
  /^\W*(?:(?:hello|hi|dear|hallo|guten tag|bonjour|hola|buenos días|ciao)\b[^\n]{0,60}\n+\s*)?(?:(?:many )?thank(?:s| you)(?: very much| so much)? for (?:your|the|contacting|writing|reaching)|(?:vielen |herzlichen )?dank(?:e)? für (?:ihre|deine|die)|merci (?:de|pour) (?:votre|ton)|(?:muchas )?gracias por (?:su|tu|contact|escrib)|grazie per|obrigad[oa] (?:pel|por)|bedankt voor|tack för)/iu;
const MAX_NOTE_LENGTH = 1_500;

/** Whether the text is an absence note: that they are away, when they return, whom to contact. */
function isAbsenceNote(text: string): boolean {
  if (text.length > MAX_NOTE_LENGTH || /[?？]/.test(text) || !ABSENT.test(text)) return false;
  return MEANWHILE.test(text) || (RETURNS.test(text) && DAY.test(text));
}

/**
 * `AUTO: Dana Ruiz is out of the office (returning 12/01/2026)`, as Notes writes it in its user's language.
 */
const NOTES_SUBJECT =
  /^\s*(?:auto\s?[:：]\s*)?\S.{1,60}?\s(?:is|ist|est|está|è|är|er|on|jest|je)\s(.{3,60}?)\s?[(（](.{4,60})[)）]\.?\s*$/iu;

/** Whether subject and text say that someone is away, without a header that says so. */
export function mentionsAbsence(subject: string, text: string, isAnswer: boolean): boolean {
  // Under our own subject, only text that no person writes to someone they know counts.
  if (isAnswer) return THANKS_FOR_MAIL.test(text) && isAbsenceNote(text);
  const notes = NOTES_SUBJECT.exec(subject);
  if (notes && ABSENT.test(notes[1]!) && RETURNS.test(notes[2]!) && DAY.test(notes[2]!)) return true;
  if (/^\s*auto\s?[:：]/i.test(subject) && ABSENT.test(subject) && !/[?]/.test(text)) return true;
  return ABSENT.test(subject) && isAbsenceNote(text);
}
