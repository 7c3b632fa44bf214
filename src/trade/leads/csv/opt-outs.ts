import { plainHeader } from "#platform/csv/plain-header.ts";

/**
 * What a cell says about emailing a person: must not (`out`), agreed (`in`), only the owner can tell
 * (`unclear`), or nothing.
 */
export type CellVerdict = "out" | "in" | "unclear" | "none";

/**
 * How a column expresses it. `flag`: anything but "no" is an opt-out, as in "Unsubscribed", "UNSUB_TIME" or
 * "Email hard bounce reason". `says`: the values are about email, as in "Email Marketing Consent". `status`:
 * a general status that sometimes mentions it. `labels`: the user's own tags. `avoid`: "yes" leaves a person
 * out without an opt-out, as in "Do Not Service".
 */
export type OptOutKind = "flag" | "says" | "status" | "labels" | "avoid";

/** Columns about channels other than email, or with technical addresses and ids. */
const OTHER_CHANNELS =
  /\b(sms|texts?|texting|calls?|phones?|telephone|telefon|telefono|whats ?app|push|fax|post|postal|direct mail|llamar|anrufen|appeler)\b/;
const TECHNICAL = /\b(links?|urls?|pages?|tokens?|keys?|ids?|hash|code|ip|campaign id|soft)\b/;

const FLAG = new RegExp(
  String.raw`\b(?:${[
    "unsub(?:scribed?|scribes?|scription)?|unsubscribe|opt(?:ed|s|ing)? ?outs?|opt out|optout|optedout",
    "(?:do|does|did|should|must|may|can) ?not (?:be )?(?:(?:bulk )?e ?mail(?:ed)?|contact(?:ed)?|market|mail(?:ing)?|send|solicit|disturb)",
    "don t (?:e ?mail|contact|market|mail|send)|dne|no (?:bulk )?(?:e ?mails?|marketing|newsletters?|contact|mailings?|spam)",
    "exclude(?:d)? from (?:e ?mails?|marketing|mailings?|newsletters?)",
    "(?:black|block|deny|suppression) ?list(?:ed)?|(?:e ?mail )?(?:bounce[ds]?|suppress(?:ed|ion)?|quarantined?|disabled)|hard bounce[ds]?",
    "complain(?:ed|ts?)?|abuse|spam(?: complaint| report(?:ed)?)?|invalid e ?mail|e ?mail invalid|undeliverable|unmailable|cleaned|clean (?:time|date|campaign)",
    // German
    "abgemeldet|abmeldung|abmelde\\w*|ausgetragen|austragung\\w*|abbestellt|abbestellung|widerrufen|widerruf|widerspruch|widersprochen|gesperrt|sperrliste|robinson\\w*",
    "keine (?:e ?mails?|werbung|newsletter)|nicht (?:kontaktieren|anschreiben|mailen)|unzustellbar",
    // Spanish
    "(?:dado|dada) de baja|baja|no (?:contactar|enviar|molestar)|desuscrit[oa]|desuscripcion|desinscrit[oa]|lista negra|rebotad[oa]|rebotes?|excluid[oa]",
    // French
    "desabonne(?:e|ment)?|desinscrit(?:e)?|desinscription|desinscrire|ne (?:pas|plus) (?:contacter|envoyer|solliciter|ecrire)|liste noire|opposition|rejete(?:e)?",
  ].join("|")})\b`,
);

const SAYS = new RegExp(
  String.raw`\b(?:${[
    "subscri\\w+|opt(?:ed)? ?in\\w*|consent\\w*|permissions?|newsletters?|marketing(?=$| (?:status|state|consent|permission|opt|e ?mails?|contact|preferences?|allowed|ok)|s$)|mailings?$|gdpr|dsgvo|rgpd|e ?mail (?:status|state|preferences?|settings?|deliverability|health|validity|verification)",
    "notifications? enabled|(?:contact|communication) preferences?|preferred contact\\w*|accepts e ?mails?|receives? e ?mails?|can (?:be )?e ?mail(?:ed)?",
    "einwilligung|zugestimmt|zustimmung|werbung|suscri\\w+|suscrito|consentimiento|acepta|abonne(?:e|ment)?|inscrit(?:e)?|consentement|accepte",
  ].join("|")})\b`,
);
const STATUS = /\b(status|state|stage|zustand|estado|statut|estatus)\b/;
const LABELS =
  /\b(labels?|tags?|groups?|group membership|categor(?:y|ies)|lists?|segments?|etiquetas?|kategorien?|gruppen?|etiquettes?|groupes?)\b/;
/** When or how they agreed, or what they pay: not whether they may be emailed. */
const AGREED_AT =
  /\b(time|date|at|on|datum|fecha|source|method|quelle|origen|history|score|rating|plan|tier|amount|price|fee|renewal|revenue|channel|campaign|budget)\b/;
/** The "state" of a postal address, not a status. */
const PLACE =
  /^(?:(?:billing|home|work|business|mailing|shipping|property|service|address|other|primary|company)? ?(?:address )?(?:\d )?(?:state|estado)(?: \d)?(?: province| region| code)?|state province)$/;

