// Long because the grammar of a request differs in each language.

const MAIL_ES =
  "(?:correos?(?: electronicos?)?|e ?mails?|mails?|mensajes?|mensajitos|textos?|sms|publicidad|propaganda|newsletters?|boletin(?:es)?|informacion|comunicaciones|spam|notificaciones|promociones|ofertas)\\b";
/** Opt-out requests in Spanish, as plain words; all lists here are patterns from the beginning of a piece. */
export const SPANISH: readonly string[] = [
  `(?:darme|darse|darnos|dar|denme|deme|dame|dennos|me den|me de|dese|desen|doy|me doy|causar|solicito|solicitar|pido|tramitar|procesen)(?: me)?(?: (?:de|la|mi|una))* baja\\b`,
  `(?:me|nos) (?:den|de|dan|deis|diera[ns]?|diese[ns]?) de baja\\b`,
  `(?:den?|dar|dan|deis|diera[ns]?) de baja (?:a )?(?:mi|mis|nuestr[oa]s?|este|esta|el|la) (?:\\w+ )?(?:correo|e ?mail|mail|direccion|nombre|datos|cuenta|contacto|suscripcion)`,
  `baja(?: (?:por favor|porfavor|inmediata|ya|gracias|de (?:la|su|esta|este|mi|todas?|los|sus).{0,40}))$`,
  `(?:me )?(?:desuscri|desinscri|desubscri|dessuscri|desapunt|desafili)\\w*`,
  `(?:cancel|anul|termin|elimin)\\w*(?:me)? (?:(?:de|mi|la|esta|este|su|nuestra|el) )*(?:su[bs]{0,2}cripcion|inscripcion|boletin|envio de)`,
  `(?:elimin|quit|saqu?|borr|remuev|remov|retir|exclu|suprim)\\w*(?:me|nos)(?: (?:ya|por favor))?(?:$| (?:de|del|en|por) )`,
  `(?:elimin|quit|saqu?|borr|remuev|remov|retir|suprim)\\w* (?:por favor )?(?:mi|mis|nuestr[oa]s?|este|esta) (?:correo|e ?mail|mail|direccion|nombre|datos|numero|contacto|telefono)`,
  `(?:me (?:elimin|quit|saqu|borr|remuev|retir)\\w*) (?:de|del)\\b`,
  `no (?:me|nos) (?:envi|mand|escrib|contact|molest|spame|lleg)\\w*(?: a enviar)?(?: (?:por favor|ya|ningun[ao]?s?|sus|mas|otros?|estos|esos|tantos|nada|nunca|de))*(?: ${MAIL_ES}| mas| nada)*(?=$| (?:por favor|gracias|ya|a |porque|pues|nunca|jamas|al |en el futuro|mas(?:$| (?:por|porfa|gracias|porque|pues|ya|a|al|en|ni|y)))\\b)`,
  `no (?:me|nos) (?:sigan?|sigas|vuelva[ns]?|continuen?) (?:a )?(?:envi|mand|escrib|contact|molest)\\w*`,
  `no (?:quiero|deseo|quisiera|queremos|deseamos|necesito|me interesa) (?:seguir |volver a )?(?:recib\\w*|que me (?:escrib|envi|mand|contact)\\w*|mas|sus|estos|ningun|saber (?:mas|nada))(?: (?:por favor|sus|mas|estos|esos|ningun|tipo|de|este|otros|nada|tantos|recibir))*(?: ${MAIL_ES}| mas| nada|$)`,
  `no quiero que me (?:escrib|envi|mand|contact)\\w*`,
  `(?:no|ni un) (?:mas|otro) ${MAIL_ES}`,
  `(?:dej|par|ces|basta)\\w* (?:ya )?(?:de|con) (?:envi|mand|escrib|contact|molest|spame|hacer spam|(?:los |sus |tantos |estos )?${MAIL_ES})\\w*`,
  `(?:cancel|par|deten)\\w* (?:los|sus|estos|todos los|el envio de) (?:\\w+ )?${MAIL_ES}`,
  `dejen?me en paz`,
];

const MAIL_FR =
  "(?:e ?mails?|mails?|courriels?|messages?|sms|textos?|pubs?|publicites?|newsletters?|lettres?|infos?|informations?|spams?|notifications?|offres|relances|sollicitations|communications)\\b";
