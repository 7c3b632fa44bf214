import type { ZipReader } from "#platform/archive/read-zip.ts";
import { crc32 } from "#platform/archive/zip-format.ts";
import { signedBytes } from "./entry-bytes.ts";
import { type Checked, type Checks, missingMessage, type Problem, shortHash } from "./findings.ts";
import { readCanonical, readHistory } from "../export/history-file.ts";
import {
  type Entry,
  erasureOf,
  FILES,
  FORMAT,
  hashInPath,
  lateEntries,
  type Manifest,
  type PublicKey,
  type Seal,
  sealOf,
  type Seals,
} from "../rules.ts";
import { type Chain, verifyChain } from "./verify-chain.ts";
import { verifyContainer } from "./verify-container.ts";

export interface ExportFiles {
  /** Every path, including duplicates. */
  readonly paths: readonly string[];
  /** @throws if it can't be read */
  readonly read: (path: string) => Promise<Uint8Array<ArrayBuffer>>;
  /** The ZIP itself, byte for byte; absent for an unpacked folder. */
  readonly zip?: Pick<ZipReader, "size" | "lies">;
}

const HEX = /^[0-9a-f]+$/;
const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/**
 * Verifies an export down to the byte and reports what was altered and where; works offline in a browser and
 * on the server. It can't know who owns the keys: compare their ids with what the business or its certificate
 * says.
 * @param onProgress receives progress from 0 to 1
 */
export async function verifyExport(
  files: ExportFiles,
  checks: Checks,
  onProgress: (share: number) => void = () => {},
): Promise<Checked> {
  const problems: Problem[] = [];
  const report = (file: string, words: string, entry?: number) =>
    void problems.push({ file, words, ...(entry && { entry }) });
  const twice = files.paths.filter((path, at) => files.paths.indexOf(path) !== at);
  for (const path of new Set(twice)) report(path, `${path} appears twice.`);

  const digests = new Map<string, string>();
  const crcs = new Map<string, number>();
  const read = async (path: string) => {
    if (!files.paths.includes(path)) return undefined;
    try {
      const bytes = await files.read(path);
      digests.set(path, await checks.sha256(bytes));
      if (files.zip) crcs.set(path, crc32(bytes));
      return bytes;
    } catch {
      digests.set(path, "unreadable");
      return undefined;
    }
  };
  const sealsBytes = await read(FILES.seals);
  const manifestBytes = await read(FILES.manifest);
  const historyBytes = await read(FILES.history);
  const signed = sealsBytes && asSeals(readCanonical(sealsBytes));
  const listed = manifestBytes && readCanonical(manifestBytes);
  const manifest = isManifest(listed) ? listed : undefined;

  const keys = new Map<string, PublicKey>();
  if (!sealsBytes)
    report(FILES.seals, `${FILES.seals} is missing, so there’s no record of who locked this history.`);
  else if (!signed) report(FILES.seals, `${FILES.seals} was changed and can’t be read.`);
  for (const key of signed?.keys ?? []) {
    if ((await checks.sha256(fromHex(key.publicKey))) === key.id) keys.set(key.id, key);
    else report(FILES.seals, `The key ${shortHash(key.id)} was changed.`);
  }

  const { lines, isWhole } = readHistory(historyBytes ?? new Uint8Array());
  if (!historyBytes) report(FILES.history, `${FILES.history} is missing or can’t be read.`);
  else if (!isWhole) report(FILES.history, `The last line of ${FILES.history} was cut off or changed.`);
  // A false list is found by the manifest's signature below.
  const withheld = new Set(manifest?.withheld);
  const chain = await verifyChain(lines, checks, withheld);
  problems.push(...chain.problems);
  onProgress(0.4);

  const used = new Set<string>();
  const isSigned = async (one: Seal | Manifest) => {
    used.add(one.key);
    const key = keys.get(one.key);
    return Boolean(key && (await checks.isSigned(key.publicKey, one.signature, signedBytes(one))));
  };
  const seals = await verifySeals(chain, signed?.seals, isSigned, report);
  if (!manifestBytes)
    report(FILES.manifest, `${FILES.manifest} is missing, so we can’t tell what was removed from the end.`);
  else if (!manifest || !(await isSigned(manifest))) report(FILES.manifest, `${FILES.manifest} was changed.`);
  else verifyEnd(chain, manifest, historyBytes ? report : () => {});

  const photos = await verifyFiles({ files, manifest, chain, read, digests, problems, report, onProgress });
  const entries = [...chain.entries.values()];
  const altered = new Set(problems.map(({ file }) => file));
  // The manifest vouches for the ZIP's layout only if its own signature is valid.
  const isLayoutSigned = files.zip && manifest && manifestBytes && !altered.has(FILES.manifest);
  return {
    problems,
    container: isLayoutSigned
      ? await verifyContainer(files.zip, { manifest, manifestBytes, crcs, altered }, checks)
      : [],
    entries: chain.entries.size,
    photos,
    seals: seals.length,
    sealedTo: Math.max(0, ...seals.map((seal) => seal.number)),
    late: lateEntries(entries, seals),
    erased: entries.flatMap((entry) => {
      const erasure = erasureOf(entry);
      return erasure ? [{ ...erasure, at: entry.at }] : [];
    }),
    absent: manifest?.absent ?? [],
    withheld: withheld.size,
    madeAt: manifest?.at ?? null,
    keys: [...used],
  };
}

type Report = (file: string, words: string, entry?: number) => void;

