import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { open } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { crc32 as zlibCrc32 } from "node:zlib";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { openZip } from "./read-zip.ts";
import { crc32, directoryOf, fileHeader, type ZipFile } from "./zip-format.ts";

const AT = Date.parse("2026-11-20T09:00:00Z");
const GIGA = 1024 ** 3;

/** An archive of five gigabytes that uses no space: two large files of zeros, and a small one behind them. */
function large(): { readonly size: number; readonly parts: readonly (readonly [number, Uint8Array])[] } {
  const words = new TextEncoder().encode("behind four gigabytes");
  const nothing = (name: string): ZipFile => ({
    path: name,
    method: 0,
    crc: 0,
    packed: 2.5 * GIGA,
    bytes: 2.5 * GIGA,
  });
  const files: ZipFile[] = [
    nothing("a.bin"),
    nothing("b.bin"),
    { path: "words.txt", method: 0, crc: crc32(words), packed: words.length, bytes: words.length },
  ];
  const parts: [number, Uint8Array][] = [];
  let at = 0;
  for (const file of files) {
    const header = fileHeader(file, AT);
    parts.push([at, header]);
    if (file.path === "words.txt") parts.push([at + header.length, words]);
    at += header.length + file.packed;
  }
  const directory = directoryOf(files, AT);
  return { size: at + directory.length, parts: [...parts, [at, directory]] };
}

/** The same as a browser's file. */
function blobOf({ size, parts }: ReturnType<typeof large>): Blob {
  const slice = (from = 0, to = size) => {
    const [begin, end] = [Math.min(from, size), Math.min(to, size)];
    const bytes = new Uint8Array(Math.max(0, end - begin));
    for (const [at, part] of parts)
      for (let each = Math.max(at, begin); each < Math.min(at + part.length, end); each++)
        bytes[each - begin] = part[each - at]!;
    return new Blob([bytes]);
  };
  return { size, slice } as Blob;
}

describe("an archive beyond four gigabytes", () => {
  it("is read completely", async () => {
    const zip = await openZip(blobOf(large()));
    expect(zip.paths).toEqual(["a.bin", "b.bin", "words.txt"]);
    expect(new TextDecoder().decode(await zip.read("words.txt"))).toBe("behind four gigabytes");
  });

  it.runIf(existsSync("/usr/bin/python3"))("is read by another program", async () => {
    const folder = mkdtempSync(path.join(tmpdir(), "plumbline-zip64-"));
    try {
      const target = path.join(folder, "large.zip");
      const file = await open(target, "w");
      const { size, parts } = large();
      // Sparse: gaps use no space.
      for (const [at, part] of parts) await file.write(part, 0, part.length, at);
      await file.close();
      const script =
        "import zipfile,sys; z=zipfile.ZipFile(sys.argv[1]); print(z.namelist(), z.read('words.txt').decode())";
      expect(execFileSync("python3", ["-c", script, target]).toString().trim()).toBe(
        "['a.bin', 'b.bin', 'words.txt'] behind four gigabytes",
      );
      expect(size).toBeGreaterThan(5 * GIGA);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });

  it("may also have more files than the old directory can count", async () => {
    const files = Array.from({ length: 70_000 }, (_, at): ZipFile => ({
      path: `${at}`,
      method: 0,
      crc: 0,
      packed: 0,
      bytes: 0,
    }));
    const zip = await openZip(
      new Blob([...files.map((file) => fileHeader(file, AT) as BlobPart), directoryOf(files, AT)]),
    );
    expect(zip.paths).toHaveLength(70_000);
  });
});

it("a checksum equals that of other programs", () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
      expect(crc32(bytes)).toBe(zlibCrc32(bytes));
    }),
  );
});
