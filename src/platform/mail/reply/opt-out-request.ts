import { DAY_DE, FRENCH, GERMAN, OTHERS, SPANISH } from "./opt-out-languages.ts";

/** Anything longer is a letter, or an unrecognized quotation. */
const MAX_READ = 1_500;

/**
 * How a text arrived: in an SMS, some words request a stop that mean something else in an email, such as
 * `End`.
 */
export type OptOutChannel = "mail" | "text";

/** A piece of text between two punctuation marks, as plain words: `Por favor`, `no me envien mas correos`. */
interface Piece {
  readonly words: string;
  readonly isQuestion: boolean;
  /** Its sentence begins with a condition: `if you are late, unsubscribe me`. */
  readonly isConditional: boolean;
}

const MAIL_EN =
  "(?:(?:e ?)?mails?\\b(?! (?:carrier|box|boxes|man|slot|lady|truck|post|room))|(?:e ?)?mailings|mailing$|messages?|msgs?|texts?|text messages?|sms(?: messages?)?|newsletters?|communications?|correspondence|follow ?ups?|notifications?|updates?|reminders?|spam|junk|crap|stuff|solicitations?|ads?|advertising|marketing|promotions?|offers|sales pitch(?:es)?)";
const OWN_EN =
  "(?:any|more|these|this|those|your|the|all|so many|so much|such|that|of|further|additional|future|unwanted|unsolicited|promotional|marketing|sales|automated|silly|stupid|damn|bloody|daily|weekly|constant|other|kind|type|sort)";
const LIST_EN =
  "(?:lists?|mailing lists?|email lists?|e mail lists?|mail lists?|contact lists?|distribution(?: lists?)?|database|db|system|subscriptions?|campaigns?|contacts|records|crm|files|sequences?|rotation)";
const ME_EN =
  "(?:me|us|my (?:\\w+ )?(?:name|e ?mail|address|info|information|contact(?: info)?|details|number|phone|data|record)s?|this (?:\\w+ )?(?:e ?mail|address|number)|the (?:\\w+ )?(?:address|e ?mail)|\\S+@\\S+)";
/** The same without data they may want changed rather than deleted, such as a telephone number. */
const ME_ALONE_EN =
  "(?:me|us|my name|my e ?mails?(?: address)?|this (?:e ?mail(?: address)?|address)|\\S+@\\S+)";
/** On behalf of someone who can't, such as a parent who died. */
const OTHER_PERSON_EN =
  "(?:him|her|them|my (?:late )?(?:father|mother|mom|dad|husband|wife|parents?|grandm\\w+|grandf\\w+|son|daughter|brother|sister|uncle|aunt))";
const DATA_EN =
  "(?:(?:personal|private|contact|customer|account) )*(?:data|information|info|details|records)";
/** Words that may follow a request in its piece without changing it. */
const AND_EN =
  "(?:as|because|bc|since|cause|we|i|it|my|he|she|they|thanks?|thx|ty|please|pls|plz|immediately|now|right (?:now|away)|asap|today|at once|for good|permanently|forever|ever|effective|going forward|altogether|completely|entirely|and|or|regards|best|sincerely|from|this is|you|u|at (?:this|my|any|all|the)|via|by (?:e ?mail|mail|text)|about|regarding|again|any ?more|any longer|with|on my|to (?:me|this|my|us)|for|in (?:the )?future|until further notice|kindly|sir|ok|okay|so)";
const end = (more: string) => `(?=$| (?:${more})\\b)`;

