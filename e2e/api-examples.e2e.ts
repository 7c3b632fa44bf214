import { type ChildProcess, execFile, spawn } from "node:child_process";
import { readdir, readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { faultsOf, type JsonSchema } from "../src/faces/api/testing/json-schema.ts";
import { freePort, removeData, type RunningProduct, startProduct, tempFolder } from "./harness/product.ts";
import { Visitor } from "./harness/visitor.ts";

// A filled business over real HTTP: every documented address answers as its schema says, nothing else
// answers, and the examples of docs/api.md run as they are written.

const run = promisify(execFile);
const ROOT = path.join(import.meta.dirname, "..");

let product: RunningProduct;
let owner: Visitor;
let key: string;
let folder: string;
let document: {
  readonly paths: Record<
    string,
    Record<
      string,
      { readonly responses: Record<string, { content?: Record<string, { schema: JsonSchema }> }> }
    >
  >;
  readonly webhooks: Record<
    string,
    { post: { requestBody: { content: { "application/json": { schema: JsonSchema } } } } }
  >;
};

beforeAll(async () => {
  folder = await tempFolder("examples");
  product = await startProduct({}, undefined, "demo");
  await vi.waitUntil(() => product.output().includes("with the password"), { timeout: 60_000 });
  const [, email = "", password = ""] = /as (\S+) with the password (\S+)/.exec(product.output())!;
  owner = new Visitor(product.url);
  await owner.post("/login", { email, password });
  const settings = await (await owner.get("/account/settings/api")).text();
  const scopes = [...settings.matchAll(/name="(scope-[\w-]+)"/g)].map(([, name]) => [name!, "yes"]);
  const made = await owner.post("/account/settings/api", {
    ...{ intent: "make", id: /name="id" value="([^"]+)"/.exec(settings)![1]!, name: "Examples" },
    ...Object.fromEntries(scopes),
  });
  key = /pl_[\w-]{48}/.exec(await made.text())![0];
  document = (await (await fetch(`${product.url}/api/openapi.json`)).json()) as typeof document;
}, 300_000);
afterAll(async () => {
  await product?.stop();
  if (product) await removeData(product.dataDir);
  if (folder) await rm(folder, { recursive: true, force: true });
});

/** Asks, and waits when it asked too much. */
async function ask(address: string, init: RequestInit = {}): Promise<Response> {
  const headers = { Authorization: `Bearer ${key}`, "Content-Type": "application/json" };
  for (;;) {
    const answer = await fetch(`${product.url}/api/v1${address}`, { ...init, headers });
    if (answer.status !== 429) return answer;
    await new Promise((done) => setTimeout(done, Number(answer.headers.get("retry-after")) * 1000));
  }
}
const json = async (answer: Response) => (await answer.json()) as Record<string, unknown>;
const firstOf = async (address: string) =>
  ((await json(await ask(address)))["data"] as Record<string, unknown>[] | undefined)?.[0];

