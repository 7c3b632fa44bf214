import { spawn, spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { mkdir, readdir, writeFile } from "node:fs/promises";
import { connect } from "node:net";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { hasSidePaths, variants } from "#platform/testing/long-form.ts";
import { startServerPostgres, type ServerPostgres } from "./harness/postgres.ts";
import { databaseProcesses, isAlive } from "./harness/processes.ts";
import {
  cleanEnvironment,
  freePort,
  launchProduct,
  PRODUCT_FLAGS,
  removeData,
  type RunningProduct,
  startProduct,
  tempFolder,
} from "./harness/product.ts";
import { type SmtpSink, startSink } from "./harness/smtp-sink.ts";
import { askForGuide, openShop, type Shop } from "./harness/visitor.ts";
import { ask, statusOf } from "./harness/wire.ts";

// Starting, health checks and stopping: the contract of docs/operating.md.

const folders: string[] = [];
const running: RunningProduct[] = [];

async function folder(): Promise<string> {
  const made = await tempFolder("start");
  folders.push(made);
  return made;
}

async function start(settings: Record<string, string> = {}): Promise<RunningProduct> {
  const product = await startProduct({ DATA_DIR: await folder(), ...settings });
  running.push(product);
  return product;
}

/** Tries to start, on a new folder and port by default. */
async function tryStart(
  settings: Record<string, string>,
): Promise<{ code: number | null; output: string; seconds: number }> {
  const began = performance.now();
  const product = await launchProduct({ DATA_DIR: await folder(), ...settings });
  running.push(product);
  // The test expects a failure, so stop it if it does start.
  await product.ready.then(
    () => product.stop(),
    () => {},
  );
  await product.ended;
  return {
    code: product.process.exitCode,
    output: product.output(),
    seconds: (performance.now() - began) / 1000,
  };
}

/** Expects one sentence for a person: no stack, no code, not the value. */
function expectOneSentence(output: string, ...parts: string[]): void {
  const lines = output.split("\n").filter((line) => line.trim() !== "");
  expect(lines, output).toHaveLength(1);
  expect(lines[0]).toMatch(/^[A-Z].*[.?]$/);
  expect(lines[0]).not.toMatch(/^\{|\bat \S+:\d+|\bE[A-Z]{4,}\b|Error:|node:internal|undefined|\[object/);
  for (const part of parts) expect(lines[0]).toContain(part);
}

function processorSeconds(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8")
    .replace(/^.*\) /s, "")
    .split(" ");
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

afterAll(async () => {
  for (const product of running)
    if (product.process.exitCode === null && product.process.signalCode === null) await product.stop();
  for (const one of folders) await removeData(one);
});

describe("a wrong setting", () => {
  const KEY =
    "-----BEGIN PRIVATE KEY-----\nMIIBVgIBADANBgkqhkiG9w0BAQEFAASCAUAwggE8\n-----END PRIVATE KEY-----";
  const cases: [name: string, settings: Record<string, string>, accepts: string][] = [
    ["PORT", { PORT: "abcd9" }, "0 to 65535"],
    ["PORT", { PORT: "70123" }, "0 to 65535"],
    ["PORT", { PORT: "3000.75" }, "0 to 65535"],
    ["HOST", { HOST: "no-such-host.invalid" }, "127.0.0.1"],
    ["PUBLIC_URL", { PUBLIC_URL: "plumbline-test-host" }, "https://"],
    ["SMTP_URL", { SMTP_URL: "nonsense-value" }, "smtp://"],
    ["SMTP_URL", { SMTP_URL: "https://hidden-host.test" }, "smtp://"],
    ["MAIL_FROM", { MAIL_FROM: "nobody-at-all" }, "@"],
    ["ROLE", { ROLE: "both-of-them" }, "all, web or worker"],
    ["SECRET", { SECRET: "shortsecretvalue" }, "32 characters"],
    ["SECRET", { DATABASE_URL: "postgres://hidden:hiddenpass@127.0.0.1:1/hidden" }, "DATABASE_URL"],
    [
      "DATABASE_URL",
      { DATABASE_URL: "mysql://hidden:hiddenpass@127.0.0.1/hidden", SECRET: "s".repeat(40) },
      "postgres://",
    ],
    [
      "DATABASE_APP_URL",
      { DATABASE_APP_URL: "postgres://hidden:hiddenpass@127.0.0.1:1/hidden" },
      "DATABASE_URL",
    ],
    [
      "DATABASE_POOL_URL",
      { DATABASE_POOL_URL: "postgres://hidden:hiddenpass@127.0.0.1:1/hidden" },
      "DATABASE_URL",
    ],
    ["TRUST_PROXY", { TRUST_PROXY: "10.9.8.7, garbage-proxy" }, "10.0.0.0/8"],
    ["TRUST_PROXY", { TRUST_PROXY: "10.0.0.77/99" }, "10.0.0.0/8"],
    ["DKIM_SELECTOR", { DKIM_KEY: KEY }, "DKIM_KEY"],
    [
      "DKIM_KEY",
      { DKIM_KEY: "hidden-key-value", DKIM_SELECTOR: "mail", SMTP_URL: "smtp://127.0.0.1:1" },
      "PEM",
    ],
    ["METRICS_TOKEN", { METRICS_TOKEN: "shorttoken" }, "16 characters"],
    ["LOG_LEVEL", { LOG_LEVEL: "shouting" }, "debug, info"],
    ["OPERATOR_EMAILS", { OPERATOR_EMAILS: "not-an-address" }, "addresses"],
  ];

  // Each loads the whole product, so the short form has two.
  const spread = [0, 1, 2, 3].flatMap((first) => cases.filter((_, at) => at % 4 === first));
  it.concurrent.each(variants(spread, 2))(
    "%s %j ends the start with one sentence that names it and what it accepts, and never shows the value",
    async (name, settings, accepts) => {
      const { code, output } = await tryStart(settings);
      expect(code).toBe(1);
      expectOneSentence(output, name, accepts);
      for (const value of Object.values(settings))
        for (const secret of value.split(/[\n,]/)) expect(output).not.toContain(secret.trim());
      expect(output).not.toContain("hidden");
    },
  );

  it.runIf(hasSidePaths)("that is empty counts as not set", async () => {
    const product = await start({
      SMTP_URL: "",
      SECRET: " ",
      DATABASE_URL: "",
      ROLE: "",
      TRUST_PROXY: "",
      PUBLIC_URL: "",
    });
    expect((await fetch(`${product.url}/readyz`)).status).toBe(200);
    expect(await product.stop()).toBe(0);
  });
});

describe("a folder that can't hold the data", () => {
  it.runIf(hasSidePaths)("because it is a file: one sentence that names it", async () => {
    const file = path.join(await folder(), "data");
    await writeFile(file, "");
    for (const place of [file, path.join(file, "below")]) {
      const { code, output } = await tryStart({ DATA_DIR: place });
      expect(code).toBe(1);
      expectOneSentence(output, "DATA_DIR", place);
    }
  });

  // In a repository that only its owner can read, such as in /root, no one else can start it.
  const unprivileged =
    process.getuid?.() === 0 &&
    spawnSync("setpriv", [
      "--reuid=65534",
      "--clear-groups",
      process.execPath,
      "--check",
      path.resolve("bootstrap/main.mjs"),
    ]).status === 0;
  it.skipIf(!unprivileged)("because this user may not write there: one sentence that names it", async () => {
    const closed = path.join(await folder(), "closed");
    await mkdir(closed, { mode: 0o755 });
    const child = spawn(
      "setpriv",
      ["--reuid=65534", "--clear-groups", process.execPath, "bootstrap/main.mjs", "serve"],
      {
        env: cleanEnvironment({ DATA_DIR: closed, PORT: String(await freePort()), HOME: "/nonexistent" }),
        stdio: ["ignore", "pipe", "pipe"],
      },
    );
    let output = "";
    for (const stream of [child.stdout, child.stderr])
      stream.on("data", (chunk: Buffer) => (output += chunk.toString()));
    const code = await new Promise((resolve) => child.once("exit", resolve));
    expect(code).toBe(1);
    expectOneSentence(output, "DATA_DIR", closed);
    expect(await readdir(closed)).toEqual([]);
  });

  it.runIf(hasSidePaths)(
    "because its secret was cut short: one sentence that names the file, and the file stays as it is",
    async () => {
      const place = await folder();
      await writeFile(path.join(place, "secret"), "cut");
      const { code, output } = await tryStart({ DATA_DIR: place });
      expect(code).toBe(1);
      expectOneSentence(output, path.join(place, "secret"));
      expect(readFileSync(path.join(place, "secret"), "utf8")).toBe("cut");
    },
  );
});

describe("one product on the embedded database", () => {
  let product: RunningProduct;
  let dataDir: string;
  let quiet: RunningProduct;
  let quietSince: number;

  beforeAll(async () => {
    quiet = await start();
    quietSince = performance.now();
    dataDir = await folder();
    product = await start({ DATA_DIR: dataDir, SECRET: "e".repeat(40) });
  }, 90_000);

  it("says one line with its address when it is ready", () => {
    expect(
      product
        .output()
        .split("\n")
        .filter((line) => line.includes("is ready at")),
    ).toEqual([`Plumbline is ready at ${product.url}`]);
  });

  it("keeps its folder to itself: a second start ends with one clear sentence, and the first goes on", async () => {
    const { code, output, seconds } = await tryStart({ DATA_DIR: dataDir });
    expect(code).toBe(1);
    expectOneSentence(output, dataDir);
    expect(seconds).toBeLessThan(20);
    expect((await fetch(`${product.url}/readyz`)).status).toBe(200);
  });

  it("keeps its port to itself: a start on it ends with one clear sentence, and makes no database", async () => {
    const place = await folder();
    const { code, output } = await tryStart({ DATA_DIR: place, PORT: String(product.port) });
    expect(code).toBe(1);
    expectOneSentence(output, "PORT", String(product.port));
    expect(databaseProcesses(place)).toEqual([]);
  });

  it("gives its numbers to this machine only, and to nobody through a proxy", async () => {
    const metrics = await ask(product.port, "/metrics");
    expect(metrics.status).toBe(200);
    expect(metrics.headers["content-type"]).toMatch(/^text\/plain; version=0\.0\.4/);
    expect(metrics.body.toString()).toMatch(/^# HELP http_request_duration_seconds /m);
    expect(metrics.body.toString()).toMatch(/^process_resident_memory_bytes \d/m);
    for (const forwarded of ["203.0.113.9", "127.0.0.1", "::1"])
      expect(
        (await ask(product.port, "/metrics", { headers: { "X-Forwarded-For": forwarded } })).status,
        forwarded,
      ).toBe(404);
  });

  it.runIf(hasSidePaths)(
    "writes JSON lines, each request with an id that its answer carries too",
    async () => {
      for (const target of ["/login", "/livez", "/nowhere", "/account/dashboard"])
        await fetch(product.url + target, { redirect: "manual" });
      const refused = await fetch(`${product.url}/login`, {
        method: "POST",
        headers: { "Sec-Fetch-Site": "cross-site" },
      });
      const answered = await fetch(`${product.url}/login?name=Marguerite`, {
        headers: { Cookie: "plumbline-session=secret.cookie", "User-Agent": "Somebody's own" },
      });
      // A log line is written after its response.
      await expect.poll(() => product.output()).toContain(answered.headers.get("x-request-id")!);
      const lines = product
        .output()
        .split("\n")
        .filter(
          (line) => line && !line.startsWith("Plumbline is ready") && !line.includes("/var/lib/plumbline"),
        );
      expect(lines.length).toBeGreaterThan(4);
      const entries = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
      const requests = entries.filter((entry) => entry["message"] === "request");
      for (const entry of requests)
        expect(entry, JSON.stringify(entry)).toMatchObject({
          requestId: expect.stringMatching(/^[\w-]{10,}$/),
          method: expect.any(String),
          status: expect.any(Number),
        });
      const ids = requests.map((entry) => entry["requestId"]);
      expect(new Set(ids).size).toBe(ids.length);
      for (const answer of [refused, answered]) expect(ids).toContain(answer.headers.get("x-request-id"));
      expect(product.output()).not.toMatch(/Marguerite|secret\.cookie|Somebody's own|127\.0\.0\.1/);
    },
  );

  it("drains at SIGTERM: the request under way is answered, new ones are not taken, nothing is left running", async () => {
    const database = databaseProcesses(dataDir);
    expect(database.length).toBeGreaterThan(1);
    const body = "email=under-way%40start.test&password=some+password";
    const socket = connect(product.port, "127.0.0.1");
    let text = "";
    socket.on("data", (chunk: Buffer) => (text += chunk.toString()));
    const closed = new Promise((resolve) => socket.once("close", resolve));
    socket.write(
      `POST /login HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: ${body.length}\r\n\r\n${body.slice(0, 20)}`,
    );
    await sleep(300);
    const stopped = product.stop();
    await expect.poll(() => ask(product.port, "/livez").then(String, String)).toMatch(/ECONNREFUSED/);
    expect(product.process.exitCode).toBeNull();
    socket.write(body.slice(20));
    const sent = performance.now();
    expect(await stopped).toBe(0);
    await closed;
    // It doesn't wait for the keep-alive connection, which it would only cut off after ten seconds.
    expect(performance.now() - sent).toBeLessThan(8_000);
    // This answer needs the database: there is no such person.
    expect(statusOf(text)).toBe(422);
    expect(text).toContain("Login failed.");
    expect(database.filter(isAlive)).toEqual([]);
    expect(databaseProcesses(dataDir)).toEqual([]);
  });

  it("starts again at little more than what reading its own program costs", async () => {
    const began = performance.now();
    product = await start({ DATA_DIR: dataDir, SECRET: "e".repeat(40) });
    const seconds = (performance.now() - began) / 1000;
    const spent = processorSeconds(product.process.pid!);
    // The same program, loaded and ended: a wrong setting stops it right after loading. CPU time hardly
    // depends on the machine's load.
    const reading = spawnSync(
      "sh",
      [
        "-c",
        '"$0" "$@" >/dev/null 2>&1; times',
        process.execPath,
        ...PRODUCT_FLAGS,
        "bootstrap/main.mjs",
        "serve",
      ],
      {
        env: cleanEnvironment({ DATA_DIR: dataDir, PORT: "no port" }),
        encoding: "utf8",
      },
    );
    // The second line of `times` is for the children: user and system time, as 0m1.234s.
    const read = [...(reading.stdout.split("\n")[1] ?? "").matchAll(/(\d+)m([\d.]+)s/g)].reduce(
      (sum, [, m, s]) => sum + Number(m) * 60 + Number(s),
      0,
    );
    process.stdout.write(
      `warm start: ${seconds.toFixed(2)} s (3 s aimed for on a quiet machine), ${spent} s of a processor; reading it: ${read} s\n`,
    );
    expect(read).toBeGreaterThan(0.1);
    expect(spent).toBeLessThan(4 * read);
  });

  it.each(["SIGINT", "SIGHUP"] as const)("drains at %s too, however often it is sent", async (name) => {
    if (product.process.exitCode !== null)
      product = await start({ DATA_DIR: dataDir, SECRET: "e".repeat(40) });
    const ended = new Promise((resolve) => product.process.once("exit", resolve));
    for (let times = 0; times < 3; times++) product.process.kill(name);
    expect(await ended).toBe(0);
    expect(databaseProcesses(dataDir)).toEqual([]);
  });

  it.runIf(hasSidePaths)("stops by itself when whoever started it is gone", async () => {
    const child = spawn(process.execPath, ["bootstrap/main.mjs", "serve"], {
      env: cleanEnvironment({ DATA_DIR: dataDir, PORT: String(await freePort()), SECRET: "e".repeat(40) }),
      stdio: ["ignore", "pipe", "ignore", "ipc"],
    });
    const ended = new Promise((resolve) => child.once("exit", resolve));
    await new Promise<void>((resolve) => {
      let said = "";
      child.stdout!.on("data", (chunk: Buffer) => {
        said += chunk.toString();
        if (said.includes("is ready at")) resolve();
      });
      void ended.then(() => resolve());
    });
    expect(databaseProcesses(dataDir).length).toBeGreaterThan(1);
    child.disconnect();
    expect(await ended).toBe(0);
    expect(databaseProcesses(dataDir)).toEqual([]);
  });

  it.runIf(hasSidePaths)(
    "told to stop while it is still starting, stops and leaves nothing running",
    async () => {
      for (const after of [150, 700]) {
        const place = await folder();
        const early = await launchProduct({ DATA_DIR: place });
        running.push(early);
        await sleep(after);
        early.process.kill("SIGTERM");
        await early.ended;
        expect(databaseProcesses(place), `${after} ms`).toEqual([]);
        // A stack trace; a fast machine may have printed the ready line by then.
        expect(early.output(), `${after} ms`).not.toMatch(/^\s+at \S+.*:\d+\)?$/m);
      }
    },
  );

  it("is small when idle: less than 200 MB ten seconds after it is ready", async () => {
    await sleep(Math.max(0, quietSince + 10_000 - performance.now()));
    const megabytes =
      Number(/^VmRSS:\s*(\d+)/m.exec(readFileSync(`/proc/${quiet.process.pid}/status`, "utf8"))![1]) / 1024;
    process.stdout.write(`idle memory: ${megabytes.toFixed(0)} MB\n`);
    expect(megabytes).toBeLessThan(200);
    await quiet.stop();
  });
});

describe("on a PostgreSQL server", () => {
  const SECRET = "p".repeat(40);
  let postgres: ServerPostgres;
  let sink: SmtpSink;
  let dataDir: string;
  let web: RunningProduct;
  let worker: RunningProduct;
  let shop: Shop;
  let common: Record<string, string>;
  const adminUrl = () => postgres.ownerUrl.replace("shop:shop@", "admin@");
  const mailsTo = async (address: string) =>
    (await sink.accepted()).filter((mail) => mail.to.includes(address));

  beforeAll(async () => {
    [postgres, sink, dataDir] = await Promise.all([startServerPostgres(), startSink(), folder()]);
    common = {
      DATA_DIR: dataDir,
      DATABASE_URL: postgres.ownerUrl,
      SECRET,
      SMTP_URL: sink.url,
      MAIL_FROM: "Plumbline <mail@plumbline.test>",
    };
  }, 60_000);

  afterAll(async () => {
    for (const product of [web, worker]) if (product?.process.exitCode === null) await product.stop();
    await sink?.stop();
    await postgres?.remove();
  });

  it.each([
    [
      "a user it does not know",
      (url: string) => url.replace("shop:shop@", "hidden-user:hidden-pass@"),
      "DATABASE_URL",
    ],
    ["a database it does not have", (url: string) => url.replace(/shop$/, "hidden-name"), "DATABASE_URL"],
  ])("refuses %s with one sentence", async (_, change, name) => {
    const { code, output, seconds } = await tryStart({ DATABASE_URL: change(postgres.ownerUrl), SECRET });
    expect(code).toBe(1);
    expectOneSentence(output, name);
    expect(output).not.toContain("hidden");
    expect(seconds).toBeLessThan(20);
  });

  it("serves web and background work apart: what is captured on the one is sent by the other, and waits for it", async () => {
    web = await start({ ...common, ROLE: "web", METRICS_TOKEN: "token-of-sixteen-characters" });
    worker = await start({ ...common, ROLE: "worker" });
    const mailed: RunningProduct = {
      ...web,
      outbox: async () => (await sink.accepted()).map((mail) => mail.raw),
    };
    shop = await openShop(mailed, "owner@roles.test", "Roles & Roofs");
    expect(await worker.stop()).toBe(0);
    expect(
      (await askForGuide(web, shop.slug, { name: "Wanda Waits", email: "wanda@roles.test" })).status,
    ).toBe(303);
    await sleep(1500);
    expect(await mailsTo("wanda@roles.test")).toEqual([]);
    worker = await start({ ...common, ROLE: "worker" });
    await expect.poll(async () => (await mailsTo("wanda@roles.test")).length, { timeout: 30_000 }).toBe(1);
  });

  it.runIf(hasSidePaths)("answers health on a worker, and no pages", async () => {
    expect((await ask(worker.port, "/livez")).status).toBe(200);
    expect((await ask(worker.port, "/readyz")).status).toBe(200);
    for (const page of ["/", "/login", "/account/dashboard"])
      expect((await ask(worker.port, page)).status, page).toBe(404);
  });

  it("opens its numbers to whoever has the token, and to nobody else", async () => {
    const metrics = (authorization?: string, more: Record<string, string> = {}) =>
      ask(web.port, "/metrics", {
        headers: { ...(authorization ? { Authorization: authorization } : {}), ...more },
      });
    expect((await metrics("Bearer token-of-sixteen-characters")).status).toBe(200);
    expect(
      (await metrics("Bearer token-of-sixteen-characters", { "X-Forwarded-For": "203.0.113.9" })).status,
    ).toBe(200);
    for (const wrong of [
      undefined,
      "Bearer ",
      "Bearer token-of-sixteen-character",
      "Bearer token-of-sixteen-charactersx",
      "Basic dG9rZW4=",
    ])
      expect((await metrics(wrong)).status, String(wrong)).toBe(404);
  });

  it("sends each mail once with two workers", async () => {
    const second = await start({ ...common, ROLE: "worker" });
    const clients = Array.from({ length: 12 }, (_, index) => ({
      name: `Client ${index}`,
      email: `client-${index}@roles.test`,
    }));
    const answers = await Promise.all(clients.map((client) => askForGuide(web, shop.slug, client)));
    for (const answer of answers) expect(answer.status).toBe(303);
    await expect
      .poll(async () => (await sink.accepted()).filter((mail) => mail.to[0]?.startsWith("client-")).length, {
        timeout: 60_000,
      })
      .toBe(clients.length);
    await sleep(1500);
    for (const { email } of clients) expect(await mailsTo(email), email).toHaveLength(1);
    expect(await second.stop()).toBe(0);
  });

  it("says what is missing while the database is away, and is ready again without a restart", async () => {
    await postgres.stop();
    for (const product of [web, worker]) {
      const ready = await ask(product.port, "/readyz");
      expect(ready.status).toBe(503);
      expect(ready.body.toString()).toContain("database");
      expect(Number(ready.headers["retry-after"])).toBeGreaterThan(0);
      const live = await ask(product.port, "/livez");
      expect(live.status).toBe(200);
    }
    expect(
      (await askForGuide(web, shop.slug, { name: "Too Soon", email: "too-soon@roles.test" })).status,
    ).toBe(503);
    await postgres.start();
    for (const product of [web, worker])
      await expect
        .poll(async () => (await ask(product.port, "/readyz")).status, { timeout: 30_000 })
        .toBe(200);
    expect((await askForGuide(web, shop.slug, { name: "Back Again", email: "back@roles.test" })).status).toBe(
      303,
    );
    await expect.poll(async () => (await mailsTo("back@roles.test")).length, { timeout: 60_000 }).toBe(1);
    expect(await mailsTo("too-soon@roles.test")).toEqual([]);
  });

  it.runIf(hasSidePaths)(
    "goes on as before after the restart: both end cleanly, with nothing but JSON in their logs",
    async () => {
      expect(await web.stop()).toBe(0);
      expect(await worker.stop()).toBe(0);
      for (const product of [web, worker])
        for (const line of product.output().split("\n").filter(Boolean))
          if (!line.startsWith("Plumbline is ready"))
            expect(() => JSON.parse(line) as unknown, line).not.toThrow();
    },
  );

  describe("serves only as a role that row security binds", () => {
    beforeAll(async () => {
      const client = new pg.Client(adminUrl());
      await client.connect();
      await client.query(
        "create role passer login bypassrls password 'hidden'; create role clerk login password 'hidden'",
      );
      await client.end();
    });

    const ROLES = [
      ["the owner of the tables", (url: string) => url, "owns tables"],
      ["a superuser", () => adminUrl(), "superuser"],
      [
        "a role that passes row security by",
        (url: string) => url.replace("shop:shop@", "passer:hidden@"),
        "bypasses row security",
      ],
      [
        "a role that does not exist",
        (url: string) => url.replace("shop:shop@", "hidden:hidden@"),
        "DATABASE_APP_URL",
      ],
    ] as const;
    it.each(variants(ROLES, 2))("and refuses %s with one sentence", async (_, change, words) => {
      const { code, output } = await tryStart({
        DATABASE_URL: postgres.ownerUrl,
        DATABASE_APP_URL: change(postgres.ownerUrl),
        SECRET,
      });
      expect(code).toBe(1);
      expectOneSentence(output, words, "DATABASE_APP_URL");
      expect(output).not.toContain("hidden");
    });

    it.runIf(hasSidePaths)("and takes one that the operator made", async () => {
      const product = await start({
        DATABASE_URL: postgres.ownerUrl,
        DATABASE_APP_URL: postgres.ownerUrl.replace("shop:shop@", "clerk:hidden@"),
        SECRET,
      });
      expect((await fetch(`${product.url}/p/${shop.slug}`)).status).toBe(200);
      expect(await product.stop()).toBe(0);
    });
  });
});

afterEach(() => {
  // A product left by a timed-out test must not delay the next one.
  for (const product of running.splice(0, running.length))
    if (product.process.exitCode === null && product.process.signalCode === null) running.push(product);
});
