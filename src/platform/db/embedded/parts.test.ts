import { spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, existsSync, readFileSync, statSync, writeFileSync, writeSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { spareAccount } from "./account.ts";
import { asEmbeddedError, meansDiskFull } from "./error.ts";
import { claimFolder } from "./lock.ts";
import { logSince, openLog, trimLog } from "./log.ts";
import { tempFolder } from "./testing/trial.fixture.ts";

test("of many processes that claim a folder at the same time, one gets it, and its kill -9 releases it", async () => {
  const folder = tempFolder();
  const script = `import { claimFolder } from ${JSON.stringify(join(import.meta.dirname, "lock.ts"))};
    try { claimFolder(${JSON.stringify(folder)}, "x"); console.log("mine"); setInterval(() => {}, 1000); } catch (error) { console.log(error.message); }`;
  for (let round = 0; round < 2; round++) {
    const rivals = Array.from({ length: 5 }, () =>
      spawn(process.execPath, ["--input-type=module-typescript", "-e", script], {
        stdio: ["ignore", "pipe", "inherit"],
      }),
    );
    const words = await Promise.all(
      rivals.map(async (rival) => String((await once(rival.stdout, "data"))[0]).trim()),
    );
    expect(words.filter((word) => word === "mine")).toHaveLength(1);
    expect(
      words.filter((word) => word.startsWith("The data folder x is in use by another running Plumbline")),
    ).toHaveLength(4);
    const ends = rivals.map((rival) =>
      rival.exitCode === null ? once(rival, "close") : Promise.resolve([]),
    );
    for (const rival of rivals) rival.kill("SIGKILL");
    await Promise.all(ends);
  }
  const release = claimFolder(folder, "x");
  expect(() => claimFolder(folder, "x")).toThrow(`process ${process.pid}`);
  release();
  release();
  claimFolder(folder, "x")();
  expect(existsSync(join(folder, "owner"))).toBe(false);
});

test("the log stays bounded while a server writes to it", () => {
  const path = join(tempFolder(), "postgres.log");
  const writer = openLog(path);
  writeSync(writer, `${"a".repeat(3000)}\n`);
  trimLog(path, 4000);
  expect(statSync(path).size).toBe(3001);
  trimLog(path, 2000);
  writeSync(writer, "after\n");
  expect(readFileSync(path, "utf8")).toBe("after\n");
  expect(statSync(`${path}.old`).size).toBe(3001);
  expect(logSince(path, 3001)).toBe("after\n");
  expect(logSince(path, 2)).toBe("ter\n");
  closeSync(writer);
});

test("the account to run as: an existing one, never root", () => {
  const passwd = join(tempFolder(), "passwd");
  writeFileSync(
    passwd,
    "root:x:0:0::/root:/bin/sh\nnobody:*:-2:-2::/:/bin/false\nalice:x:1000:1000::/home/alice:/bin/sh\n",
  );
  expect(spareAccount(passwd)).toEqual({ name: "nobody", uid: -2, gid: -2 });
  writeFileSync(passwd, "root:x:0:0::/root:/bin/sh\nnobody:x:0:0::/:/bin/false\n");
  expect(() => spareAccount(passwd)).toThrow("no account named postgres or nobody");
});

test("a system error becomes one sentence that names the folder", () => {
  const messageFor = (code: string) =>
    asEmbeddedError(Object.assign(new Error("raw"), { code }), "/srv/data").message;
  expect(messageFor("EROFS")).toBe(
    "The embedded database cannot use /srv/data: the disk is mounted read-only. Set DATA_DIR to a writable folder.",
  );
  expect(messageFor("ENOSPC")).toBe(
    "There is no space left on the disk that holds /srv/data. Free up some space, then start again.",
  );
  expect(messageFor("EIO")).toBe("The embedded database in /srv/data did not start: raw");
});

test.each([
  'FATAL:  could not extend file "base/1/2691": wrote only 4096 of 8192 bytes at block 10\nHINT:  Check free disk space.',
  'PANIC:  could not write to file "pg_wal/xlogtemp.31": No space left on device',
  'ERROR:  could not extend file "base/5/1259": Disk quota exceeded',
])("a full disk is known from what PostgreSQL says: %s", (output) => {
  expect(meansDiskFull(output)).toBe(true);
});