const ENGLISH: readonly string[] = [
  // Unsubscribe in all its forms; one can opt out of other things too, hence the object.
  `(?:unsubscri(?:be|b|bed|bing)|unsubscibe|unsuscribe|unsubcribe|unsub|desubscribe|de subscribe|unenroll|unregister)(?: ${ME_EN})?${end(`${AND_EN}|of|on|all|already|twice|before|many|several|multiple|\\d+|once`)}`,
  `(?:opt(?:ed|ing)? (?:me |us )?out|optout)(?: ${ME_EN})?(?: (?:of|from)(?: ${OWN_EN}| it)*(?: \\w+)?(?: (?:${LIST_EN}|${MAIL_EN})\\b)| (?:of|from) (?:this|it|these|those|everything|all)$|${end(`(?!from\\b)${AND_EN}`)})`,
  `unsubscribe (?:link|button|page|option)s? .{0,30}(?:not|doesn t|does not|isn t|broken|fail|never|won t)`,
  `(?:be |get |please be )?(?:removed|taken off|unsubscribed|opted out|dropped|deleted)(?: (?:from|off)(?: of)?(?: ${OWN_EN})* (?:\\w+ )?(?:${LIST_EN}|${MAIL_EN}))`,
  `be taken off(?: of)?(?: ${OWN_EN})* (?:\\w+ )?(?:${LIST_EN}|${MAIL_EN})`,
  `be (?:removed|unsubscribed|opted out|taken off)${end(AND_EN)}`,
  `(?:take|remove|delete|drop|get|strike|erase|pull|cut|leave|scrub|purge) (?:${ME_EN}|${OTHER_PERSON_EN})(?: off| from| out| out of| of| in)+(?: ${OWN_EN})* (?:(?!waiting|guest|punch|price|shopping|call|schedule)\\w+ ){0,2}(?:${LIST_EN}|${MAIL_EN})`,
  `(?:take|remove|delete|drop|get) ${ME_ALONE_EN}(?: off(?: of)?| from)(?: here| this| it| all of (?:this|it)| everything| all)?${end("please|pls|thanks?|thank|now|immediately|asap|today|and|we|i|as|because|since|permanently")}`,
  `(?:remove|delete|unlist) ${ME_ALONE_EN}${end("please|pls|thanks?|thank|now|immediately|asap|today|we|i|as|because|since|permanently|at once|right")}`,
  `(?:i )?(?:want|would like|d like|wish)(?: to be| to get)? off(?: of)?(?: ${OWN_EN})* (?:\\w+ )?(?:${LIST_EN}|${MAIL_EN})`,
  `off(?: of)? (?:your|this|the) (?:\\w+ )?${LIST_EN}`,
  // Stop sending.
  `(?:stop|quit|cease|discontinue|end|halt) (?:(?:all|any|the|your|this|these|those|of|with|further|future|ever) )*(?:e ?mailing|mailing|messaging|texting|contacting|writing|spamming|bothering|harassing|bugging|pestering|soliciting|bombarding|reaching out|following up|hounding|calling and (?:e ?mailing|texting))(?: (?:to|with))?(?: ${ME_EN})?${end(`${AND_EN}|${MAIL_EN}`)}`,
  `(?:stop|quit|cease|discontinue) sending(?: ${ME_EN}| out)?(?:(?: ${OWN_EN})* ${MAIL_EN}|(?: ${OWN_EN})*(?: anything| things| it| this| these| that| those)?$|(?: anything| things| it| this| these| that| those)?${end("to (?:me|us|my|this)|please|pls|thanks?|and|we|i|as|because|since|now|immediately")})`,
  `(?:stop|quit|end|cease|no|discontinue)(?: (?:with )?${OWN_EN})+ ${MAIL_EN}`,
  `(?:stop|quit|end|cease|discontinue) ${MAIL_EN}`,
  // Don't send.
  `(?:do not|don t|dont|never|please no|donot|not) (?:ever |please |you )?(?:send|e ?mail|mail|contact|write|message|spam|bother|solicit|reach out)(?: to)?(?: (?:${ME_EN}|${OTHER_PERSON_EN}))?(?: back)?(?:(?: ${OWN_EN})* ${MAIL_EN}| anything| again| any ?more${end(AND_EN)}| any longer| further${end(AND_EN)}| ever)+`,
  `no (?:more|further|additional|longer any) (?:${OWN_EN} )*(?:${MAIL_EN}|contact)`,
  `(?:i |we )?(?:no longer|do not|don t|dont|never|would rather not|d rather not|prefer not)(?: (?:want|wish|care|like|need))?(?: to)? (?:be|stay|remain) (?:contacted|e ?mailed|messaged|texted|bothered|on (?:your|this|the|any) .{0,20}${LIST_EN})`,
  `(?:i |we )?(?:no longer|do not|don t|dont|never) (?:want|wish|care|need)(?: to)? (?:hear(?:ing)?|get anything|receive anything|anything)(?: more| else| further)? from (?:you|u|your)`,
  `(?:i |we )?(?:do not|don t|dont|no longer|never) (?:want|wish) (?:you|u) to (?:e ?mail|contact|message|text|write)`,
  // Others.
  `leave (?:me|us) (?:alone|be)`,
  `lose my (?:e ?mail|number|address|contact)`,
  `cancel (?:my |this |the |all |these |your )+(?:\\w+ )?(?:subscriptions?|${MAIL_EN})`,
  `cease (?:and desist|all (?:contact|communication))`,
  `(?:i )?(?:hereby )?(?:revoke|withdraw|retract)(?:ing)? (?:my |all |any )*(?:consent|permission)`,
  `(?:i |we )?(?:do not|don t|dont|never|did not|didn t)(?: give (?:you )?(?:my )?)?(?: \\w+)? ?consent(?:ed)? (?:to|for) (?:your|these|this|any|being|receiv\\w+|get\\w+|you)`,
  `(?:not|never) to (?:ever )?(?:e ?mail|mail|contact|write|message|bother|spam)(?: to)?(?: ${ME_EN})? (?:again|any ?more|any longer|in (?:the )?future|further|ever)`,
  `(?:there is |there s |you have )?no (?:need|reason|point)(?: for you)?(?: to| in)? (?:(?:keep(?: on)?|continue) (?:e ?mailing|contacting|writing|messaging|sending (?:me )?${MAIL_EN})|(?:e ?mail|contact|write|message|send)(?: to)?(?: ${ME_EN})?(?: ${OWN_EN})*(?: ${MAIL_EN})? (?:again|any ?more|any longer|further))`,
  `(?:you )?(?:do not|don t|dont) (?:need|have) to (?:(?:keep(?: on)?|continue) (?:e ?mailing|contacting|writing|messaging)|(?:e ?mail|contact|write|message)(?: to)?(?: ${ME_EN})? (?:again|any ?more|any longer|further))`,
  `(?:i |we )?want out(?: of (?:this|these|it|your .{0,20}))?$`,
  `get ${ME_ALONE_EN} off(?: of)? (?:this|that|these|it)(?: thing)?$`,
  `make (?:it|this|them|these|(?:the|these|your) ${MAIL_EN}) stop`,
  `(?:stop|quit|enough|knock|cut|lay) (?:it |off )*(?:already )?(?:with|of) (?:${OWN_EN} )*${MAIL_EN}`,
  `enough (?:e ?mails|spam|messages)`,
  // The right to erasure includes not being written to.
  `(?:delete|erase|destroy|wipe|purge|remove) (?:all (?:of )?)?(?:my|our) ${DATA_EN}${end(`${AND_EN}|that|which|you|under|per|according|pursuant|held|stored`)}`,
  `(?:delete|erase|destroy|wipe|purge|remove) (?:all |any |the |of )*${DATA_EN} (?:(?:that |which )?you (?:have|hold|keep|store|ve)|about (?:me|us)|on (?:me|us)|relating to (?:me|us))`,
  `(?:i |we )?(?:have |get |want |see )*(?:all )?(?:of )?my ${DATA_EN} (?:to be )?(?:deleted|erased|destroyed|wiped|purged)`,
  `(?:i |i m |i am )?(?:hereby )?(?:invok|exercis|us|claim)(?:e|ing) my right (?:to (?:be forgotten|erasure|object)|of erasure)`,
];
/** About mail in general; counts unless other words show that they want to keep talking. */
const WEAK_ENGLISH: readonly string[] = [
  `(?:do not|don t|dont|never|donot) (?:ever |please )?(?:e ?mail|mail|contact|message|spam|bother|solicit|write to|write)(?: ${ME_EN})?${end("please|pls|thanks?|thank|and|or|we|i|as|because|since|ever|in (?:the )?future|at (?:this|my) (?:e ?mail|address)|by e ?mail|via")}`,
  `(?:i |we )?(?:really |just )?(?:(?:no longer|do not|don t|dont|never) (?:want|wish|care|need|would like|like|desire)|(?:would|d) rather not|(?:would |d )?prefer not|(?:m |am |are |re )?(?:not|no longer) interested in)(?: to| for)?(?: (?:receiv(?:e|ing)|get(?:ting)?|see|have|be getting|be receiving|keep (?:getting|receiving)|continue (?:receiving|getting|to receive)|be sent))?(?: from you)?(?: ${OWN_EN})* (?:${MAIL_EN}|contact)`,
];
const TEXT_ENGLISH: readonly string[] = [
  `(?:do not|don t|dont|never) (?:ever |please )?(?:text|call or text|text or call)(?: ${ME_EN})?(?: again| any ?more| ever| back)?${end(AND_EN)}`,
  `(?:stop|quit|end|cancel|unsubscribe)(?: me)?(?: from)? (?:all of )?(?:it|this|these|texts?|text messages?|messages?|sms)${end(AND_EN)}`,
  `(?:remove|delete) (?:me|my (?:phone )?number)`,
  `take (?:me|my (?:phone )?number) off`,
  `(?:leave me alone|lose my number|you have the wrong (?:number|person)(?: stop| please stop))`,
];

