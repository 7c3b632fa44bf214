import { execFileSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statfsSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { closedFolder, isRoot } from "./account.ts";
import { EmbeddedError } from "./error.ts";
import { startEmbedded } from "./start.ts";
import {
  ask,
  crash,
  later,
  madeFolder,
  postmasterPid,
  start,
  startApp,
  tempFolder,
} from "./testing/trial.fixture.ts";

const nobody = { name: "nobody", uid: 65534, gid: 65534 };
/** Tests that run the stand-in as an unprivileged user need a checkout that such a user can read. */
const plainUserCanRun =
  isRoot() &&
  [import.meta.dirname, process.execPath].every((path) => closedFolder(nobody, path) === undefined);
/** Mounts a small disk for the test; false in a container that may not mount. */
function mountDisk(folder: string, options: string): boolean {
  try {
    execFileSync("mount", ["-t", "tmpfs", "-o", options, "tmpfs", folder], { stdio: "ignore" });
  } catch {
    return false;
  }
  later(() => execFileSync("umount", ["-l", folder]));
  return true;
}

const refused = (dataDir: string) =>
  startEmbedded({ dataDir }).then(
    () => expect.fail("it started"),
    (error: unknown) => {
      expect(error).toBeInstanceOf(EmbeddedError);
      expect((error as Error).message).not.toContain("\n");
      return (error as Error).message;
    },
  );

test("a first start creates a database that syncs, checks its pages and sorts alike everywhere; a second start uses it", async () => {
  const dataDir = join(tempFolder(), "made", "on demand");
  const first = await start(dataDir);
  expect(first.owner).toMatchObject({ user: "plumbline_owner", database: "plumbline" });
  const settings = await ask(
    first.owner,
    `select current_setting('fsync') as fsync, current_setting('data_checksums') as checksums, current_setting('listen_addresses') as tcp,
      (select datlocprovider::text || datlocale || pg_encoding_to_char(encoding) from pg_database where datname = current_database()) as locale,
      (select rolsuper from pg_roles where rolname = current_user) as super`,
  );
  expect(settings).toEqual({ fsync: "on", checksums: "on", tcp: "", locale: "bC.UTF-8UTF8", super: true });
  expect(statSync(first.owner.host).mode & 0o777).toBe(0o700);
  expect(statSync(join(dataDir, "database", "cluster")).mode & 0o777).toBe(0o700);
  const { uid } = statSync(`/proc/${postmasterPid(dataDir)}`);
  expect(uid).not.toBe(0);
  await ask(first.owner, "create table kept as select 42 as answer");
  await first.stop();
  await first.stop();

  const second = await start(dataDir);
  expect(await ask(second.owner, "select answer from kept")).toEqual({ answer: 42 });
  expect(second.owner).toEqual(first.owner);
});

test("a second start on the folder is refused, from this process and from another, and does not disturb the first", async () => {
  const dataDir = await madeFolder();
  const server = await start(dataDir);
  expect(await refused(dataDir)).toBe(
    `The data folder ${dataDir} is in use by another running Plumbline (process ${process.pid}). Stop that one first, or give this one its own DATA_DIR.`,
  );
  const other = await startApp(dataDir).first;
  expect(other.failed).toContain(`in use by another running Plumbline (process ${process.pid})`);
  expect(await ask(server.owner, "select 1 as one")).toEqual({ one: 1 });
  expect((await startApp(dataDir).first).failed).toContain("in use");
});

test("stop disconnects clients and releases the folder", async () => {
  const dataDir = await madeFolder();
  const app = startApp(dataDir);
  const { owner } = await app.first;
  const cut = ask(owner!, "select pg_sleep(60)").catch((error: unknown) => error);
  app.child.kill("SIGTERM");
  expect(await cut).toBeInstanceOf(Error);
  await app.ended;
  expect(app.child.exitCode).toBe(0);
  expect(existsSync(join(dataDir, "database", "cluster", "postmaster.pid"))).toBe(false);
  await start(dataDir);
});

test("a path too long for a socket", async () => {
  const usual = await madeFolder();
  const dataDir = join(tempFolder(), "a-folder-with-quite-a-long-name".repeat(4));
  renameSync(usual, dataDir);
  const server = await start(dataDir);
  expect(server.owner.host.startsWith(dataDir)).toBe(false);
  later(() => rmSync(server.owner.host, { recursive: true, force: true }));
  expect(statSync(server.owner.host).mode & 0o777).toBe(0o700);
  await server.stop();
  // Another user takes the name we would use; expect the next one.
  rmSync(server.owner.host, { recursive: true });
  mkdirSync(server.owner.host, { mode: 0o777 });
  chmodSync(server.owner.host, 0o777);
  const again = await start(dataDir);
  expect(again.owner.host).toBe(`${server.owner.host}-1`);
  later(() => rmSync(again.owner.host, { recursive: true, force: true }));
  expect(await ask(again.owner, "select 1 as one")).toEqual({ one: 1 });
  await again.stop();
  renameSync(dataDir, usual);
});

test("a killed initdb, and one that still runs, are cleaned up", async () => {
  const dataDir = tempFolder();
  const part = join(dataDir, "database", "cluster.new");
  const app = startApp(dataDir);
  while (!existsSync(join(part, "global"))) await new Promise((resolve) => setTimeout(resolve, 2));
  app.child.kill("SIGKILL"); // initdb goes on without it
  await app.ended;
  expect(existsSync(join(dataDir, "database", "cluster"))).toBe(false);
  const server = await start(dataDir);
  expect(existsSync(part)).toBe(false);
  expect(await ask(server.owner, "select current_database() as name")).toEqual({ name: "plumbline" });
});

test("a first start that ended before the product's database was created is completed", async () => {
  const dataDir = await madeFolder();
  const server = await start(dataDir);
  await ask({ ...server.owner, database: "postgres" }, "drop database plumbline");
  await server.stop();
  const again = await start(dataDir);
  expect(await ask(again.owner, "select current_database() as name")).toEqual({ name: "plumbline" });
});

test("files of another PostgreSQL, and a folder without a database, are not touched", async () => {
  const dataDir = tempFolder();
  const cluster = join(dataDir, "database", "cluster");
  mkdirSync(cluster, { recursive: true });
  writeFileSync(join(cluster, "letter.txt"), "dear");
  expect(await refused(dataDir)).toBe(
    `The folder ${cluster} contains something that is not a database. Move it elsewhere and start again.`,
  );
  writeFileSync(join(cluster, "PG_VERSION"), "15\n");
  expect(await refused(dataDir)).toContain("was created by PostgreSQL 15, but this version runs 18");
  expect(readFileSync(join(cluster, "letter.txt"), "utf8")).toBe("dear");
});

test("a path through a file, and a relative path", async () => {
  const file = join(tempFolder(), "file");
  writeFileSync(file, "");
  expect(await refused(join(file, "data"))).toContain("something on that path is a file, not a folder");
  expect(await refused(file)).toContain("something on that path is a file, not a folder");
  expect(await refused("data")).toContain("must be an absolute path");
});

test.skipIf(isRoot())("a read-only folder", async () => {
  const dataDir = tempFolder();
  chmodSync(dataDir, 0o555);
  later(() => chmodSync(dataDir, 0o755));
  expect(await refused(dataDir)).toContain("this user can’t write there");
});

test.runIf(plainUserCanRun)(
  "as a plain user: works, is refused without write permission, and root can continue with its files",
  async () => {
    const closed = tempFolder();
    expect((await startApp(closed, nobody).first).failed).toBe(
      `The embedded database cannot use ${closed}/database: this user can’t write there. Make this user its owner, or set DATA_DIR to a folder it owns.`,
    );
    const dataDir = join(tempFolder(), "own");
    mkdirSync(dataDir);
    chmodSync(dataDir, 0o777);
    const app = startApp(dataDir, nobody);
    const { owner, failed } = await app.first;
    expect(failed).toBeUndefined();
    await ask(owner!, "create table kept as select 42 as answer");
    expect(statSync(`/proc/${postmasterPid(dataDir)}`).uid).toBe(nobody.uid);
    await crash(app);

    const asRoot = await start(dataDir);
    expect(await ask(asRoot.owner, "select answer from kept")).toEqual({ answer: 42 });
    expect(statSync(`/proc/${postmasterPid(dataDir)}`).uid).toBe(nobody.uid);
    await asRoot.stop();
    expect((await startApp(dataDir, nobody).first).failed).toBeUndefined();
  },
);

test.runIf(plainUserCanRun)("as a plain user on files that root created: one clear sentence", async () => {
  const dataDir = await madeFolder();
  await (await start(dataDir)).stop();
  expect((await startApp(dataDir, nobody).first).failed).toContain(
    `folder ${dataDir}/database belongs to another user (uid 0)`,
  );
});

test.runIf(isRoot())(
  "as root below a closed folder: the database lives in /var/lib/plumbline and is found again",
  async () => {
    const parent = tempFolder();
    chmodSync(parent, 0o700);
    const dataDir = join(parent, "data");
    const announced: string[] = [];
    const server = await start(dataDir, { announce: (line) => announced.push(line) });
    const home = readFileSync(join(dataDir, "database", "place"), "utf8").trim();
    later(() => rmSync(home, { recursive: true, force: true }));
    expect(home).toMatch(/^\/var\/lib\/plumbline\/[0-9a-f]{12}$/);
    expect(server.notes).toEqual([expect.stringContaining(`is in ${home}, because ${parent} is closed`)]);
    expect(announced).toEqual(server.notes);
    expect(statSync(parent).mode & 0o777).toBe(0o700);
    await ask(server.owner, "create table kept as select 42 as answer");

    // A copied data folder points to the same database and must not open it while the original is running.
    const copy = join(parent, "copy");
    execFileSync("cp", ["-a", dataDir, copy]);
    expect(await refused(copy)).toContain(`The data folder ${home} is in use`);
    await server.stop();

    const moved = join(parent, "moved");
    renameSync(dataDir, moved);
    const again = await start(moved);
    expect(await ask(again.owner, "select answer from kept")).toEqual({ answer: 42 });
    expect(again.notes).toEqual([expect.stringContaining(home)]);
    await again.stop();

    rmSync(home, { recursive: true });
    expect(await refused(moved)).toContain(`was in ${home} and is not there anymore`);
  },
);

test.runIf(isRoot())(
  "as root, when the path to the files is closed later: they move and stay intact",
  async () => {
    const parent = tempFolder();
    const dataDir = join(parent, "data");
    const usual = await madeFolder();
    const server = await start(usual);
    await ask(server.owner, "create table kept as select 42 as answer");
    await server.stop();
    renameSync(usual, dataDir);
    chmodSync(parent, 0o700);
    const again = await start(dataDir);
    const pointer = join(dataDir, "database", "place");
    const home = readFileSync(pointer, "utf8").trim();
    later(() => rmSync(home, { recursive: true, force: true }));
    expect(await ask(again.owner, "select answer from kept")).toEqual({ answer: 42 });
    await again.stop();
    renameSync(join(home, "cluster"), join(dataDir, "database", "cluster"));
    rmSync(pointer);
    renameSync(dataDir, usual);
  },
);

test.runIf(isRoot() && process.platform === "linux")(
  "a full disk: one clear sentence, and a start once there is space",
  async () => {
    const disk = tempFolder();
    if (!mountDisk(disk, "size=150m,mode=755")) return;
    const dataDir = join(disk, "data");
    const ballast = join(disk, "ballast");
    const full = `There is no space left on the disk that holds ${join(dataDir, "database")}`;
    execFileSync("fallocate", ["-l", "130m", ballast]);
    expect(await refused(dataDir)).toContain("There is no space left");
    rmSync(ballast);
    const first = await start(dataDir);
    await first.stop();
    const { bavail, bsize } = statfsSync(disk);
    execFileSync("fallocate", ["-l", String(bavail * bsize), ballast]);
    expect(await refused(dataDir)).toContain(full.slice(0, 60));
    rmSync(ballast);
    const server = await start(dataDir);
    expect(await ask(server.owner, "select 1 as one")).toEqual({ one: 1 });
  },
);

test.runIf(isRoot() && process.platform === "linux")("a read-only disk: one clear sentence", async () => {
  const disk = tempFolder();
  if (!mountDisk(disk, "ro,size=1m")) return;
  expect(await refused(join(disk, "some", "data"))).toContain("the disk is mounted read-only");
  expect(await refused(disk)).toContain("the disk is mounted read-only");
});

test.runIf(existsSync("/usr/bin/faketime"))(
  "under a shifted clock the server follows, and a server on the other clock is replaced",
  async () => {
    const dataDir = await madeFolder();
    const app = startApp(dataDir, { wrap: ["faketime", "-f", "+400d"] });
    const { owner } = await app.first;
    const days = "select round(extract(epoch from clock_timestamp()) / 86400)::int as day";
    const today = Math.round(Date.now() / 86_400_000);
    expect(await ask(owner!, days)).toEqual({ day: today + 400 });
    const shifted = postmasterPid(dataDir);
    await crash(app);
    const server = await start(dataDir);
    expect(postmasterPid(dataDir)).not.toBe(shifted);
    expect(await ask(server.owner, days)).toEqual({ day: today });
  },
);
