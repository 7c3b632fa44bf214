import { createHash } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { getBusiness, lookUpJob } from "#ground/businesses/public.server.ts";
import { fullNamesOf } from "#ground/identity/public.server.ts";
import { writeZip, type ZipWriter } from "#platform/archive/zip.server.ts";
import { installation } from "#platform/config/installation.server.ts";
import { canonicalJson } from "#platform/canonical/canonical-json.ts";
import type { AccountContext } from "#platform/db/scope.server.ts";
import { AppError } from "#platform/errors/app-error.ts";
import { historyOf, lockHead, sealsOf } from "../entries.server.ts";
import { historyLine } from "./history-file.ts";
import { type IsRestricted, restrictedFor } from "../restricted.server.ts";
import { type Signer, publicKeys, signer } from "../seal/keys.server.ts";
import { namedOriginals, type Originals, storedOriginals } from "./originals.server.ts";
import { readMe } from "./readme-text.ts";
import { type Certified, renderCertification } from "./certification.ts";
import { type Entry, FILES, FORMAT, isBuiltInKind, type Manifest, mediaPath } from "../rules.ts";

/** A job's history at one moment, with everything its export needs. */
export interface JobHistory extends Certified {
  readonly account: string;
  readonly job: string;
  readonly sign: Signer;
  /** For a copy about one matter; default: everything. */
  readonly part?: Part;
  /** What the person who makes the copy doesn't read; its texts are left out. */
  readonly isRestricted: IsRestricted;
}

/** What a copy about one matter has of a history, and beside it. */
export interface Part {
  /** Whether an entry is about it. Seals and erasures always are. */
  readonly isAbout: (entry: Entry) => boolean;
  /** Further files, such as its documents. */
  readonly along: readonly {
    readonly path: string;
    readonly stream: () => Promise<Iterable<Uint8Array | string> | AsyncIterable<Uint8Array>>;
  }[];
}

/** Entries as they are in a copy: those that aren't about its matter, or not for its reader, without text. */
function shownEntries({
  entries,
  part,
  isRestricted,
}: Pick<JobHistory, "entries" | "part" | "isRestricted">) {
  const restricted = new Set(entries.filter(isRestricted).map(({ number }) => number));
  const isWithheld = (entry: Entry) =>
    entry.payload !== null &&
    !isBuiltInKind(entry.kind) &&
    ((part !== undefined && !part.isAbout(entry)) ||
      restricted.has(entry.number) ||
      // A correction says what it corrects.
      (entry.corrects !== null && restricted.has(entry.corrects)));
  return {
    shown: entries.map((entry) => (isWithheld(entry) ? { ...entry, payload: null, salt: null } : entry)),
    withheld: entries.filter(isWithheld).map(({ number }) => number),
  };
}

/** Already compressed formats. */
const PACKED = new Set(["jpg", "jpeg", "heic", "heif", "png", "webp", "mp4", "mov", "webm", "pdf"]);

/**
 * Reads everything an export needs. The history is locked meanwhile, so it is a consistent snapshot.
 * @param title the job's name, used if no lookup finds it
 * @throws AppError not_found for a job without a history
 */
export async function readJobHistory(ctx: AccountContext, job: string, title = ""): Promise<JobHistory> {
  const head = await lockHead(ctx, job);
  if (head.number === 0) throw new AppError("not_found", "Nothing has happened on this job yet.");
  const entries = (await Array.fromAsync(historyOf(ctx, job))).flat();
  const business = await getBusiness(ctx);
  const known = await lookUpJob(ctx, job);
  const authors = new Set(entries.flatMap(({ author }) => (author ? [author] : [])));
  return {
    account: ctx.account.id,
    job,
    title: known?.name ?? title,
    business: business.name ?? "",
    zone: known?.zone ?? business.zone ?? "UTC",
    at: ctx.now.round({ smallestUnit: "millisecond", roundingMode: "floor" }),
    entries,
    seals: await sealsOf(ctx, job),
    keys: await publicKeys(ctx.db),
    authors: await fullNamesOf(ctx.db, [...authors]),
    sign: await signer(ctx.db),
    isRestricted: restrictedFor(ctx),
  };
}

/** A temporary file; the caller sends it and then removes it. */
export interface MadeExport {
  readonly file: string;
  readonly bytes: number;
  readonly remove: () => Promise<void>;
}

/** Makes the ZIP of a job's history, including the verifier page. @throws AppError as `writeExport` */
export async function exportJob(history: JobHistory): Promise<MadeExport> {
  // Only now: nothing else needs it, and it need not be built before.
  // oxlint-disable-next-line no-restricted-imports -- no package: a text that the build makes of this feature's own files
  const { default: verifier } = await import("virtual:evidence-verifier");
  return writeExport(history, verifier);
}

/** Makes the ZIP of a copy about one matter, as `exportJob` does. */
export const exportPart = (history: JobHistory, part: Part): Promise<MadeExport> =>
  exportJob({ ...history, part });

