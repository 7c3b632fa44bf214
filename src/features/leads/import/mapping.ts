/** What a column of a file can be. */
export const TARGETS = ["email", "name", "first", "last", "phone", "address", "note", "date", "consent", "id"] as const;
export type Target = (typeof TARGETS)[number];

/** Which column is what, by its place from 0. What is not named is left out. */
export type Mapping = Readonly<Partial<Record<Target, number>>>;

/** What each is called where the owner chooses. The last is how our own export is known again, and is not offered. */
export const TARGET_LABELS: Readonly<Record<Exclude<Target, "id">, string>> = {
  email: "Email address",
  name: "Whole name",
  first: "First name",
  last: "Last name",
  phone: "Phone",
  address: "Postal address",
  note: "Note",
  date: "Date they came",
  consent: "Column that says whether they agreed",
};

/** The header of our own export that names a lead. */
export const OWN_ID_HEADER = "Plumbline lead";

/**
 * What headers are called, the surest first: our own export, Jobber ("E-mails", "Main Phone #s", "Billing Street 1"), HubSpot ("Phone
 * Number", "Create Date"), Mailchimp ("Email Address", "OPTIN_TIME"), Google Contacts ("Given Name", "E-mail 1 - Value", "Address 1 -
 * Formatted"), and what people type. In German and Spanish too.
 */
const WORDS: Readonly<Record<Target, readonly RegExp[]>> = {
  id: [/^plumbline lead$/],
  email: [
    /^e ?mail( address(es)?)?s?$/,
    /^e ?mail 1( value)?$/,
    /^(primary|main|work|contact) e ?mail/,
    /^(email|correo|mail)( |$)/,
    /\be ?mail( address)?$/,
  ],
  first: [/^(first|given) ?name$/, /^f ?name$/, /^(vorname|nombre)$/, /^(contact|client) first ?name$/],
  last: [/^(last|family) ?name$/, /^(surname|l ?name|nachname|apellidos?)$/, /^(contact|client) last ?name$/],
  name: [/^(full ?|display ?|contact ?|client ?|customer ?|lead ?|your ?)?name$/, /^(client|customer|contact|person)$/],
  phone: [
    /^(phone|mobile|cell|telephone|tel|telefon|telefono)( number| phone)?s?$/,
    /^phone 1 value$/,
    /^(main|primary|mobile|cell|home|work) phone( number| s)?$/,
    /\b(phone|mobile)( number)?$/,
  ],
  address: [
    /^(postal |street |mailing |billing |property |home )?address$/,
    /^address 1 (formatted|street)$/,
    /^(billing |property |service )?street( 1| address)?$/,
    /^address( line)? ?1$/,
    /^(adresse|direccion)$/,
  ],
  note: [/^(client |lead |contact )?notes?$/, /^(comments?|message|remarks?|description|notiz(en)?|notas?)$/],
  date: [
    /^came$/,
    /^(optin|opt in|confirm|opted in|consent|signup|sign up|subscribed) (time|date|at|on)$/,
    /^(date|datum|fecha)( added| created)?$/,
    /^(create(d)?|added|submitted|joined)( date| at| on)?$/,
    /^(timestamp|lead date)$/,
  ],
  consent: [
    /^(consent|opt(ed)? ?in|subscribed|permission|agreed|newsletter|gdpr|einwilligung)$/,
    /^(email |marketing )(consent|opt ?in|permission|status|subscription)( status)?$/,
    /^(consent|opt(ed)? in|agreed) (to )?(email|mail|marketing)s?$/,
    /^accepts (email )?marketing$/,
    /^subscription status$/,
  ],
};

/** A header without its dress: `E-mail 1 - Value` and `e_mail 1 value` are the same. */
const plain = (header: string) =>
  header
    .normalize("NFKD")
    .replaceAll(/\p{M}/gu, "")
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, " ")
    .trim();

/** Which column is what, judged by the words of the headers. Nothing is taken twice. */
export function guessMapping(headers: readonly string[]): Mapping {
  const words = headers.map(plain);
  const taken = new Set<number>();
  const mapping: Partial<Record<Target, number>> = {};
  for (const target of ["id", "email", "first", "last", "name", "phone", "address", "note", "date", "consent"] as const) {
    for (const pattern of WORDS[target]) {
      const at = words.findIndex((word, place) => !taken.has(place) && pattern.test(word));
      if (at < 0) continue;
      mapping[target] = at;
      taken.add(at);
      break;
    }
  }
  // A whole name says it all; a part of one beside it would only come twice.
  if (mapping.name !== undefined && mapping.first !== undefined && mapping.last !== undefined) delete mapping.name;
  return mapping;
}

/** What keeps a mapping from being used, beside the field that mends it. */
export function mappingErrors(mapping: Mapping): Partial<Record<Target, string>> {
  const errors: Partial<Record<Target, string>> = {};
  if (mapping.email === undefined) errors.email = "Choose the column with the email addresses.";
  if (mapping.name === undefined && mapping.first === undefined)
    errors.name = "Choose the column with the names. Follow-up greets people by name.";
  return errors;
}