/** Counts only alone, or with a name and a reason: otherwise it is unclear what should stop. */
const ALONE =
  /^(?:(?:stop|stopp|please|now|it|this|that|everything|all|immediately|asap|already|right|just|the|and|no|more)(?: |$))*(?:stop|stopp|stopall|halt)(?: (?:it|this|that|now|please|pls|thanks?|thank you|(?:i m |we re )?not interested|all|everything|immediately|already|asap|stop|at once|right now|right away|all of this|all this|por favor|svp|bitte|merci|gracias|danke|sir|thx|ok))*$|^(?:alto|basta|ya basta|pare|paren|parar|parad|para ya|baja|dar baja|arret|arrete|arretez|arreter|stop svp|aufhoren|schluss|schluss damit|remove|no more|nichts mehr|plus rien|enough|unsub|cease|desist)$/;
const ALONE_TEXT =
  /^(?:end|quit|cancel|revoke|fin|ende|cancelar|parar|salir|fini|quit it|opt out|optout|stop all|cancel all|cancel texts?)$/;

/** Beside `stop`, these show that they want to keep talking. */
const GOES_ON =
  /\b(?:on signe|je signe|nous signons|ya firmo|firmamos|wir unterschreiben|ready to sign|we(?: ll| will)? sign|call (?:me|us)|phone me|give me a call|come (?:by|over|on|in|to|at)|visit|see you|meet|let (?:me|us) know|interested in|looking forward|tomorrow|mon|tues?|wed|thur?s?|fri|sat|sun|monday|tuesday|wednesday|thursday|friday|saturday|sunday|lunes|martes|miercoles|jueves|viernes|manana|lundi|mardi|mercredi|jeudi|vendredi|demain|montag|dienstag|mittwoch|donnerstag|freitag|when can|how much|works for|\d{1,2} ?(?:am|pm|uhr|h))\b/;