export const FRENCH: readonly string[] = [
  `(?:me |m |nous |se |vous |de me |a me |la |ma |mon |un )*(?:desabon|desinscri|des inscri|desabonn)\\w*`,
  `(?:je |nous |vous )?(?:ne |n )(?:m |me |nous )?(?:ecri|contact|sollicit|derang|relanc|recontact|spamm|harcel|embet)\\w*(?: moi)? plus\\b`,
  // The object must be our mail: not a plan, nor photos.
  `(?:(?:je |nous |vous )?(?:ne |n )(?:m |me |nous )?|m )(?:envoy|adress|transmett)\\w*(?: moi)? plus(?=$| (?:jamais|rien|svp|stp|s il|merci|par|ni|et|car|parce|a (?:cette|mon|l)|quoi que|(?:de |d |du |des |vos |ces |les |aucun |toutes? |tous |tes |la |l |votre |ce genre |ce type )*(?:${MAIL_FR}|choses?|trucs?))\\b)`,
  `m (?:ecrivez|contactez|ecris) plus\\b`,
  `(?:etre )?(?:retire|supprime|raye|enleve|efface|radie|sorti|ote|desinscrit|desabonne)e?s? (?:de |du |des |d )(?:.{0,30})(?:liste|base|fichier|newsletter|mailing|envoi|diffusion|mail|abonne|contact)`,
  `etre (?:desinscrit|desabonne)e?s?\\b`,
  `(?:supprim|effac|detrui)\\w* (?:toutes )?mes (?:coordonnees|donnees|informations)`,
  `(?:ne |n )?(?:plus|pas) (?:jamais )?(?:m |me |nous )?(?:envoyer|contacter|recontacter|ecrire|reecrire|recevoir|solliciter|deranger|relancer|etre (?:contacte|sollicite|derange))\\w*`,
  `(?:je |nous |on )?(?:ne )?(?:veu|souhait|desir|voudrai|voul)\\w* (?:plus|pas|plus du tout)(?: (?:jamais|que vous me|continuer a))? (?:(?:recevoir|etre (?:contacte|sollicite|derange|inscri)|entendre parler|avoir (?:de |vos )+(?:nouvelles|contact))\\w*|(?:de |d |vos |ces |aucun )+${MAIL_FR})`,
  `(?:retir|supprim|enlev|effac|ot|ray|sort|radi)(?:ez|er|e|es)(?: moi| nous| me)?(?: mon (?:adresse|e ?mail|nom|mail|courriel|numero)\\w*| ma fiche| mes (?:coordonnees|donnees))? (?:de |du |des |d |sur |dans )(?:.{0,30})(?:liste|base|fichier|newsletter|mailing|envoi|diffusion|mail|abonne)`,
  `(?:retir|supprim|enlev|effac|ray)(?:ez|er|e|es) (?:moi|mon (?:adresse|e ?mail|mail|courriel)\\w*|mes (?:coordonnees|donnees))(?=$| (?:svp|s il|merci|de|et|car))`,
  `(?:m |me )(?:retirer|supprimer|enlever|rayer|desabonner|desinscrire|sortir|radier)`,
  `(?:arret|cess|stopp)\\w* (?:de |d )?(?:m |me |nous )?(?:envoyer|ecrire|contacter|spammer|harceler|deranger|solliciter|relancer|m envoyer)`,
  `(?:arret|cess|stopp|stop|fini)\\w* (?:avec |tous |a )*(?:les|vos|ces|tous|tes|aux|l envoi|le|la|de) ?(?:vos |les |ces |de |d )*(?:${MAIL_FR}|envois)`,
  `stop(?: (?:aux|les|vos|ces|a tous))* ${MAIL_FR}`,
  `plus (?:de |d |aucun |un seul |jamais de )+(?:vos )?${MAIL_FR}`,
  `plus rien(?= s il| svp| merci|$)`,
  `(?:annul|resili|supprim)\\w* (?:mon|l|cet|cette|mes|ma) (?:abonnement|inscription|souscription)s?`,
  `(?:laissez|laisse|foutez|fichez) (?:moi|nous) (?:tranquille|la paix)`,
];

const MAIL_DE =
  "(?:e ?mails?|mails?|nachrichten|werbung|werbemails?|newsletters?|sms|kontakt|post|anschreiben|infos?|informationen|zusendungen|spam|angebote|benachrichtigungen|mitteilungen|infomails?|emails)\\b";
/** Makes a German request one about a day or an appointment. */
export const DAY_DE =
  /\b(?:montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonntag|termin|heute abend|morgen|fur|kurs|besichtigung)\b/;