describe("a filled business", () => {
  /** A real value for each parameter of an address: of the first in the list that it belongs to. */
  async function filled(address: string): Promise<string | undefined> {
    let real = "";
    for (const part of address.split("/").slice(1)) {
      if (!part.startsWith("{")) {
        real += `/${part}`;
        continue;
      }
      if (part === "{sha256}") {
        const of = JSON.stringify(await json(await ask(real.replace(/\/pictures$/, ""))));
        const [, sha256] = /"sha256":"([0-9a-f]{64})"/.exec(of) ?? [];
        if (!sha256) return undefined;
        real += `/${sha256}`;
        continue;
      }
      const found = await firstOf(real);
      if (!found) return undefined;
      real += `/${String(found["id"])}`;
    }
    return real;
  }

  it("answers every documented GET as its schema says", async () => {
    await ask("/webhooks", {
      method: "POST",
      body: JSON.stringify({ url: `http://127.0.0.1:${await freePort()}/hook`, events: ["job.added"] }),
    });
    const unfilled: string[] = [];
    for (const [address, { get }] of Object.entries(document.paths)) {
      if (!get) continue;
      const real = await filled(address);
      if (real === undefined) {
        unfilled.push(address);
        continue;
      }
      const answer = await ask(real);
      expect(answer.status, real).toBe(200);
      const content = get.responses["200"]!.content!;
      const type = answer.headers.get("content-type")!;
      expect(Object.keys(content), real).toContain(type);
      if (type === "application/json")
        expect(
          faultsOf(content[type]!.schema, await answer.json(), document as unknown as JsonSchema),
          real,
        ).toEqual([]);
      else expect((await answer.arrayBuffer()).byteLength, real).toBeGreaterThan(100);
    }
    // The demo’s business has no plan for a day, and its pictures may be on their way.
    const missing = unfilled.filter((address) => !address.includes("/pictures/"));
    expect(missing).toEqual(["/pre-task-plans/{preTaskPlanId}"]);
  });

  it("answers nothing that isn’t documented", async () => {
    const id = "01990000-0000-7000-8000-000000000001";
    for (const [address, methods] of Object.entries(document.paths)) {
      const real = address.replaceAll(/\{\w+\}/g, id);
      for (const method of ["POST", "PATCH", "DELETE", "PUT"].filter(
        (one) => !(one.toLowerCase() in methods),
      ))
        expect((await ask(real, { method })).status, `${method} ${address}`).toBe(405);
    }
    for (const nothing of ["/incidents", "/injuries", "/users", "/invoices", `/jobs/${id}/photos`, "/x"])
      expect((await ask(nothing)).status, nothing).toBe(404);
  });
});

it("bills in QuickBooks to the cent what clients approved", async () => {
  const days = "from=2020-01-01&to=2099-12-31";
  const csv = await (await owner.get(`/account/settings/quickbooks/invoices.csv?${days}`)).text();
  const [head = "", ...rows] = csv.trim().split("\r\n");
  expect(head.split(",")[0]).toBe("*InvoiceNo");
  const approved = (await json(await ask("/estimates?state=approved&limit=100")))["data"] as {
    readonly id: string;
    readonly number: string;
  }[];
  expect(approved.length).toBeGreaterThan(0);
  for (const { id, number } of approved) {
    const { totals } = (await json(await ask(`/estimates/${id}`))) as { totals: { totalCents: number } };
    // The amount is the cell before the last, which has no comma in it.
    const cents = rows
      .filter((row) => row.startsWith(`${number},`))
      .map((row) => Math.round(Number(row.split(",").at(-2)) * 100));
    expect(
      cents.reduce((sum, one) => sum + one, 0),
      number,
    ).toBe(totals.totalCents);
  }
  const page = await (await owner.get(`/account/settings/quickbooks?${days}`)).text();
  for (const { number } of approved) expect(page).toContain(number);
  const customers = await (await owner.get(`/account/settings/quickbooks/customers.csv?${days}`)).text();
  expect(customers.trim().split("\r\n").length).toBeGreaterThan(1);
});