/** A request to change something about a job, which continues. */
const ABOUT_THE_JOB =
  /^(?:stop|quit|no|do not|don t|dont|never|cease)\b.*\b(?:updates?|reminders?|notifications?|follow ?ups?|offers)\b/;

const COURTESY_WORDS = [
  "please|pls|plz|plse|kindly|(?:under|as per|per|according to|pursuant to|in accordance with|based on) (?:the |article \\d+ (?:of the )?|my rights under (?:the )?)*(?:eu )?(?:gdpr|ccpa|cpra|can spam(?: act)?|law|rgpd|dsgvo)|ffs|wtf|omg|fuck off|fuck you|damn it|enough|the|your|just|ok|okay|yes|yeah|no|nope|no thanks|no thank you|no thx|thanks but no thanks|thanks|thank you|thx|sorry|and|but|so|again|now|then|also|hi|hello|hey|hi there|hello there|good (?:morning|afternoon|evening|day)|dear (?:sir|madam|all|team)|sir|madam|team|all|guys|folks|everyone|yo",
  "i ask (?:that you|you to|you)|i ask|i hereby|i demand (?:that you|you to|to)|i m begging you to|i am begging you to|i beg you to|i m asking to|i am asking to|i m asking|asking|(?:you guys|you all|y all|you people|you folks) (?:need to|should|can|have to|must)|no longer interested|can you|could you|would you|will you|can u|could u|can we|could we|would you be able to|would you mind|could you be so kind as to|be so kind as to|you can|you may|you need to|you must|you should|feel free to|go ahead and|make sure (?:to|you)|i asked you to|i ve asked you to|i told you to|i keep asking you to|i said|i repeat|i m asking you to|i am asking you to|i request (?:that you|to|you)|i am requesting (?:that you|to|you)|this is a request to|request to|requesting to|asking to|as requested|once again|for the last time|how do i|how can i|how do we|where do i|is there a way to|i am trying to|i m trying to|i have tried to|i ve tried to|trying to|i have|we have|i ve|we ve|already",
  "(?:i|we) (?:would|d) (?:be (?:very |most |so |really )?(?:grateful|thankful|obliged|glad|happy)|(?:really |much |greatly )?appreciate(?: it)?) if you(?: would| could| did| do| can| will)?",
  "i would like (?:you )?to|i d like (?:you )?to|i want (?:you )?to|i wish to|i need (?:you )?to|we would like (?:you )?to|we d like to|we want (?:you )?to|we wish to|we need to|i d appreciate it if you(?: would| could)?|i would appreciate it if you(?: would| could)?|i d prefer (?:it )?if you|i prefer to|i would prefer to|i must ask you to|wish to|want to|would like to|not interested|no interest|at this (?:time|point)|simply|immediately|really|politely|respectfully",
  "por favor|porfavor|porfa|favor de|hola|buenas|buenos dias|buenas tardes|gracias|muchas gracias|no gracias|quiero|quisiera|me gustaria|deseo|necesito|solicito|solicito que|les? solicit(?:o|amos)(?: que)?|solicitamos(?: que)?|pido|pido que|les pido|le pido|les pido que|le pido que|les ruego que|podrian|podria|pueden|puede|ya|y|pero|estimados|estimado|senores|ruego|como puedo|que|queremos|quiero que|me|si",
  "s il vous plait|s il te plait|svp|stp|merci de bien vouloir|merci de|merci d|merci|je vous demande d|je vous prie d|je demande d|d|de|veuillez|bonjour|bonsoir|salut|madame|monsieur|je veux|je voudrais|je souhaite|je souhaiterais|je desire|j aimerais|je vous prie de|je vous demande de|je demande (?:a|de)|pouvez vous|pourriez vous|priere de|et|mais|non merci|desole|bien vouloir|de bien vouloir|comment|vous pouvez|donc|nous souhaitons|nous voulons",
  "bitte|hallo|guten tag|guten morgen|danke|vielen dank|nein danke|moin|servus|hi|ich mochte|ich will|ich wurde gern|ich wurde gerne|wir mochten|mochte|wurde gern|konnen sie|konnten sie|konnt ihr|konntet ihr|wurden sie|ich bitte (?:sie|darum|um)|ich bitte|und|aber|hiermit|ab sofort|kein interesse|ich wunsche|also",
].join("|");
const COURTESY = new RegExp(`^(?:${COURTESY_WORDS})(?: |$)`);
const NAMED =
  /^(?:hi|hello|hey|dear|hola|bonjour|hallo|estimad[oa]s?|cher|chere|liebe[rs]?)(?: \S+){1,3}? (?=\S)/;

