import { type DocumentRequest, renderPdf } from "#platform/pdf/render.server.ts";
import { formatErasureLines, flat, describeKind, type Statement } from "../history/format-entry.ts";
import { type Entry, erasureOf, lateEntries, type PublicKey, type Seal, SEALED } from "../rules.ts";

const TEMPLATE = "ground/evidence/certification.typ";
/**
 * Entries printed with their text; the rest get one line each (number, kind, time, hash), and the document
 * says so.
 */
const MOST_PRINTED = 1_000;
/** Most entries in the document at all. A larger PDF takes too long to render and won't open. */
const MOST_LISTED = 12_000;
/** Most characters printed per entry. */
const MOST_TEXT = 1_500;

export interface Certified {
  readonly title: string;
  readonly business: string;
  /** IANA time zone for its times. */
  readonly zone: string;
  readonly at: Temporal.Instant;
  readonly job: string;
  readonly entries: readonly Entry[];
  readonly seals: readonly Seal[];
  readonly keys: readonly PublicKey[];
  /** Current names and addresses of authors, by id. */
  readonly authors: ReadonlyMap<string, string>;
}

/** Known only once the copy is nearly finished. */
interface CopyDetails {
  readonly key: string;
  readonly absent: readonly string[];
  /** Numbers of entries that a copy about one matter leaves out. */
  readonly withheld?: readonly number[];
  /** Whether it is a separate document, not part of a signed copy. */
  readonly isAlone?: boolean;
}

/**
 * Renders the history as a tagged PDF with a certification page (Federal Rules of Evidence 902(13) and (14)).
 * @throws AppError unavailable when the renderers are busy
 */
export function renderCertification(certified: Certified & CopyDetails): Promise<Uint8Array> {
  return renderPdf(buildCertification(certified));
}

/** Builds the data for the template. */
export function buildCertification(certified: Certified & CopyDetails): DocumentRequest {
  const { entries, seals, zone, at, authors, title, business, job, key, absent, isAlone = false } = certified;
  const withheld = new Set(certified.withheld);
  const late = new Set(lateEntries(entries, seals));
  const erasedBy = new Map(
    entries.flatMap((entry) =>
      (erasureOf(entry)?.entries ?? []).map((number) => [
        number,
        { at: entry.at, rule: erasureOf(entry)!.rule },
      ]),
    ),
  );
  const photos = entries.flatMap((entry) =>
    (withheld.has(entry.number) ? [] : entry.media).map((sha256) => ({
      sha256,
      entry: String(entry.number),
    })),
  );
  const when = (moment: string) => shown(Temporal.Instant.from(moment), zone);
  const authorName = (author: string | null) =>
    author === null ? "" : (authors.get(author) ?? `person ${author}`);
  return {
    template: TEMPLATE,
    createdAt: at,
    data: {
      title: title ? `History of ${title}` : "History of a job",
      author: business || "Plumbline",
      description: "What was recorded on a job, with hashes that prove it wasn’t changed.",
      business,
      job,
      madeAt: shown(at, zone),
      zone,
      counts: `${count(entries.length, "entry", "entries")}, ${count(new Set(photos.map(({ sha256 }) => sha256)).size, "photo", "photos")}, ${count(seals.length, "lock", "locks")}`,
      last: String(entries.at(-1)?.number ?? 0),
      head: entries.at(-1)?.hash ?? "",
      key,
      alone: isAlone,
      keyName: isAlone ? "Locks are signed with the key" : "Signed with the key",
      seals: seals.map((seal) => ({
        number: String(seal.number),
        at: when(seal.at),
        by: authorName(seal.author),
        hash: seal.hash,
        key: seal.key,
      })),
      entries: entries.slice(0, MOST_PRINTED).map((entry) => ({
        number: String(entry.number),
        kind: describeKind(entry.kind),
        by: authorName(entry.author),
        at: when(entry.at),
        occurred: entry.occurredAt === entry.at ? "" : when(entry.occurredAt),
        captured: entry.capturedAt ? when(entry.capturedAt) : "",
        marks: [
          ...(late.has(entry.number) ? ["Late: added after the lock, for an earlier time"] : []),
          ...(entry.corrects ? [`Corrects entry ${entry.corrects}`] : []),
        ],
        lines: withheld.has(entry.number) ? WITHHELD : linesOf(entry, erasedBy.get(entry.number), when),
        photos: withheld.has(entry.number) ? [] : entry.media,
        hash: entry.hash,
      })),
      ...otherEntries(entries, isAlone, when),
      absent,
      words: { page: "Page", of: "of" },
    },
  };
}

const WITHHELD: Statement[] = [
  { name: "", value: "About something else, so its text isn’t in this copy. Its hash is." },
];

function otherEntries(entries: readonly Entry[], isAlone: boolean, when: (moment: string) => string) {
  const listed = entries.slice(MOST_PRINTED, MOST_LISTED);
  const file = `history.jsonl${isAlone ? " of the ZIP" : ""}`;
  const left =
    entries.length > MOST_LISTED
      ? ` Entries ${MOST_LISTED + 1} to ${entries.length} are listed on their own, with their hashes.`
      : "";
  return {
    others: listed.map(({ number, kind, at, hash }) => ({
      number: String(number),
      kind: describeKind(kind),
      at: when(at),
      hash,
    })),
    more:
      listed.length > 0
        ? `The first ${MOST_PRINTED.toLocaleString("en-US")} entries are printed in full. For entries ${MOST_PRINTED + 1} to ${Math.min(entries.length, MOST_LISTED)}, the number, kind, time, and hash are below. Their text, with the same hashes, is on the matching lines of ${file}.${left}`
        : "",
  };
}

const count = (number: number, one: string, many: string) =>
  `${number.toLocaleString("en-US")} ${number === 1 ? one : many}`;

const formats = new Map<string, Intl.DateTimeFormat>();

/**
 * Formats date and time in a zone. Formatters are cached, because creating one costs more than all its uses
 * for an entry.
 */
function shown(at: Temporal.Instant, zone: string): string {
  const known = formats.get(zone);
  const format =
    known ??
    new Intl.DateTimeFormat("en-US", {
      timeZone: zone,
      year: "numeric",
      month: "short",
      day: "numeric",
      hour: "numeric",
      minute: "2-digit",
      second: "2-digit",
      timeZoneName: "short",
    });
  if (!known) formats.set(zone, format);
  return format.format(at.epochMilliseconds);
}

function linesOf(
  entry: Entry,
  erased: { at: string; rule: string } | undefined,
  when: (moment: string) => string,
): Statement[] {
  if (entry.payload === null)
    return [
      {
        name: "",
        value: erased
          ? `Deleted on ${when(erased.at)}. ${erased.rule}.`
          : "Its text is missing, with no explanation.",
      },
    ];
  const erasure = formatErasureLines(entry, when);
  if (erasure) return erasure;
  const statements = flat(entry.payload).filter(({ name }) => !(entry.kind === SEALED && name === "seal"));
  let left = MOST_TEXT;
  return statements.flatMap(({ name, value }) => {
    if (left <= 0) return [];
    const part = Array.from(value).slice(0, left).join("");
    left -= value.length;
    return [{ name, value: part.length < value.length ? `${part}… (the rest is in history.jsonl)` : part }];
  });
}
