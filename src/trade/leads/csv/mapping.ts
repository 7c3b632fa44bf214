import { optOutKind } from "./opt-outs.ts";
import { plainHeader } from "#platform/csv/plain-header.ts";

export const TARGETS = [
  "email",
  "name",
  "first",
  "last",
  "phone",
  "address",
  "note",
  "date",
  "consent",
  "optOut",
  "id",
] as const;
export type Target = (typeof TARGETS)[number];

/** Column index, from 0, per target. Unmapped columns are left out. */
export type Mapping = Readonly<Partial<Record<Target, number>>> & {
  /** The owner's answers about unclear columns, by index; `file` is for the whole file. */
  readonly answers?: Readonly<Record<string, UnclearAnswer>>;
  /** Whether columns that nothing else reads go into the note. */
  readonly keepOthers?: true;
};

/** Whether an unclear value excludes the person (`out`) or is ignored (`in`). */
export type UnclearAnswer = "out" | "in";

/** Labels for choosing a target. `id` is not offered: it only recognizes our own export. */
export const TARGET_LABELS: Readonly<Record<Exclude<Target, "id">, string>> = {
  email: "Email address",
  name: "Full name",
  first: "First name",
  last: "Last name",
  phone: "Phone",
  address: "Mailing address",
  note: "Note",
  date: "Date added",
  consent: "Column that says they agreed to email",
  optOut: "Column that says they asked not to be emailed",
};

/** The header of our export's lead id. */
export const OWN_ID_HEADER = "Plumbline lead";

/**
 * Header patterns, surest first: our own export, Jobber ("E-mails", "Main Phone #s", "Billing Street 1"),
 * HubSpot ("Phone Number", "Create Date"), Mailchimp ("Email Address", "OPTIN_TIME"), Google Contacts ("Given
 * Name", "E-mail 1 - Value", "Address 1 - Formatted"), and what people type; also in German and Spanish.
 */
const WORDS: Readonly<Record<Target, readonly RegExp[]>> = {
  id: [/^plumbline lead$/],
  email: [
    /^e ?mail( address(es)?)?s?$/,
    /^e ?mail 1( value)?$/,
    /^(primary|main|work|contact) e ?mail/,
    /^(email|correo|mail)( |$)/,
    /\be ?mail( address)?$/,
    /^(e ?mail ?adress(e|en)?|adresse (e ?mail|courriel|mail)|courriel|direccion de correo.*)$/,
  ],
  first: [
    /^(first|given) ?name$/,
    /^f ?name$/,
    /^(vorname|nombre|prenom)$/,
    /^(contact|client) first ?name$/,
  ],
  last: [
    /^(last|family) ?name$/,
    /^(surname|l ?name|nachname|familienname|apellidos?|nom|nom de famille)$/,
    /^(contact|client) last ?name$/,
  ],
  name: [
    /^(full ?|display ?|contact ?|client ?|customer ?|lead ?|your ?)?name$/,
    /^(client|customer|contact|person)$/,
    /^(nombre completo|nom complet|nom et prenom|kunde|cliente)$/,
  ],
  phone: [
    /^(phone|mobile|cell|telephone|tel|telefon|telefono)( number| phone)?s?$/,
    /^(telefonnummer|handy(nummer)?|mobil(nummer)?|numero de (telefono|telephone)|portable|movil|celular)$/,
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
  note: [
    /^(client |lead |contact )?notes?$/,
    /^(comments?|memos?|message|remarks?|description|notiz(en)?|notas?)$/,
  ],
  date: [
    /^came$/,
    /^(optin|opt in|confirm|opted in|consent|signup|sign up|subscribed) (time|date|at|on)$/,
    /^(date|datum|fecha)( added| created)?$/,
    /^(create(d)?|added|submitted|joined)( date| at| on)?$/,
    /^(timestamp|lead date)$/,
  ],
  // Found by optOutKind() instead.
  optOut: [],
  consent: [
    /^(consent|opt(ed)? ?in|subscribed|permission|agreed|newsletter|gdpr|einwilligung)$/,
    /^((e ?mail|marketing) ){1,2}(consent|opt ?in|permission|status|subscription)( status| state)?$/,
    /^(e ?mail )?(subscription|subscriber|permission) (status|state)$/,
    /^(zugestimmt|newsletter abonniert|suscrito|acepta (publicidad|correos)|abonne|inscrit)$/,
    /^(consent|opt(ed)? in|agreed) (to )?(email|mail|marketing)s?$/,
    /^accepts (email )?marketing$/,
    /^subscription status$/,
  ],
};

/** Guesses the mapping from the headers; uses each column at most once. */
export function guessMapping(headers: readonly string[]): Mapping {
  const words = headers.map(plainHeader);
  const taken = new Set<number>();
  const mapping: { -readonly [target in Target]?: number } = {};
  const isFlag = headers.map((header) => optOutKind(header) === "flag");
  for (const target of [
    "id",
    "email",
    "first",
    "last",
    "name",
    "phone",
    "address",
    "note",
    "date",
    "consent",
  ] as const) {
    for (const pattern of WORDS[target]) {
      const at = words.findIndex((word, place) => !taken.has(place) && !isFlag[place] && pattern.test(word));
      if (at < 0) continue;
      mapping[target] = at;
      taken.add(at);
      break;
    }
  }
  const flagged = isFlag.indexOf(true);
  if (flagged >= 0) mapping.optOut = flagged;
  // A last name alone is the full name.
  if (mapping.name === undefined && mapping.first === undefined && mapping.last !== undefined) {
    mapping.name = mapping.last;
    delete mapping.last;
  }
  // Both a full name and its parts would repeat the name.
  if (mapping.name !== undefined && mapping.first !== undefined && mapping.last !== undefined)
    delete mapping.name;
  return mapping;
}

/** Why a mapping can't be used, by field. */
export function mappingErrors(mapping: Mapping, headers: readonly string[]): Partial<Record<Target, string>> {
  const errors: Partial<Record<Target, string>> = {};
  if (mapping.email === undefined && mapping.phone === undefined)
    errors.email = "Choose the column with the email addresses, or one with phone numbers.";
  if (mapping.name === undefined && mapping.first === undefined)
    errors.name = "Choose the column with the names. Follow-up greets people by name.";
  const { consent, optOut } = mapping;
  if (consent !== undefined && (consent === optOut || optOutKind(headers[consent] ?? "") === "flag"))
    errors.consent = `“${headers[consent] ?? ""}” says who asked not to be emailed, so it can’t say who agreed. Choose another column, or none.`;
  return errors;
}