const compile = (cores: readonly string[]) => new RegExp(`^(?:${cores.join("|")})`);
const WISHES: Readonly<Record<OptOutChannel, readonly RegExp[]>> = {
  mail: [compile(ENGLISH), compile(SPANISH), compile(FRENCH), compile(OTHERS)],
  text: [compile([...ENGLISH, ...TEXT_ENGLISH]), compile(SPANISH), compile(FRENCH), compile(OTHERS)],
};
const REQUEST_DE = compile(GERMAN);
const WEAK = compile(WEAK_ENGLISH);
/** Negates or postpones a request. */
const NOT_NOW =
  /\b(?:until(?! further notice)|unless|before (?:\d|nine|ten|noon|the)|after|till|on (?:mon|tues|wednes|thurs|fri|satur|sun)days?|on weekends?|at night|in the (?:morning|evening)|during|later|while|hasta|antes|despues|avant|jusqu|apres le|bis|vor dem|nach dem|am wochenende|am (?:mon|diens|donners|frei|sams|sonn)tag|too often|so often|every day)\b/;
const CONDITION =
  /^(?:if|unless|in case|when|si|cuando|quand|wenn|falls|sobald|se|quando)\b(?! (?:you (?:could|can|would|don t mind)|possible|not|it s possible|es posible|possible|moglich|puede|pueden|c est possible|vous plait|il vous))/;