export const GERMAN: readonly string[] = [
  `(?:(?!nicht\\b|kein|ohne\\b|statt\\b)\\w+ ){0,6}(?:abmelden|abbestellen|austragen|abmeldung|abbestellung|deabonnieren|ausgetragen werden|abgemeldet werden)(?=$| (?:bitte|danke|und|werden|vom|von|aus|des|der|newsletter|da|weil|mfg|lg|mit|ich|wir|sofort))`,
  `(?:hiermit )?(?:melde[nt]?|trage?[nt]?|bestelle?[nt]?|kundige[nt]?) (?:sie |ich |ihr )?(?:bitte |hiermit )?(?:mich|uns|den newsletter|diesen newsletter|meine (?:\\w+ )?(?:adresse|mail))(?: bitte| hiermit| sofort)?(?: (?!an\\b)\\w+){0,6} (?:ab|aus)(?=$| (?:bitte|danke|da|weil|und|mfg|lg))`,
  `(?:send|schick|mail|schreib|stell)\\w* (?:sie |ihr )?(?:mir|uns|an mich|an uns|mich)(?: bitte| in zukunft| kunftig| zukunftig)* (?:keine?n?|nichts|nie|nicht|niemals)(?: (?:weitere[nr]?|solche|mehr|diese|dieser|eure|ihre|wieder))*(?:(?: \\w+)? ${MAIL_DE}|(?: sachen| dinge| zeug)? mehr| schicken|$)`,
  `(?:mir|uns|mich)(?: bitte| in zukunft| kunftig)* (?:keine?n?|nichts|nie|nicht)(?: (?:weitere[nr]?|solche|mehr|wieder))*(?: ${MAIL_DE})?(?: mehr)? (?:send|schick|zusend|zuschick|schreib|anschreib|kontaktier|mail|belastig)\\w*`,
  `(?:keine?n?|nie|ab sofort keine)(?: (?:weitere[nr]?|solche[n]?|mehr|ihrer|ihre|dieser|diese|wieder))* ${MAIL_DE}(?=$| (?:mehr|bitte|danke|senden|schicken|zusenden|zuschicken|erhalten|bekommen|haben|an|von|da|weil|wunsch))`,
  `schluss mit (?:(?:den|diesen|euren|ihren|allen|der) )*(?:\\w+ )?${MAIL_DE}`,
  `kundige?[nt]? (?:ich )?(?:hiermit )?(?:den|das|diesen|mein\\w*|ihren?) (?:newsletter|abo\\w*|${MAIL_DE})`,
  `nichts mehr (?:von ihnen |von euch |zu)?(?:schicken|senden|zusenden|horen|bekommen|erhalten)`,
  `(?:kontaktier|anschreib|belastig|schreib|behellig|beläst)\\w* (?:sie |ihr )?(?:mich|mir|uns)(?: bitte)? (?:nicht|nie|niemals)(?: mehr| wieder| weiter)*(?=$| (?:an|bitte|danke|da|weil|und|per))`,
  `(?:bitte )?(?:nicht|nie) (?:mehr|weiter|wieder|langer) (?:kontaktier|anschreib|schreib|melden|belastig|anmail|mailen|zusend|zuschick|senden|schicken)\\w*`,
  `(?:(?:nehm|nimm|streich|losch|entfern|tu)\\w*) (?:sie |ihr )?(?:bitte )?(?:mich|uns|meine (?:[\\w-]+ ){0,2}(?:adresse|daten|e ?mail|mail|mailadresse|emailadresse|nummer|kontaktdaten)|diese (?:\\w+ )?adresse|meinen namen)(?: bitte| sofort)?(?=$| (?:aus|von|vom|raus|da|und|danke|umgehend|sofort))`,
  `(?:mich|uns|meine (?:[\\w-]+ ){0,2}(?:adresse|daten|mail))(?: bitte)? (?:aus|von|vom) .{0,40}(?:liste|verteiler|datenbank|newsletter|system|kartei) ?(?:losch|entfern|nehm|streich|austrag|werf)?\\w*`,
  `(?:aus|von|vom) (?:dem|der|ihrem|ihrer|diesem|eurem|eurer|allen)? ?(?:\\w+ )?(?:liste|verteiler|newsletter|mailingliste|verteilerliste) (?:losch|entfern|nehm|streich|austrag|gestrichen|genommen)\\w*`,
  `(?:hor|stopp)\\w* (?:sie |ihr )?(?:bitte )?(?:auf|damit|die|mit|diese|ihre|alle)(?: (?:mir|mich|damit|mit|diesen?|ihren?|den|der|die))*(?: (?:zu )?(?:schick|schreib|send|mail|belastig|kontaktier)\\w*| ${MAIL_DE}|$| (?:e ?mails?|nachrichten|werbung))`,
  `lass\\w* (?:sie |ihr )?(?:mich|uns)(?: bitte| endlich)? in (?:ruhe|frieden)`,
  `(?:losch|entfern|vernicht)\\w* (?:sie |ihr )?(?:bitte |umgehend |sofort )*(?:alle )?(?:meine|unsere) (?:\\w+ )?(?:daten|angaben)\\b`,
  `(?:alle )?(?:meine|unsere) (?:\\w+ )?daten (?:\\w+ ){0,3}(?:losch|entfern|vernicht)\\w*`,
  `(?:bitte )?(?:von|aus) (?:\\w+ ){0,3}(?:gestrichen|entfernt|geloscht|genommen) werden`,
];

export const OTHERS: readonly string[] = [
  // Italian and Portuguese, whose words are unambiguous.
  `(?:mi )?(?:disiscri|cancellatemi|cancellami|rimuovetemi|rimuovimi|toglietemi|toglimi)\\w*`,
  `(?:voglio |vorrei )?(?:cancellarmi|disiscrivermi|disdire l iscrizione)`,
  `non (?:mi |voglio |desidero )(?:inviate|mandate|scrivete|contattate|inviare|mandare|ricevere|scrivere|contattare|inviatemi)\\w*(?: piu)?`,
  `(?:me )?(?:descadastr|desinscrev|removam|retirem)\\w*(?: me)?`,
  `(?:nao|por favor nao) (?:me )?(?:envi|mand|escrev|contat|quero (?:mais )?receb|desejo receb)\\w*`,
  `cancelar (?:a |minha )*(?:inscricao|assinatura)`,
];
