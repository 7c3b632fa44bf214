import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { brotliCompressSync, constants } from "node:zlib";
import { expect, it } from "vitest";

// The compressed transfer size of an account screen's first load: the framework, its own script and
// everything they import.

const LIMIT_KB = 180;
const ASSETS = path.resolve("build/client/assets");

interface Part {
  readonly parentId?: string;
  readonly path?: string;
  readonly module: string;
  readonly imports?: readonly string[];
  readonly clientActionModule?: string;
  readonly clientLoaderModule?: string;
}

interface Manifest {
  readonly entry: { readonly module: string; readonly imports: readonly string[] };
  readonly routes: Readonly<Record<string, Part>>;
}

const packed = new Map<string, number>();

function bytesOf(address: string): number {
  const name = path.basename(address);
  const known = packed.get(name);
  if (known !== undefined) return known;
  const bytes = brotliCompressSync(readFileSync(path.join(ASSETS, name)), {
    params: { [constants.BROTLI_PARAM_QUALITY]: 11 },
  }).length;
  packed.set(name, bytes);
  return bytes;
}

/** A screen's own module, then its layouts. */
function outwards(id: string): Part[] {
  const part = manifest.routes[id]!;
  return part.parentId && manifest.routes[part.parentId] ? [part, ...outwards(part.parentId)] : [part];
}

const list = readdirSync(ASSETS).find((name) => /^manifest-.*\.js$/.test(name))!;
const manifest = JSON.parse(
  readFileSync(path.join(ASSETS, list), "utf8")
    .replace(/^[^{]*/, "")
    .replace(/;\s*$/, ""),
) as Manifest;

it(`no screen of the account takes more than ${LIMIT_KB} KB of script`, () => {
  const screens = Object.keys(manifest.routes).flatMap((id) => {
    const parts = outwards(id);
    const address = parts
      .flatMap((part) => part.path || [])
      .toReversed()
      .join("/");
    if (!address.startsWith("account")) return [];
    const files = new Set([manifest.entry.module, ...manifest.entry.imports]);
    for (const part of parts)
      for (const file of [
        part.module,
        ...(part.imports ?? []),
        part.clientActionModule,
        part.clientLoaderModule,
      ])
        if (file) files.add(file);
    const kilobytes = [list, ...files].reduce((sum, file) => sum + bytesOf(file), 0) / 1000;
    return [{ address, kilobytes }];
  });
  expect(screens.length).toBeGreaterThan(30);
  const heaviest = screens.toSorted((a, b) => b.kilobytes - a.kilobytes);
  process.stdout.write(
    `script of the heaviest screen, ${heaviest[0]!.address}: ${heaviest[0]!.kilobytes.toFixed(1)} KB of ${LIMIT_KB}\n`,
  );
  expect(heaviest.filter(({ kilobytes }) => kilobytes > LIMIT_KB)).toEqual([]);
});