/**
 * Whether someone asks for no more mail or texts, in English, Spanish, French or German, with or without a
 * name, a thank-you or a reason. `Stop by on Tuesday` does not, nor does `don't email me until May`.
 * @param text their own words, without quotations
 */
export function asksToOptOut(text: string, channel: OptOutChannel): boolean {
  const own = withoutLinks(text).slice(0, MAX_READ);
  if (!/\p{L}/u.test(own)) return false;
  const pieces = piecesOf(own).map((piece) => ({ ...piece, forms: formsOf(piece.words) }));
  const goesOnSomewhere = pieces.some(({ words }) => GOES_ON.test(words));
  const counts = (form: string) => isRequest(form, channel) && !(goesOnSomewhere && ABOUT_THE_JOB.test(form));
  if (pieces.some(({ forms, isConditional }) => !isConditional && forms.some(counts))) return true;
  if (ENDS_WITH_COLON.test(own)) return false;
  return pieces.some(({ words, forms, isQuestion, isConditional }, at) => {
    if (isConditional) return false;
    const others = pieces.filter((_, other) => other !== at);
    const goesOn = others.some(
      (other) =>
        GOES_ON.test(other.words) || (other.isQuestion && !isQuestion && !ASKS_ABOUT_MAIL.test(other.words)),
    );
    if (goesOn) return false;
    if (forms.some((form) => WEAK.test(form) && !NOT_NOW.test(form))) return true;
    // One word is enough if nothing else matters in the text.
    const before = pieces.slice(0, at).reduce((count, piece) => count + piece.words.split(" ").length, 0);
    const isAlone = forms.some(
      (form) =>
        ALONE.test(form) ||
        (channel === "text" && !/^(?:the|my|your)\b/.test(words) && ALONE_TEXT.test(form)),
    );
    return isAlone && !isQuestion && before <= MAX_WORDS_BEFORE;
  });
}

/** A question that is only a complaint: `Why do you keep emailing me?`. */
const ASKS_ABOUT_MAIL =
  /^(?:why|how|who|where|what)\b.*\b(?:e ?mail\w*|mail\w*|list|messages?|spam\w*|contact\w*|writing|address)\b/;
const MAX_WORDS_BEFORE = 8;
const ENDS_WITH_COLON = /:\s*$/;

function isRequest(form: string, channel: OptOutChannel): boolean {
  if (!form) return false;
  const matched =
    WISHES[channel].some((pattern) => pattern.test(form)) || (REQUEST_DE.test(form) && !DAY_DE.test(form));
  return matched && !NOT_NOW.test(form);
}