/** What a column says about emailing people, judged by its header; undefined if nothing. */
export function optOutKind(header: string): OptOutKind | undefined {
  const words = plainHeader(header);
  if (TECHNICAL.test(words) || PLACE.test(words)) return undefined;
  if (OTHER_CHANNELS.test(words) && !/\be ?mails?\b/.test(words)) return undefined;
  if (/\bdo not service\b/.test(words)) return "avoid";
  if (FLAG.test(words)) return "flag";
  if (SAYS.test(words) && !AGREED_AT.test(words)) return "says";
  if (LABELS.test(words) && !/\blabel$/.test(words.replace(/^labels?$/, ""))) return "labels";
  return STATUS.test(words) ? "status" : undefined;
}

const NO =
  /^(?:n|no|none|never|false|falsch|faux|falso|0|off|nein|non|-+|–|n\/?a|null|nil|not? set|blank|unset|ok)$/i;
export const YES =
  /^(?:y|yes|true|wahr|vrai|verdadero|1|x|✓|✔|on|ok|agreed|granted|given|consented|accepted|allowed|enabled|opt(?:ed)?[ _-]?in|(?:re)?subscribed|subscriber|confirmed|active|implied|express(?:ed)?|explicit|valid|verified|deliverable|marketing[ _]contact|can[ _]be[ _]emailed|double[ _-]opt[ _-]?in|single[ _-]opt[ _-]?in|ja|si|sí|oui|angemeldet|eingewilligt|zugestimmt|aktiv|suscrito|suscrita|activo|activa|inscrit|inscrite|abonné|abonnée|actif)$/i;

/** Opt-out words in any column. */
const CERTAINLY_OUT = new RegExp(
  String.raw`(?:^|[^\p{L}])(?:${[
    "unsub(?:scribed?)?|opt(?:ed|s)?[ _-]?outs?|do[ _-]?not[ _-]?(?:(?:bulk[ _-]?)?e?-?mail|contact|market|send)|don.?t (?:e-?mail|contact)|no[ _-]?(?:e-?mails?|marketing|newsletter|contact|consent)",
    "bloc?k(?:ed)?[ _-]?list(?:ed)?|black[ _-]?list(?:ed)?|cleaned|(?:hard[ _-]?)?bounced?|suppressed|never[ _-]?subscribed|(?:non|not|un)[ _-]?subscribed|nonsubscribed",
    "complain(?:ed|t)|spam(?:[ _-]?(?:complaint|report(?:ed)?))?|abuse|undeliverable|undelivered|non[ _-]?marketing(?:[ _]contact)?|dne",
    "abgemeldet|ausgetragen|abbestellt|widerrufen|keine (?:e-?mails?|werbung)|dad[oa] de baja|baja|desuscrit[oa]|no (?:contactar|enviar)|d[ée]sabonn[ée]e?|d[ée]sinscrite?|ne (?:pas|plus) (?:contacter|envoyer)",
  ].join("|")})(?:$|[^\p{L}])`,
  "iu",
);
/** Opt-out words in a column about email; ambiguous elsewhere. */
const PERHAPS_OUT =
  /^(?:inactive|cancell?ed|archived|pending|unconfirmed|awaiting.*|blocked|removed|deleted|declined|denied|refused|revoked|withdrawn|rejected|invalid|junk|temporary hold|on hold|dormant|lapsed|expired|unknown|risky|catch[ _-]?all|disposable|transactional|transient|inaktiv|gesperrt|unbestätigt|ausstehend|inactiv[oa]|pendiente|inactif|inactive|en attente)$/i;

/** What one cell of such a column says. */
export function judgeCell(kind: OptOutKind, cell: string): CellVerdict {
  const text = cell.normalize("NFC").replaceAll(/\s+/g, " ").trim();
  if (!text) return "none";
  switch (kind) {
    case "flag":
      if (NO.test(text) || /^[0\-:. T/,]+$/.test(text)) return "none";
      return (YES.test(text) &&
        !/^(?:y|yes|true|wahr|vrai|verdadero|1|x|✓|✔|on|ja|si|sí|oui|confirmed|active)$/i.test(text)) ||
        /^https?:/i.test(text)
        ? "none"
        : "out";
    case "says":
      if (CERTAINLY_OUT.test(text) || NO.test(text) || PERHAPS_OUT.test(text)) return "out";
      return YES.test(text) ? "in" : "unclear";
    case "status":
      if (CERTAINLY_OUT.test(text)) return "out";
      return PERHAPS_OUT.test(text) ? "unclear" : "none";
    case "avoid":
      return YES.test(text) ? "out" : "none";
    case "labels":
      return CERTAINLY_OUT.test(text) ? "out" : "none";
  }
}

const NEVER_AGREED = /\b(?:never|not?|non|un)[ _-]?(?:subscribed|consent)\b/i;

/**
 * Whether an "out" cell means a real opt-out or a dead address. A bare "no" under consent, or "never
 * subscribed", only means that they did not agree there; they may have agreed to us.
 */
export const saysOptedOut = (kind: OptOutKind, cell: string): boolean =>
  kind === "flag" || (CERTAINLY_OUT.test(cell) && !NEVER_AGREED.test(cell));

/** Whether the file's name says it lists opt-outs, such as `unsubscribed_members_export.csv`. */
export const isNamedForOptOuts = (fileName: string): boolean => {
  const words = plainHeader(fileName);
  return FLAG.test(words) || /\b(?:nonsubscribed|non subscribed|inactive|bounces|removed)\b/.test(words);
};
