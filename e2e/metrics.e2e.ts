import { readFile } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
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
const value = (text: string, name: string) => {
  const line = text.split("\n").find((one) => one.startsWith(`${name} `));
  return line === undefined ? undefined : Number(line.split(" ").at(-1));
};

test("counts what happened, and names nobody", async () => {
  const shop = await openShop(product, "owner@metrics.test", "Summit Deck");
  await askForGuide(product, shop.slug, { name: "Dana Ruiz", email: "dana@client.test" });
  await new Visitor(product.url).post("/login", { email: "owner@metrics.test", password: "not the password" });
  await expect
    .poll(async () => value((await page()).text, 'plumbline_mail_outcomes_total{outcome="sent"}'), { timeout: 20_000 })
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
  // By Prometheus's conventions: a unit at the end, `_total` on what is counted and on nothing else, and words beside each.
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
  const names = new Set(expressions.flatMap((one) => one.match(/\b(?:plumbline|http|process|nodejs)_\w+/g) ?? []));
  expect(expressions.length).toBeGreaterThan(15);
  expect([...names].filter((name) => !there.has(name.replace(/_(bucket|count|sum)$/, "")))).toEqual([]);
  // And every rule says what to do.
  expect(rules.match(/^\s+do: \S/gm)?.length).toBe(expressions.length);
  // A kind that a rule asks for is one that exists.
  for (const [, name, label, kind] of rules.matchAll(/(\w+)\{(\w+)!?="(\w+)"\}/g))
    if (name !== "up" && !["failed", "unknown", "5xx"].includes(kind!)) expect(text).toContain(`${name}{${label}="${kind}"}`);
});

test("a database that hangs, or is gone, leaves its numbers out; the page is there within two seconds", async () => {
  const processes = databaseProcesses(product.dataDir);
  expect(processes.length).toBeGreaterThan(1);
  // What was read a moment ago is given again for a while.
  await sleep(5_500);
  for (const pid of processes) signal(pid, "SIGSTOP");
  const hanging = await page();
  expect(hanging.status).toBe(200);
  expect(hanging.seconds).toBeLessThan(2);
  expect(value(hanging.text, "plumbline_database_up")).toBe(0);
  expect(value(hanging.text, "plumbline_followup_due_steps")).toBeUndefined();
  expect(value(hanging.text, "plumbline_tasks_dead")).toBeUndefined();
  expect(value(hanging.text, "process_resident_memory_bytes")).toBeGreaterThan(0);
  for (const pid of processes) signal(pid, "SIGCONT");
  await expect.poll(async () => value((await page()).text, "plumbline_followup_due_steps"), { timeout: 20_000, interval: 500 }).toBe(0);
  await expect.poll(async () => value((await page()).text, "plumbline_database_up"), { timeout: 20_000, interval: 500 }).toBe(1);
});