/** A line with a link is a footer, not a request: `Unsubscribe: https://…`. */
const withoutLinks = (text: string) =>
  text
    .split("\n")
    .filter((line) => !/https?:\/\/|www\.|<mailto:/i.test(line))
    .join("\n");

function piecesOf(text: string): Piece[] {
  const sentences = unwrap(text)
    .split(/(?<=[.!?¡¿;…\n\r])|(?<=[\p{Extended_Pictographic}])/u)
    .slice(0, MAX_PIECES);
  return sentences.flatMap((sentence) => {
    const isQuestion = /\?\s*$/.test(sentence);
    const parts = sentence
      .split(
        /[,:()"“”«»|/*_]|\s[-–—]+\s|[–—]|\s-|-\s|\b(?:but|pero|mais|aber|and please|so please)\b|\b(?:and|so|or|und|et|y)\b(?=\s+(?:please|stop|quit|unsubscribe|remove me|take me|do not|don['’]?t|never|not to|no need|no more|nie|keine?n?\s|schreib|schick|kontaktier|nehm|l[öo]sch|ne m|n['’]|arr[êe]te|supprim|retire|plus de|no me|no nos|no más|dej[ae]|borr|elimin|deseo|je ne))/i,
      )
      .map(plainWords)
      .filter(Boolean);
    const isConditional = CONDITION.test(parts[0] ?? "");
    return parts.map((words) => ({ words, isQuestion, isConditional }));
  });
}
const MAX_PIECES = 60;

/**
 * Joins a wrapped line whose break comes before or after `stop`: `Stop / by when you can`, `left at the /
 * stop`.
 */
const unwrap = (text: string): string =>
  text
    .replace(STOP_WRAPPED, "$1 ")
    .replace(
      /\b(the|a|an|bus|next|first|last|full|truck|pit|one|to|at|by|non)[ \t]*\r?\n[ \t]*(?=stop\b)/giu,
      "$1 ",
    );
const STOP_WRAPPED =
  /\b(stopp?)[ \t]*\r?\n[ \t]*(?=\p{Ll})(?!(?:i|i['’]m|im|i['’]ve|we|we['’]re|you|u|ur|your|please|pls|plz|thanks?|thx|ty|my|it|it['’]s|this|that|these|all|everything|and|or|don['’]?t|do|no|not|just|already|now|stop|unsubscribe|remove|take|dear|hi|hello|best|regards|sent|sincerely|leave|never|from|he|she|they|because|bc|since|merci|gracias|danke|bitte|svp|por|s['’]il)\b)/giu;

/** Lower-case words without accents and punctuation: `don’t` is `don t`, `envíen` is `envien`. */
const plainWords = (text: string): string =>
  text
    .normalize("NFKD")
    .toLowerCase()
    .replace(/\p{M}/gu, "")
    .replaceAll("ß", "ss")
    .replace(/[^\p{L}\p{N}@.]+/gu, " ")
    .replace(/\.(?=\s|$)|(?<=\s|^)\./g, " ")
    .replace(/\s+/g, " ")
    .trim();

/** A piece as it is, and without each courtesy before it and the thanks after it. */
function formsOf(words: string): string[] {
  const forms = [words];
  const named = words.replace(NAMED, "");
  if (named !== words) forms.push(...stripped(named));
  forms.push(...stripped(words));
  return [
    ...new Set(
      forms.flatMap((form) => [
        form,
        form.replace(
          /(?: (?:please|pls|plz|thanks?|thank you|thx|por favor|gracias|svp|merci|bitte|danke))+$/,
          "",
        ),
      ]),
    ),
  ];
}

function stripped(words: string): string[] {
  const forms: string[] = [];
  let left = words;
  for (let count = 0; count < 8; count++) {
    const next = left.replace(COURTESY, "");
    if (next === left) break;
    left = next;
    forms.push(left);
  }
  return forms;
}
