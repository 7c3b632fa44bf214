import { readFile } from "node:fs/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { databaseProcesses, signal } from "./harness/processes.ts";
import { removeData, type RunningProduct, startProduct } from "./harness/product.ts";
import { askForGuide, openShop, Visitor } from "./harness/visitor.ts";

// What an operator's monitoring reads, from the built product.

let product: RunningProduct;
beforeAll(async () => void (product = await startProduct()), 90_000);
afterAll(async () => {
  for (const pid of databaseProcesses(product.dataDir)) signal(pid, "SIGCONT");
  await product.stop();
  await removeData(product.dataDir);
});

const page = async () => {
  const began = performance.now();
  const answer = await fetch(`${product.url}/metrics`);
  return { status: answer.status, text: await answer.text(), seconds: (performance.now() - began) / 1000 };
};
/**
 * Freezes all database processes, including those just started: the first in the list is the one that starts
 * them.
 */
function freezeDatabase(): number[] {
  const frozen = new Set<number>();
  for (;;) {
    const others = databaseProcesses(product.dataDir).filter((pid) => !frozen.has(pid));
    if (!others.length) return [...frozen];
    for (const pid of others) signal(pid, "SIGSTOP");
    for (const pid of others) frozen.add(pid);
  }
}
const value = (text: string, name: string) => {
  const line = text.split("\n").find((one) => one.startsWith(`${name} `));
  return line === undefined ? undefined : Number(line.split(" ").at(-1));
};

test("counts what happened, and names nobody", async () => {
  const shop = await openShop(product, "owner@metrics.test", "Summit Deck");
  await askForGuide(product, shop.slug, { name: "Dana Ruiz", email: "dana@client.test" });
  await new Visitor(product.url).post("/login", {
    email: "owner@metrics.test",
    password: "not the password",
  });
  await expect
    .poll(async () => value((await page()).text, 'plumbline_mail_outcomes_total{outcome="sent"}'), {
      timeout: 20_000,
    })
    .toBeGreaterThan(1);
  const { status, text } = await page();
  expect(status).toBe(200);
  expect(value(text, 'plumbline_sign_ins_total{outcome="wrong"}')).toBe(1);
  expect(value(text, 'plumbline_sign_ins_total{outcome="right"}')).toBe(1);
  expect(value(text, "plumbline_database_up")).toBe(1);
  expect(value(text, "plumbline_tasks_dead")).toBe(0);
  expect(value(text, 'plumbline_database_connections{state="idle"}')).toBeGreaterThan(0);
  expect(value(text, "plumbline_data_disk_free_bytes")).toBeGreaterThan(0);
  expect(text).not.toMatch(/metrics\.test|client\.test|Summit|Dana|[0-9a-f]{8}-[0-9a-f]{4}-/);
  // Prometheus conventions: a unit at the end, `_total` on counters only, and a description for each.
  for (const [, name = "", type] of text.matchAll(/^# TYPE (plumbline_\w+) (\w+)$/gm)) {
    expect(name.endsWith("_total"), name).toBe(type === "counter");
    expect(text, name).toMatch(new RegExp(`^# HELP ${name} \\w.{15,}`, "m"));
    expect(name, name).not.toMatch(/_(ms|minutes|mb|percent)\b/);
  }
});

test("the example of alert rules asks for nothing that is not there", async () => {
  const rules = await readFile(new URL("../docs/alerts.yml", import.meta.url), "utf8");
  const { text } = await page();
  const there = new Set([...text.matchAll(/^# TYPE (\w+) /gm)].map(([, name]) => name!));
  const expressions = [...rules.matchAll(/^\s+expr: (.+)$/gm)].map(([, expression]) => expression!);
  const names = new Set(
    expressions.flatMap((one) => one.match(/\b(?:plumbline|http|process|nodejs)_\w+/g) ?? []),
  );
  expect(expressions.length).toBeGreaterThan(15);
  expect([...names].filter((name) => !there.has(name.replace(/_(bucket|count|sum)$/, "")))).toEqual([]);
  expect(rules.match(/^\s+do: \S/gm)?.length).toBe(expressions.length);
  // A kind that a rule uses must exist.
  for (const [, name, label, kind] of rules.matchAll(/(\w+)\{(\w+)!?="(\w+)"\}/g))
    if (name !== "up" && !["failed", "unknown", "5xx"].includes(kind!))
      expect(text).toContain(`${name}{${label}="${kind}"}`);
});

const OF_DATABASE = ["plumbline_database_up", "plumbline_followup_due_steps", "plumbline_tasks_dead"];

test("a database that hangs, or is gone, leaves its numbers out; the page is there within two seconds", async () => {
  const processes = freezeDatabase();
  expect(processes.length).toBeGreaterThan(1);
  const pages: Awaited<ReturnType<typeof page>>[] = [];
  // Recent values are cached, each for its own time.
  await expect
    .poll(
      async () => {
        pages.push(await page());
        return OF_DATABASE.map((name) => value(pages.at(-1)!.text, name));
      },
      { timeout: 20_000 },
    )
    .toEqual([0, undefined, undefined]);
  // On a busy machine some may be slow; if all were, they would be waiting for the database.
  for (let more = 0; more < 3; more++) pages.push(await page());
  const hanging = pages.slice(-4);
  expect(Math.min(...hanging.map(({ seconds }) => seconds))).toBeLessThan(2);
  for (const { status, text } of hanging) {
    expect(status).toBe(200);
    expect(OF_DATABASE.map((name) => value(text, name))).toEqual([0, undefined, undefined]);
    expect(value(text, "process_resident_memory_bytes")).toBeGreaterThan(0);
  }
  for (const pid of processes) signal(pid, "SIGCONT");
  await expect
    .poll(async () => value((await page()).text, "plumbline_followup_due_steps"), {
      timeout: 20_000,
      interval: 500,
    })
    .toBe(0);
  await expect
    .poll(async () => value((await page()).text, "plumbline_database_up"), { timeout: 20_000, interval: 500 })
    .toBe(1);
});
