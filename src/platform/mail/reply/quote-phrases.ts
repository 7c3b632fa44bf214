// Words that mail programs write around quotations, in many languages, for patterns.

/** `wrote`, as it appears before or after a name. */
export const VERBS =
  "wrote|writes|writing|schrieb|schreibt|geschrieben|a [ée]crit|[ée]crivait|escribi[óo]|escribe|schreef|ha scritto|scrisse|escreveu|napisa[łl]\\(?a?\\)?|pisze|skrev|skrifaði|kirjoitti|napsal\\(?a?\\)?|napísal\\(?a?\\)?|пишет|писал\\(?а?\\)?|написал\\(?а?\\)?|написав|yazdı|şunları yazdı|írta|a scris|έγραψε|פ?כתב|كتب|đã viết|menulis|napisao|said|sagte|dijo|a dit|ha detto|disse|さんは書きました|のメール|写道|寫道|작성";
/** The sender's label. */
export const FROM =
  "from|von|de|van|da|från|fra|od|lähettäjä|отправитель|от|від|kimden|feladó|expeditor|από|发件人|寄件者|差出人|보낸 ?사람|من|מאת|sender|absender|expéditeur|remitente|mittente|afzender";
/** The date's label. */
export const SENT =
  "sent|date|gesendet|datum|envoyé(?: le)?|enviado(?: el| em)?|enviada(?: em)?|fecha|data|verzonden|inviato|skickat|sendt|dato|odesláno|wysłano|lähetetty|päivä|отправлено|дата|надіслано|gönderen|gönderildi|tarih|küldve|dátum|trimis|στάλθηκε|ημερομηνία|发送时间|日期|寄件日期|送信日時|日時|보낸 ?날짜|날짜|تاريخ|נשלח|תאריך";
/** Labels of recipient and subject. */
export const TO =
  "to|an|à|a|para|aan|till|til|do|komu|vastaanottaja|кому|kime|címzett|către|προς|收件人|宛先|받는 ?사람|إلى|אל|subject|betreff|objet|asunto|assunto|onderwerp|oggetto|ämne|emne|předmět|temat|aihe|тема|konu|tárgy|subiect|θέμα|主题|主旨|件名|제목|reply-to|cc";
/** Separator text above a quoted mail's fields. */
export const ORIGINAL_MESSAGE =
  "(?:original|forwarded) (?:message|e-?mail)|reply message|(?:urspr[üu]ngliche|weitergeleitete|original) ?(?:nachricht|e-?mail)|message (?:d['’]origine|original|transf[ée]r[ée])|mensaje (?:original|reenviado)|messaggio (?:originale|inoltrato)|mensagem (?:original|encaminhada)|oorspronkelijk bericht|ursprungligt meddelande|opprinnelig melding|oprindelig (?:meddelelse|besked)|исходное сообщение|original(?:e)? e-?mail";