/** Returns valid seals and reports problems with the others. */
export async function verifySeals(
  { entries }: Chain,
  seals: readonly Seal[] | undefined,
  isSigned: (seal: Seal) => Promise<boolean>,
  report: Report,
): Promise<Seal[]> {
  const good: Seal[] = [];
  for (const seal of seals ?? []) {
    const name = `The lock up to entry ${seal.number}`;
    const entry = entries.get(seal.number);
    if (!(await isSigned(seal)))
      report(FILES.seals, `${name} was changed, or signed by someone we don’t know.`, seal.number);
    else if (entry?.hash !== seal.hash || sealOf(entry) !== seal.id)
      report(FILES.seals, `${name} doesn’t match the history. Something before it was changed.`, seal.number);
    else good.push(seal);
  }
  const known = new Set(seals?.map((seal) => seal.id));
  for (const entry of entries.values()) {
    const sealId = sealOf(entry);
    if (seals && sealId && !known.has(sealId))
      report(FILES.seals, `The lock in entry ${entry.number} is missing.`, entry.number);
  }
  return good;
}

/** Checks that the history ends where it ended when the copy was made. */
function verifyEnd({ entries, last, problems }: Chain, manifest: Manifest, report: Report): void {
  if (last < manifest.number) report(FILES.history, missingMessage(last + 1, manifest.number), last + 1);
  else if (last > manifest.number && problems.length === 0)
    report(
      FILES.history,
      `Entry ${manifest.number + 1} was added after this copy was made.`,
      manifest.number + 1,
    );
  else if (problems.length === 0 && (entries.get(manifest.number)?.hash ?? "") !== manifest.hash)
    report(FILES.history, `Entry ${manifest.number} isn’t the one this copy was made with.`, manifest.number);
}

interface Rest {
  readonly files: ExportFiles;
  readonly manifest: Manifest | undefined;
  readonly chain: Chain;
  readonly read: (path: string) => Promise<Uint8Array<ArrayBuffer> | undefined>;
  readonly digests: Map<string, string>;
  readonly problems: readonly Problem[];
  readonly report: Report;
  readonly onProgress: (share: number) => void;
}

/**
 * Verifies all other files: originals by the hash in their name, and every file by the manifest. Returns the
 * number of good originals.
 */
async function verifyFiles({
  files,
  manifest,
  chain,
  read,
  digests,
  problems,
  report,
  onProgress,
}: Rest): Promise<number> {
  const entries = [...chain.entries.values()];
  const named = new Map<string, Entry>(
    entries.flatMap((entry) => entry.media.map((sha256) => [sha256, entry] as const)),
  );
  const excused = new Set([
    ...(manifest?.absent ?? []),
    ...entries.flatMap((entry) => erasureOf(entry)?.media ?? []),
    ...entries.flatMap(({ number, media }) => (manifest?.withheld?.includes(number) ? media : [])),
  ]);
  const listed = new Map(manifest?.files.map((file) => [file.path, file]));
  const others = [...new Set(files.paths)].filter((path) => path !== FILES.manifest);
  const there = new Set<string>();
  let photos = 0;
  for (const [at, path] of others.entries()) {
    if (!digests.has(path)) await read(path);
    onProgress(0.4 + (0.6 * (at + 1)) / others.length);
    const [sha256, digest] = [hashInPath(path), digests.get(path)];
    if (sha256) {
      there.add(sha256);
      if (digest !== sha256)
        report(path, `Photo ${shortHash(sha256)} was changed.`, named.get(sha256)?.number);
      else if (!named.has(sha256)) report(path, `Photo ${shortHash(sha256)} doesn’t belong to any entry.`);
      else photos++;
    }
    const file = listed.get(path);
    if (manifest && !file) report(path, `${path} isn’t part of this export.`);
    else if (file && file.sha256 !== digest && !problems.some((problem) => problem.file === path))
      report(path, `${path} was changed.`);
  }
  for (const [sha256, { number }] of named)
    if (!there.has(sha256) && !excused.has(sha256))
      report(`media/${sha256}`, `Photo ${shortHash(sha256)} of entry ${number} is missing.`, number);
  for (const path of listed.keys())
    if (
      !files.paths.includes(path) &&
      !hashInPath(path) &&
      !problems.some((problem) => problem.file === path)
    )
      report(path, `${path} is missing.`);
  return photos;
}

/** Decodes hex. */
export const fromHex = (hex: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from({ length: Math.floor(hex.length / 2) }, (_, at) =>
    Number.parseInt(hex.slice(at * 2, at * 2 + 2), 16),
  );

/** Encodes as hex. */
export const toHex = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");

function asSeals(value: unknown): Seals | undefined {
  if (!isObject(value) || !Array.isArray(value["keys"]) || !Array.isArray(value["seals"])) return undefined;
  const { keys, seals } = value as { keys: unknown[]; seals: unknown[] };
  const fine =
    keys.every((key) => isObject(key) && isHex(key["id"], 64) && isHex(key["publicKey"], 64)) &&
    seals.every(
      (seal) =>
        isObject(seal) &&
        seal["is"] === "seal" &&
        isSignedOne(seal) &&
        typeof seal["number"] === "number" &&
        typeof seal["at"] === "string",
    );
  return fine ? { keys: keys as PublicKey[], seals: seals as Seal[] } : undefined;
}

function isManifest(value: unknown): value is Manifest {
  if (!isObject(value) || value["is"] !== "export" || !isSignedOne(value)) return false;
  const { files, absent, number, withheld = [] } = value;
  return (
    Array.isArray(files) &&
    files.every(isObject) &&
    Array.isArray(absent) &&
    Array.isArray(withheld) &&
    typeof number === "number"
  );
}

const isHex = (value: unknown, length: number) =>
  typeof value === "string" && value.length === length && HEX.test(value);
const isSignedOne = (value: Record<string, unknown>) =>
  value["v"] === FORMAT &&
  isHex(value["hash"], 64) &&
  isHex(value["key"], 64) &&
  isHex(value["signature"], 128);
