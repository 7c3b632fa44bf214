/**
 * Cause of a refusal: `unreachable`: the address does not work; `full`: the mailbox has no space; `policy`:
 * about us or our content; `later`: temporary; `unclear`: anything else.
 */
export type RefusalCause = "unreachable" | "full" | "policy" | "later" | "unclear";

/** About us, our server, our volume, or our content. The recipient exists. */
const ABOUT_US: readonly RegExp[] = [
  /\b(?:spam|unsolicited|bulk (?:e-?)?mail|junk|phish|virus|malware|infected|malicious)/i,
  /\b(?:black|block|deny|reject)[ -]?list|\b(?:dns|r|u?ri|su)bl\b|dnsbl|rbldns|spamhaus|spamcop|barracuda|sorbs|senderscore|proofpoint|cloudmark|mimecast\.com|uceprotect|abuseat|trendmicro/i,
  /\badministrative(?:ly)? prohibit|\b(?:mail|messages?) from \S+ (?:weren|were not|was not|wasn)|\bdenied\b|\bblocked\b|\bbanned\b|\bblocking\b/i,
  /\breputation\b|\bpolic(?:y|ies)\b|\baup#|\babus(?:e|ive)\b/i,
  /\b(?:dmarc|dkim|spf|arc)\b|authenticat|unauthenticated|\bptr\b|reverse dns|rdns|\bhelo\b|\behlo\b|\bmy name was rejected\b|starttls|\btls (?:required|is required)/i,
  /\brate[ -]?limit|\bat a rate\b|\btoo (?:many|fast|quickly)\b|try again slower|throttl|exceed(?:s|ed|ing)? (?:the |your )?(?:max|rate|hourly|daily|sending|connection|message)|\bmax(?:imum)? (?:hourly|daily|sending|connection)/i,
  /\bsenders?\b[^.;]{0,60}\b(?:reject|refus|den|block|not (?:allowed|permitted|accepted|authorized)|invalid|verif|unknown|does not exist|on (?:a|the|our) |is listed)/i,
  /\b(?:invalid|unknown|bad|forged|rejected|unverified|unauthorized|unroutable) (?:sender|from|mail from|return[ -]path|envelope sender)/i,
  /\b(?:mail|message|email|e-mail) from (?:you|your|this|<[^>]*>|\S+@\S+)[^.;]{0,60}\b(?:reject|refus|den|not (?:allowed|accepted|permitted))/i,
  /\byour (?:ip|host|server|domain|network|e-?mail server|mail server|isp|message|e?-?mail (?:was|has|is|looks|content))\b/i,
  /\binvalid ip\b|\b(?:for|not allowed for) sending mail\b|\bfrom: ?header|\bsending (?:ip|server|host|domain|mta)\b|\bclient host\b|\bip (?:address )?[^ ]{0,45} ?(?:is |has been )?(?:listed|blocked|not allowed)/i,
  /\brelay(?:ing)? (?:(?:to|for|mail|access|attempt|is|was|of|through)\b ?\S* ?)?(?:den|not|prohibit|disabled|refus|reject|forbid|restrict)|\b(?:to|no|as a|not (?:an? )?(?:open )?|does not|denied|deny|open|we do not|insecure mail) relay|\bnot (?:a )?gateway|\brcpthosts\b/i,
  /\bcontent\b[^.;]{0,40}(?:reject|block|not accept|denied|filter)|(?:reject|block|filter)\w* (?:by|due to|because of|for) (?:content|filter|rule)/i,
  /\b(?:size|too (?:large|big)|message length)\b/i,
  /\bhttps?:\/\/\S*(?:block|list|ip=|lookup\?|query\?|bl\b|sender|spam|abuse)/i,
  /\b(?:recipient|user|subscriber)s?\b[^.;]{0,60}\b(?:only accept|restricted|preferences|not authori[sz]ed|rules|refuses? (?:mail|your)|blocked you)/i,
  /\b(?:does|do|will|can)(?: not|n['’]t) accept (?:any )?(?:e-?)?(?:mails?|messages?) from\b|\b(?:only accepts?|accepts? only|only receives?) (?:e-?)?(?:(?:mails?|messages?) from\b|(?:\w+ )?senders\b)/i,
  /\bnot ?authori[sz]ed\b|\bnot (?:allowed|permitted) to (?:send|post)|\brestricted\b|\bmembers? only\b|\bmoderat/i,
  /\bgreylist|\bgrey-?list|\bgraylist/i,
  // In other languages.
  /\b(?:politique|pol[ií]tica|richtlinie|r[eé]putation|gesperrt|bloqu[eé]|bloquead|bloccat|rechaz\w* por|abgelehnt (?:wegen|aufgrund))/i,
  /спам|черн\w+ спис|политик|заблокирован|垃圾|スパム|迷惑メール/i,
];

/** The mailbox exists but has no space. */
const FULL =
  /\b(?:mail ?box|inbox|account|user|recipient|quota|storage|mail ?dir|postfach|bo[iî]te|buz[oó]n|casella|mail folder)\b[^.;\n]{0,50}\b(?:full|over (?:the )?(?:allowed )?quota|quota exceeded|exceed|pleine|voll|lleno|llena|piena|superad|d[eé]pass|[üu]ber(?:schritt|f[üu]llt))|\bover[ -]?quota\b|\bquota\b[^.;\n]{0,40}\b(?:exceed|full|violation|reached)|\b(?:exceed\w*|out of) (?:\w+ ){0,3}(?:quota|storage)|\binsufficient (?:system )?(?:storage|disk|space)|\bfull mailbox\b|not enough (?:storage|space)|no space left|\bdisk (?:quota|full)\b/i;

const LATER =
  /\bname server reply\b|\bserver failure\b|\btry(?:ing)? again\b|\btemporar(?:y|ily)\b|\bdelayed\b|\bwill (?:be retried|retry|keep trying|continue trying)|\btimed? ?out\b|\btimeout\b|\bconnection (?:refused|reset|dropped|lost)|\b(?:too long in|been in the) queue|\bexpired\b|\bno route to host\b|\bunreachable\b(?! address)|\bserver (?:did not respond|busy|not responding)|\bdeferred\b|\bretry timeout|\bgreylist|\bservice (?:not available|unavailable)|\blookup failure\b|\bservfail\b|\bhop count|\bmail(?:ing)? loop|\brouting loop|\bgiving up on\b(?! address)/i;

/** The whole domain accepts no mail, or doesn't exist. */
const NO_SUCH_HOST: readonly RegExp[] = [
  /\bnxdomain\b|\bnull ?mx\b|\bdns\b[^;\n]{0,120}\bnoerror\b/i,
  /\b(?:host|domain|domain name|host name|hostname|dns domain|server name)\b[^;\n]{0,80}?\b(?:not found|unknown|does(?: not|n['’]t) exist|could(?: not|n['’]t) be found|invalid|is not valid|non-?existent|has no (?:mx|mail)|not exist)/i,
  /\b(?:no such|unknown|invalid|non-?existent|couldn['’]t find any|could not find any|can(?:no|['’])t find) (?:host|domain|mx|mail (?:host|server)|mail exchanger?)/i,
  /\b(?:host|domain)(?:\/domain)? does(?: not|n['’]t) accept (?:any )?(?:e-?)?mail\b|\bmail receiving disabled\b/i,
  /\b[a-z0-9-]+(?:\.[a-z0-9-]+)+ does not exist\b|\baccount or domain may not exist\b|\bdomain is not reachable\b|\billegal host/i,
  /\bname or service not known\b|\bunrout(?:e)?able (?:mail )?(?:address|domain)\b|\bno mx (?:or a )?records?\b|\ball relevant mx records point to non-existent hosts\b/i,
  /\bdomain (?:nicht|wurde nicht) gefunden|\bdomaine (?:inconnu|introuvable|inexistant)|\bdominio (?:no existe|desconocido|inexistente|non trovato)/i,
];

/** About a sender's domain rather than the recipient's. */
const HOST_OF_SENDER =
  /\b(?:sender|from|your|helo|ehlo|client|return[ -]path|ptr|reverse)\b[^;\n]{0,60}\b(?:host|domain|hostname)\b/i;

const NO_SUCH_PERSON: readonly RegExp[] = [
  /\b(?:user|recipient|mail ?box|mail-?address|e-?mail address|address|account|addressee|customer|person|local part|alias|e-?mail account|username|destination|rcpt|spectator)s?\b[^;\n]{0,70}?(?:\bunknown|\bnot found|\bunbekannt|\bdoes(?: not|n['’]t)\s+(?:seem to )?exist|\bdo(?: not|n['’]t) exist|\bcould(?: not|n['’]t) be found|\bcan(?:not|['’]t) be found|\bnot known|\bis (?:not|no longer) (?:a )?(?:valid|known|active|available|local|in service|exist)|\bnot (?:a )?valid\b|\bnot exist|\bno longer (?:exists|valid|active|accepts|available|on (?:the )?server|works)|\bhas been (?:deleted|removed|deactivated|disabled|terminated|closed|discontinued|suspended)|\bwas not found|\binvalid\b|\bis (?:disabled|inactive|deactivated|suspended|closed|terminated|discontinued|unavailable|wrong)|\bdisabled\b|\bdiscontinued\b|\bterminated\b|\bsuspended\b|\binactive\b|\bdeactivated\b|\bnot active\b|\bdoesn['’]t have an?\b|\bdoes not have an?\b|\bnon-?existent|\bcouldn['’]t be found|\bnot present|\bnot (?:listed|local|ok)\b|\bunavailable\b|\bnotfound\b|\bunava?i?l?able|\bmissing home)/i,
  /\b(?:unknown|no such|invalid|non-?existent|inactive|bad|not a (?:valid|known)|nonexistent|no valid|can(?:no|['’])t accept|undeliverable|disabled|deactivated|no) (?:\w+ )?(?:user|recipient|mail ?box|address|account|local[ -]?part|person|e-?mail address|destination|rcpt|alias|name|customer|addressee)\b/i,
  /\bthis user does(?: not|n['’]t) have\b|\buser ?unknown|\bunknown ?user|\brecip(?:ient)?notfound|\brecipient ?not ?found|\bbadrcptto\b|\bvalidrcptto\b|\bno (?:such )?(?:one|body) (?:here )?(?:by that name|at this address|with that name)|\bno mail ?box (?:here )?by that name|\bno account by that name|\bthere is no one\b|\bnot our customer\b|\bnobody here by\b/i,
  /\brecipient address(?:es)? rejected ?: ?(?:access denied|user unknown|invalid|unknown|unverified|undeliverable|not found|no such|mail(?:box)? )/i,
  /(?<!sender )(?<!sender's )\baddress(?:es)? rejected\.?(?: ?:? ?<{1,2}address>{1,2})?[.:;]?\s*(?:$|\(in reply|\[)/i,
  /\brecipient (?:rejected|not accepted|refused)\b|\breject(?:ed|ing)? recipient\b|\brejected: account unavailable\b/i,
  /\bmail ?box (?:is )?(?:currently )?(?:unavailable|unavaiable|inactive|disabled|not available|frozen|closed)|\brequested (?:mail )?action (?:not taken|aborted): mail ?box (?:unavailable|not found)|\baccount (?:that you tried to reach )?(?:is|has been) (?:disabled|inactive|deactivated|suspended|closed)/i,
  /\baddress (?:not found|no longer (?:valid|in use|active|accepts)|does not work|is wrong)\b|\bhas (?:moved|left)\b[^.;\n]{0,40}\b(?:no longer|address|company)|\bno longer (?:works|employed|with (?:us|the company))|\bhas been replaced by\b/i,
  /<[^<>\s@]+@[^<>\s@]+>[^a-z\n]{0,6}(?:not found|unknown|does not exist)/i,
  // In other languages.
  /(?:utilisateur|adresse|destinataire|bo[iî]te(?: aux lettres)?|compte)[^;\n]{0,60}(?:inconnue?|invalide|introuvable|n['’]existe pas|inexistante?|n['’]a pas [ée]t[ée] trouv|d[ée]sactiv)/i,
  /(?:usuario|destinatario|direcci[oó]n|buz[oó]n|cuenta|persona)[^;\n]{0,60}(?:desconocid|no existe|inexistente|no (?:fue |se ha )?encontrad|inv[aá]lid|no v[aá]lid|desactivad|deshabilitad)|no existe (?:dicha persona|ese usuario|el usuario|la direcci[oó]n|la cuenta)/i,
  /(?:empf[aä]nger|benutzer|adresse|postfach|konto|e-?mail-?adresse|nutzer|mailadresse)[^;\n]{0,60}(?:unbekannt|existiert nicht|nicht (?:gefunden|vorhanden|bekannt|g[uü]ltig|existent)|ung[uü]ltig|deaktiviert|gesperrt)/i,
  /(?:utente|indirizzo|casella|destinatario|usu[aá]rio|endere[cç]o|gebruiker|ontvanger|mottagare|modtager|u[zż]ytkownik|adres)[^;\n]{0,60}(?:sconosciut|inesistente|non (?:esiste|trovat|valid)|desconhecid|n[aã]o (?:existe|encontrad)|inv[aá]lid|onbekend|bestaat niet|ok[aä]nd|ukendt|nie istnieje|nieznan)/i,
  /(?:пользователь|адрес|ящик|получатель)[^;\n]{0,60}(?:не (?:найден|существует)|неизвест|недейств|удал[её]н|отключ)|(?:не существует|неизвестный) (?:пользователь|адрес|получател)/i,
  /(?:用户|收件人|邮箱|地址|帐号|账号|使用者)[^;\n]{0,20}(?:不存在|未知|找不到|无效|被禁用|停用)|(?:ユーザー?|宛先|アドレス|受信者|メールアドレス)[^;\n]{0,30}(?:存在し|見つかり|不明|不正)|사용자[^;\n]{0,20}(?:없|존재하지)/i,
];

/** Texts that seem to be about us but are a provider's way to report a missing mailbox. */
const POLICY_LIKE_NO_MAILBOX =
  /\b(?:your|the|this|a) (?:e-?mail |mail )?(?:e-?mail|message|mail)s? (?:to\b|was(?:n['’]t| not)(?: been)? deliver|could(?:n['’]t| not) be|has(?:n['’]t| not)|cannot|can['’]t|that you sent|did not|returned|below)|they may be blacklisted|recipient address(?:es)? rejected ?: ?access denied|unknown in (?:relay|virtual|local)|(?:relay|virtual|local)(?: recipient| mailbox| alias)? table|mailbox unavailable or access denied|your envelope recipient|you (?:are|were) trying to (?:reach|contact|send)|that you tried to reach|mail(?:ing)?-?list|double-checking the recipient|please (?:try )?(?:double-?)?check(?:ing)?|the recipient'?s? (?:e-?mail )?address|recipientnotfound|resolver\.adr|support\.google\.com\/mail[^\s]*nosuchuser|not present in directory|go(?:ogle)?\.(?:com|microsoft)\S*|https?:\/\/(?:support\.google\.com|go\.microsoft\.com|learn\.microsoft\.com|postmaster\.(?:yahoo|aol)|help\.yahoo|aka\.ms|www\.rfc)\S*/gi;

/**
 * Judges a refusal by its text; its codes decide if the text says nothing. If the text blames both the
 * address and us, it counts as about us: a person given up wrongly is lost, while a dead address is refused
 * again.
 * @param words the other server's text, or a report's diagnostic
 * @param statuses RFC 3463 statuses beside it
 */
export function causeOfRefusal(words: string, statuses: readonly string[]): RefusalCause {
  const text = words.slice(0, MAX_READ).replace(/\s+/g, " ").replace(BOILERPLATE, " ");
  const aboutUs = ABOUT_US.some((pattern) => pattern.test(text.replace(POLICY_LIKE_NO_MAILBOX, " ")));
  const isHost = NO_SUCH_HOST.some((pattern) => pattern.test(text)) && !HOST_OF_SENDER.test(text);
  const isPerson = NO_SUCH_PERSON.some((pattern) => pattern.test(text));
  const specific = statuses.filter((status) => !/^\d\.0\.0$/.test(status));
  // Unambiguous twice: `5.1.1 user unknown`, followed by who blocked it.
  if (FULL.test(text)) return "full";
  if (isHost && !aboutUs)
    return /(?:not found|lookup|service)\b[^.]{0,60}\btry again|servfail|temporar/i.test(text)
      ? "later"
      : "unreachable";
  if (isPerson && !aboutUs)
    return /\btry again later\b|temporarily (?:unavailable|disabled|deferred|locked)/i.test(text)
      ? "later"
      : "unreachable";
  if (aboutUs) return "policy";
  if (specific.some((status) => /^\d\.7\./.test(status))) return "policy";
  if (LATER.test(text)) return "later";
  if (specific.length && specific.every(isFullStatus)) return "full";
  if (specific.length && specific.every(meansBadAddress)) return "unreachable";
  if (specific.some((status) => status.startsWith("4."))) return "later";
  return "unclear";
}

const MAX_READ = 4_000;
/** Standard text that servers write before any response with such a code. */
const BOILERPLATE = /\bunknown address error\b|\breply address\b|\bthis is a permanent error\b/gi;
const isFullStatus = (status: string) => /^\d\.2\.2$/.test(status);

/**
 * Whether an RFC 3463 status means that the recipient's address permanently does not work; not that it is
 * full or that we are blocked.
 */
function meansBadAddress(status: string): boolean {
  // x.1.* is about the address, except 7 and 8 (the sender's) and 0 (unspecified); x.2.1 is a disabled
  // mailbox; x.4.4 and Microsoft's x.4.310 a domain without servers.
  return /^5\.1\.(?![078]$)\d+$|^5\.2\.1$|^5\.4\.(?:4|310)$/.test(status);
}