describe("an example of docs/api.md", () => {
  /** The examples in a language, in their order. */
  async function examples(language: string): Promise<string[]> {
    const page = await readFile(path.join(ROOT, "docs/api.md"), "utf8");
    return [...page.matchAll(new RegExp(`^\`\`\`${language}\n(.*?)^\`\`\``, "gms"))].map(([, code]) => code!);
  }

  async function environment(more: Record<string, string> = {}): Promise<NodeJS.ProcessEnv> {
    const photos = (await json(await ask("/photos?limit=100")))["data"] as Record<string, unknown>[];
    const photo = photos.find(({ file }) => file !== null)!;
    const known = { JOB: String(photo["jobId"]), PHOTO: String(photo["id"]) };
    return { PATH: process.env["PATH"], API: `${product.url}/api/v1`, KEY: key, ...known, ...more };
  }

  it("runs with curl", async () => {
    const all = await examples("sh");
    expect(all.length).toBeGreaterThanOrEqual(4);
    for (const code of all) {
      const { stdout } = await run("bash", ["-euo", "pipefail", "-c", code], {
        ...{ cwd: folder, env: await environment() },
      });
      if (code.includes(" -o ")) continue;
      const answers = stdout.replaceAll("}{", "}\n{").trim().split("\n");
      for (const answer of answers) expect(JSON.parse(answer), code).toHaveProperty("id");
    }
    expect((await readFile(path.join(folder, "kitchen.jpg"))).subarray(0, 2)).toEqual(
      Buffer.from([0xff, 0xd8]),
    );
    const { data } = (await json(await ask("/jobs?limit=100"))) as { data: { name: string }[] };
    expect(data.map(({ name }) => name)).toContain("Hale deck");
  });

  it("runs with Node: all jobs, and a receiver that knows our deliveries from others", async () => {
    const [pages = "", receiver = "", ...rest] = await examples("js");
    expect(rest).toEqual([]);
    const listed = await run(process.execPath, ["--input-type=module", "-e", pages], {
      env: await environment(),
    });
    const { data } = (await json(await ask("/jobs?limit=100"))) as { data: { id: string }[] };
    const ids = data.map(({ id }) => id);
    const lines = listed.stdout.trim().split("\n");
    expect(new Set(lines.map((line) => line.split(" ")[0]))).toEqual(new Set(ids));
    expect(lines).toHaveLength(ids.length);

    const port = await freePort();
    const url = `http://127.0.0.1:${port}/hook`;
    const made = await ask("/webhooks", {
      method: "POST",
      body: JSON.stringify({ url, events: ["job.added", "lead.replied"] }),
    });
    const { id, secret } = (await json(made)) as { id: string; secret: string };
    const program: ChildProcess = spawn(process.execPath, ["--input-type=module", "-e", receiver], {
      env: await environment({ SECRET: secret, PORT: String(port) }),
    });
    let said = "";
    program.stdout!.on("data", (piece: Buffer) => (said += piece.toString()));
    try {
      await expect
        .poll(
          () =>
            fetch(url, { method: "POST", body: "{}" }).then(
              ({ status }) => status,
              () => 0,
            ),
          {
            timeout: 20_000,
          },
        )
        .toBe(400);
      await ask(`/webhooks/${id}/test`, { method: "POST" });
      await expect.poll(() => said, { timeout: 30_000 }).toContain("webhook.test");
      await ask("/jobs", { method: "POST", body: JSON.stringify({ name: "Told by webhook" }) });
      await expect.poll(() => said, { timeout: 30_000 }).toContain("job.added");
    } finally {
      program.kill();
    }
    const events = (await json(await ask("/events?type=job.added&limit=100")))["data"] as {
      type: string;
    }[];
    const schema = document.webhooks["job.added"]!.post.requestBody.content["application/json"].schema;
    expect(events.length).toBeGreaterThan(0);
    for (const event of events)
      expect(faultsOf(schema, event, document as unknown as JsonSchema)).toEqual([]);
  });

  it("runs with Python: all photos of a job, and the check of a signature", async ({ skip }) => {
    const python = await run("python3", ["--version"]).catch(() => null);
    if (!python) return skip("python3 isn’t on this machine");
    const [photos = "", check = ""] = await examples("python");
    const { stdout } = await run("python3", ["-c", photos], { cwd: folder, env: await environment() });
    const saved = (await readdir(folder)).filter((name) => /^[0-9a-f-]{36}\.jpg$/.test(name));
    expect(saved.length).toBeGreaterThan(0);
    expect(stdout.trim().split("\n")).toHaveLength(saved.length);
    const file = path.join(folder, "check.py");
    await writeFile(
      file,
      `${check}
t = str(int(time.time()))
good = hmac.new(b"whsec_x", (t + ".{}").encode(), hashlib.sha256).hexdigest()
print(is_ours(f"t={t},v1={'0' * 64},v1={good}", b"{}", "whsec_x"))
print(is_ours(f"t={t},v1={good}", b"{ }", "whsec_x"))
print(is_ours(f"t={int(t) - 400},v1={good}", b"{}", "whsec_x"))
`,
    );
    expect((await run("python3", [file])).stdout.trim().split("\n")).toEqual(["True", "False", "False"]);
  });
});
