import { spawn } from "node:child_process";
import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import {
  ask,
  connect,
  crash,
  eventually,
  killHard,
  killServersIn,
  later,
  madeFolder,
  postmasterPid,
  serversIn,
  start,
  startApp,
} from "./testing/trial.fixture.ts";

test("kill -9 of the app: the next start adopts the running server, watches it and can stop it", async () => {
  const dataDir = await madeFolder();
  const app = startApp(dataDir);
  const { owner } = await app.first;
  await ask(owner!, "create table if not exists kept as select 42 as answer");
  const pid = postmasterPid(dataDir);
  await crash(app);

  const unexpected: string[] = [];
  const server = await start(dataDir, { onUnexpectedExit: (why) => unexpected.push(why) });
  expect(postmasterPid(dataDir)).toBe(pid);
  expect(await ask(server.owner, "select answer from kept")).toEqual({ answer: 42 });

  killHard(pid);
  expect(await eventually(() => ask(server.owner, "select answer from kept"))).toEqual({ answer: 42 });
  expect(postmasterPid(dataDir)).not.toBe(pid);
  expect(unexpected).toHaveLength(1);
  await server.stop();
  await eventually(() => expect(serversIn(dataDir)).toEqual([]));
});

test("an adopted server can be stopped", async () => {
  const dataDir = await madeFolder();
  const app = startApp(dataDir);
  await app.first;
  await crash(app);
  const server = await start(dataDir);
  await server.stop();
  // Its children notice the end a moment later.
  await eventually(() => expect(serversIn(dataDir)).toEqual([]));
  expect(existsSync(join(dataDir, "database", "cluster", "postmaster.pid"))).toBe(false);
});

test("kill -9 of the postmaster, again and again: it restarts at the same address", async () => {
  const dataDir = await madeFolder();
  const unexpected: string[] = [];
  const announced: string[] = [];
  const server = await start(dataDir, {
    onUnexpectedExit: (why) => unexpected.push(why),
    announce: (line) => announced.push(line),
  });
  await ask(server.owner, "create table if not exists kept as select 42 as answer");
  for (let round = 1; round <= 3; round++) {
    const pid = postmasterPid(dataDir);
    killHard(pid);
    // Wait until the supervisor has noticed too: a death before that is a failed start, not an unexpected
    // end.
    await eventually(() =>
      expect(announced.filter((line) => line.includes("is running again"))).toHaveLength(round),
    );
    expect(postmasterPid(dataDir)).not.toBe(pid);
    expect(await eventually(() => ask(server.owner, "select answer from kept"))).toEqual({ answer: 42 });
    expect(unexpected).toHaveLength(round);
  }
  expect(unexpected[0]).toBe("The embedded database stopped unexpectedly (SIGKILL).");
});

test("stop in the middle of a restart", async () => {
  const dataDir = await madeFolder();
  const server = await start(dataDir);
  killHard(postmasterPid(dataDir));
  await new Promise((resolve) => setTimeout(resolve, 30));
  await server.stop();
  await eventually(() => expect(serversIn(dataDir)).toEqual([]));
  await start(dataDir);
});

test(
  "kill -9 of app and server while rows are written: every acknowledged row is there",
  { retry: 0 },
  async () => {
    const dataDir = await madeFolder();
    let acknowledged = 0;
    for (let round = 0; round < 3; round++) {
      const app = startApp(dataDir);
      const { owner } = await app.first;
      const client = await connect(owner!);
      await client.query("create table if not exists rows (n int primary key)");
      const writing = (async () => {
        for (;;) {
          await client.query("insert into rows values ($1)", [acknowledged + 1]);
          acknowledged++;
        }
      })().catch(() => {});
      await new Promise((resolve) => setTimeout(resolve, 150));
      app.child.kill("SIGKILL");
      killHard(postmasterPid(dataDir));
      killServersIn(dataDir);
      await Promise.all([writing, app.ended]);
      const server = await start(dataDir);
      const { count, last } = await ask<{ count: number; last: number }>(
        server.owner,
        "select count(*)::int as count, max(n) as last from rows",
      );
      expect(count).toBe(last);
      // The last insert may have been committed without its answer reaching us.
      expect(last - acknowledged).toBeOneOf([0, 1]);
      acknowledged = last;
      await server.stop();
    }
    expect(acknowledged).toBeGreaterThan(50);
  },
);

