import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { brotliCompressSync, brotliDecompressSync, constants } from "node:zlib";

const FOLDER = path.resolve("migrations/testing");

/** The names of all releases with a dump of their database, oldest first. */
export function releaseDumps(): string[] {
  return readdirSync(FOLDER)
    .flatMap((name) => /^(.*)\.sql(\.br)?$/.exec(name)?.[1] ?? [])
    .toSorted((a, b) => Number(a.replace(/\D/g, "")) - Number(b.replace(/\D/g, "")));
}

/** The SQL of a release's dump. */
export function readReleaseDump(release: string): string {
  const file = path.join(FOLDER, `${release}.sql`);
  if (readdirSync(FOLDER).includes(`${release}.sql`)) return readFileSync(file, "utf8");
  return brotliDecompressSync(readFileSync(`${file}.br`)).toString();
}

/** Writes a release's dump, compressed. */
export function writeReleaseDump(release: string, sql: string): void {
  const bytes = Buffer.from(sql);
  const params = {
    [constants.BROTLI_PARAM_LGWIN]: 24,
    [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
  };
  writeFileSync(path.join(FOLDER, `${release}.sql.br`), brotliCompressSync(bytes, { params }));
}
