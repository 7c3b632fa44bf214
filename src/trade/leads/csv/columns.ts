import type { Mapping, Target, UnclearAnswer } from "./mapping.ts";
import { isNamedForOptOuts, optOutKind, type OptOutKind } from "./opt-outs.ts";
import { plainHeader } from "#platform/csv/plain-header.ts";

export interface Signal {
  readonly at: number;
  readonly header: string;
  readonly kind: OptOutKind;
}

export interface Columns {
  readonly mapping: Mapping;
  readonly headers: readonly string[];
  /**
   * Fallback columns for when the mapped one is empty: a second address, a mobile number, the company as
   * name.
   */
  readonly spare: Readonly<
    Partial<Record<"email" | "phone" | "name" | "note" | "address", readonly number[]>>
  >;
  readonly signals: readonly Signal[];
  /** Columns for the note, with their header: tags, and with `mapping.keepOthers` all unknown ones. */
  readonly extras: readonly { readonly at: number; readonly header: string }[];
  /** The file's name says it lists opt-outs, and no column contradicts that. */
  readonly isNamedForOptOuts: boolean;
}

const EMAIL = /\b(e ?mails?|mail|correo|courriel)\b/;
const NO_EMAIL =
  /\b(types?|labels?|display|names?|sent|opened|clicked|last|date|count|domain|id|client|program)\b/;
const PHONE =
  /\b(phones?|mobile|cell|tel|telefon|telefono|telephone|handy|mobil|movil|celular|portable|(?:home|work|office|main|other) numbers?)\b/;
const NO_PHONE =
  /\b(fax|types?|labels?|ext|extension|country|carrier|opt|consent|call|status|date|pager|do not)\b/;
const COMPANY =
  /^(company|organi[sz]ation|business|firma|unternehmen|empresa|societe|entreprise|account)( name)?$|^(display name|file as|nickname|customer full name|full name|name)$/;
const NOTE =
  /^(.* )?(notes?|memos?|comments?|remarks?|message|notiz(en)?|bemerkung(en)?|notas?|comentarios?|remarques?)$/;
const PLACE =
  /^(.*?)\s?(city|town|state|province|region|zip( code)?|postal code|postcode|plz|ort|stadt|ciudad|ville|code postal|country)( \d)?$/;
const STREET = /\s?(street( address)?|address|strasse|adresse|direccion)( line)?( 1| formatted)?$/;

/** Finds a file's mapped columns, fallbacks for them, and columns about opt-outs. */
export function columnsOf({
  headers,
  mapping,
  fileName = "",
}: {
  readonly headers: readonly string[];
  readonly mapping: Mapping;
  readonly fileName?: string;
}): Columns {
  const chosen = new Set(Object.values(mapping).filter((at) => typeof at === "number"));
  const kinds = headers.map((header, at) => kindOf(header, at, mapping));
  const words = headers.map(plainHeader);
  const others = (isOne: (word: string) => boolean) =>
    words.flatMap((word, at) => (!chosen.has(at) && kinds[at] === undefined && isOne(word) ? [at] : []));
  const addressOf = mapping.address === undefined ? undefined : words[mapping.address]!.replace(STREET, "");
  const signals = kinds.flatMap((kind, at) =>
    kind === undefined ? [] : [{ at, header: headers[at]!, kind }],
  );
  const known: Omit<Columns, "extras"> = {
    mapping,
    headers,
    spare: {
      email: others((word) => EMAIL.test(word) && !NO_EMAIL.test(word)),
      phone: others((word) => PHONE.test(word) && !NO_PHONE.test(word)),
      name: others((word) => COMPANY.test(word)),
      note: mapping.note === undefined ? [] : others((word) => NOTE.test(word)),
      address: addressOf === undefined ? [] : others((word) => PLACE.exec(word)?.[1]!.trim() === addressOf),
    },
    signals,
    isNamedForOptOuts:
      isNamedForOptOuts(fileName) &&
      !signals.some(({ kind }) => kind === "flag") &&
      mapping.consent === undefined,
  };
  const unknown = mapping.keepOthers ? unusedColumns(known) : [];
  const tags = signals.flatMap(({ at, kind }) => (kind === "labels" ? [at] : []));
  const extras = [...new Set([...tags, ...unknown])].sort((one, other) => one - other);
  return { ...known, extras: extras.map((at) => ({ at, header: headers[at]! })) };
}

/** Columns that nothing reads and that have a name. */
function unusedColumns({ headers, mapping, spare, signals }: Omit<Columns, "extras">): number[] {
  const used = new Set<unknown>([
    ...Object.values(mapping),
    ...Object.values(spare).flat(),
    ...signals.map(({ at }) => at),
  ]);
  return headers.flatMap((header, at) => (!used.has(at) && !/^Column \d+$/.test(header) ? [at] : []));
}

/** The owner's choice outranks the guess from the header. */
function kindOf(header: string, at: number, mapping: Mapping): OptOutKind | undefined {
  if (mapping.optOut === at) return "flag";
  const kind = optOutKind(header);
  if (mapping.consent === at) return kind === "flag" ? kind : undefined;
  const isMapped = (Object.keys(mapping) as Target[]).some(
    (target) => target !== "optOut" && mapping[target] === at,
  );
  return isMapped && kind !== "flag" ? undefined : kind;
}

/** The owner's answer about an unclear column, or about the file as a whole (`file`). */
export const answerOf = ({ mapping }: Columns, at: number | "file"): UnclearAnswer | undefined =>
  mapping.answers?.[String(at)];

/** Headers of the columns that nothing reads but a note may have. */
export const columnsLeftOut = (columns: Columns): string[] =>
  unusedColumns(columns).map((at) => columns.headers[at]!);