test("files of a dead postmaster whose pid was reused", async () => {
  const dataDir = await madeFolder();
  const server = await start(dataDir);
  await server.stop();
  const stranger = spawn("sleep", ["60"]);
  later(() => stranger.kill());
  const data = join(dataDir, "database", "cluster");
  const stale = `${stranger.pid}\n${data}\n1700000000\n5432\n${server.owner.host}\n\n  1234567         1\nready   \n`;
  writeFileSync(join(data, "postmaster.pid"), stale);
  writeFileSync(join(server.owner.host, ".s.PGSQL.5432.lock"), stale);
  writeFileSync(join(server.owner.host, ".s.PGSQL.5432"), "");
  const again = await start(dataDir);
  expect(await ask(again.owner, "select 1 as one")).toEqual({ one: 1 });
  expect(stranger.exitCode).toBeNull();
});

test("an orphan inside a query after kill -9 of its postmaster is ended before a new server starts", async () => {
  const dataDir = await madeFolder();
  const app = startApp(dataDir);
  const { owner } = await app.first;
  const busy = await connect(owner!);
  // The plan never waits, so the backend does not notice that its postmaster is gone.
  const endless = busy.query("select count(*) from generate_series(1, 100000000000)").catch(() => {});
  await new Promise((resolve) => setTimeout(resolve, 100));
  app.child.kill("SIGKILL");
  await app.ended;
  killHard(postmasterPid(dataDir));
  await new Promise((resolve) => setTimeout(resolve, 200));
  expect(serversIn(dataDir)).toHaveLength(1);
  const server = await start(dataDir);
  expect(
    await ask(
      server.owner,
      "select count(*)::int as others from pg_stat_activity where query like '%series%' and pid <> pg_backend_pid()",
    ),
  ).toEqual({
    others: 0,
  });
  await endless;
});

test("the data folder is renamed under a running server: it is replaced, never doubled", async () => {
  const before = await madeFolder();
  const app = startApp(before);
  const { owner } = await app.first;
  await ask(owner!, "create table if not exists kept as select 42 as answer");
  await crash(app);
  const after = `${before}-renamed`;
  renameSync(before, after);
  later(() => renameSync(after, before));
  const server = await start(after);
  expect(await ask(server.owner, "select answer from kept")).toEqual({ answer: 42 });
  await server.stop();
  expect(serversIn(after)).toEqual([]);
});

test("two simultaneous starts after a crash: one gets the folder, whether or not the server survived", async () => {
  const dataDir = await madeFolder();
  const app = startApp(dataDir);
  await app.first;
  let last = app;
  for (const serverToo of [true, false, true]) {
    await crash(last);
    if (serverToo) killServersIn(dataDir);
    const rivals = [startApp(dataDir), startApp(dataDir)];
    const words = await Promise.all(rivals.map((rival) => rival.first));
    expect(words.filter((word) => word.ready)).toHaveLength(1);
    expect(words.find((word) => word.failed !== undefined)?.failed).toContain(
      "is in use by another running Plumbline",
    );
    last = rivals[words.findIndex((word) => word.ready)]!;
    expect(await ask((await last.first).owner!, "select 1 as one")).toEqual({ one: 1 });
  }
});

test("a signal to the terminal's process group does not reach the server", async () => {
  const dataDir = await madeFolder();
  const app = startApp(dataDir);
  const { owner } = await app.first;
  const fields =
    readFileSync(`/proc/${postmasterPid(dataDir)}/stat`, "utf8")
      .split(") ")[1]
      ?.split(" ") ?? [];
  expect(Number(fields[2])).toBe(postmasterPid(dataDir)); // process group
  expect(Number(fields[3])).toBe(postmasterPid(dataDir)); // session
  expect(await ask(owner!, "select 1 as one")).toEqual({ one: 1 });
});

test("a server that cannot restart is retried until it can", async () => {
  const dataDir = await madeFolder();
  const announced: string[] = [];
  const server = await start(dataDir, { announce: (line) => announced.push(line) });
  const control = join(dataDir, "database", "cluster", "global", "pg_control");
  renameSync(control, `${control}.away`);
  killHard(postmasterPid(dataDir));
  const failures = () => announced.filter((line) => line.includes("did not start")).length;
  const tries = () =>
    readFileSync(join(dataDir, "database", "postgres.log"), "utf8").split("could not open file").length - 1;
  await eventually(() => expect(failures()).toBe(1));
  const before = tries();
  await eventually(() => expect(tries()).toBeGreaterThan(before));
  // Once, not with every attempt of a long night.
  expect(failures()).toBe(1);
  renameSync(`${control}.away`, control);
  expect(await eventually(() => ask(server.owner, "select 1 as one"))).toEqual({ one: 1 });
});