/**
 * Like `exportJob`, with the page and originals passed in. Call outside a transaction, because originals may
 * be remote.
 * @param verifier the complete verifier page
 * @param certify renders the PDF
 * @throws AppError unavailable when the store or the renderers are
 */
export async function writeExport(
  history: JobHistory,
  verifier: string,
  originals: Originals = storedOriginals,
  certify: typeof renderCertification = renderCertification,
): Promise<MadeExport> {
  const folder = await mkdtemp(path.join(tmpdir(), "plumbline-evidence-"));
  const remove = () => rm(folder, { recursive: true, force: true });
  try {
    const file = path.join(folder, "evidence.zip");
    const bytes = await writeZip(file, history.at, (zip) =>
      fill(zip, history, { verifier, originals, certify }),
    );
    return { file, bytes, remove };
  } catch (error) {
    await remove();
    throw error;
  }
}

interface Parts {
  readonly verifier: string;
  readonly originals: Originals;
  readonly certify: typeof renderCertification;
}

async function fill(
  zip: ZipWriter,
  history: JobHistory,
  { verifier, originals, certify }: Parts,
): Promise<void> {
  const { seals, keys, account, job, at, part } = history;
  const { shown: entries, withheld } = shownEntries(history);
  const whole = new Set(withheld);
  const named = entries.filter(({ number }) => !whole.has(number));
  const files: Manifest["files"][number][] = [];
  const add = async (
    name: string,
    pieces: AsyncIterable<Uint8Array | string> | Iterable<Uint8Array | string>,
    packed = false,
  ) => {
    const hash = createHash("sha256");
    let bytes = 0;
    const lies = await zip.add(
      name,
      counted(pieces, (piece) => ((bytes += Buffer.byteLength(piece)), hash.update(piece))),
      { packed },
    );
    files.push({ path: name, bytes, sha256: hash.digest("hex"), ...(lies ? { packed: { ...lies } } : {}) });
  };
  await add(FILES.verifier, [verifier]);
  await add(FILES.history, lines(entries));
  const used = new Set(seals.map(({ key }) => key));
  const last = entries.at(-1)!;
  const signed = (rest: Pick<Manifest, "files" | "absent">) =>
    history.sign({
      is: "export" as const,
      v: FORMAT,
      zip: 1 as const,
      account,
      job,
      at: at.toString({ smallestUnit: "millisecond" }),
      number: last.number,
      hash: last.hash,
      ...(part || withheld.length > 0 ? { withheld } : {}),
      ...rest,
    } satisfies Omit<Manifest, "key" | "signature">);
  const { key } = signed({ files: [], absent: [] });
  await add(FILES.seals, [
    canonicalJson({ keys: keys.filter(({ id }) => used.has(id) || id === key), seals }),
  ]);
  for (const { path: name, stream } of part?.along ?? [])
    await add(name, await stream(), name.endsWith(".pdf"));
  const absent = await addOriginals(named, { account: { id: account } }, originals, add);
  await add(FILES.certification, [await certify({ ...history, entries, withheld, key, absent })]);
  await add(FILES.read, [readMe(last.number, installation().publicUrl)]);
  await add(FILES.sums, [files.map(({ sha256, path: name }) => `${sha256}  ${name}\n`).join("")]);
  // Stored uncompressed: the manifest can't sign its own compression, so there must be only one way to write
  // it.
  await zip.add(FILES.manifest, [canonicalJson(signed({ files, absent }))], { packed: true });
}

/** Adds every named original that wasn't erased; returns those not on the server. */
async function addOriginals(
  entries: readonly Entry[],
  ctx: Pick<AccountContext, "account">,
  originals: Originals,
  add: (name: string, pieces: AsyncIterable<Uint8Array>, packed: boolean) => Promise<void>,
): Promise<string[]> {
  const named = [...namedOriginals(entries).keys()];
  const found = await originals(ctx, named);
  for (const [sha256, { extension, stream }] of found)
    await add(mediaPath(sha256, extension), await stream(), PACKED.has(extension));
  return named.filter((sha256) => !found.has(sha256));
}

/** Makes the PDF alone, without photos. @throws AppError unavailable when the renderers are busy */
export async function exportCertification(
  history: JobHistory,
  originals: Originals = storedOriginals,
): Promise<Uint8Array> {
  const { shown: entries, withheld } = shownEntries(history);
  const left = new Set(withheld);
  const named = [...namedOriginals(entries.filter(({ number }) => !left.has(number))).keys()];
  const found = await originals({ account: { id: history.account } }, named);
  const { key } = history.sign({});
  return renderCertification({
    ...{ ...history, entries, withheld, key },
    absent: named.filter((sha256) => !found.has(sha256)),
    isAlone: true,
  });
}

function* lines(entries: readonly Entry[]): Generator<string> {
  for (const entry of entries) yield `${historyLine(entry)}\n`;
}

async function* counted<T extends Uint8Array | string>(
  pieces: AsyncIterable<T> | Iterable<T>,
  each: (piece: T) => void,
): AsyncGenerator<T> {
  for await (const piece of pieces) {
    each(piece);
    yield piece;
  }
}
