import { describe, expect, it } from "vitest";
import { loadDueSection } from "#ground/due/public.server.ts";
import { defineTodos } from "#trade/leads/public.server.ts";
import { newId } from "#platform/db/ids.ts";
import { acting } from "#ground/businesses/testing/people.ts";
import { leadPages } from "../testing/lead-pages.ts";

// What an owner wants to do for a person, and when: on the person's page, and on Today.

const shop = leadPages();
defineTodos();
const add = (leadId: string, fields: Record<string, string>) =>
  shop.post(leadId, { do: "todo", todo: newId(), text: "Call", day: "2026-11-26", time: "16:00", ...fields });
const today = async () => {
  const { items } = await acting(shop.owner.person, shop.account, (ctx) => loadDueSection(ctx));
  return items.map(({ title, job, due }) => [title, job, due.iso]);
};

describe("a task about a person", () => {
  it("is on Today at the business’s time, until it is done, and again after an undo", async () => {
    const lead = await shop.come();
    const todo = newId();
    for (let twice = 0; twice < 2; twice++) await add(lead, { todo, text: " Call about  the stairs" });
    const due = [["Call about the stairs", "Dana Ruiz", "2026-11-26T23:00:00Z"]];
    expect(await today()).toEqual(due);
    expect((await shop.look(lead)).todos).toMatchObject([{ text: "Call about the stairs", isDone: false }]);
    for (let twice = 0; twice < 2; twice++) await shop.post(lead, { do: "todo-done", todo });
    expect(await today()).toEqual([]);
    expect((await shop.look(lead)).todos).toMatchObject([{ isDone: true }]);
    await shop.post(lead, { do: "todo-undo", todo });
    expect(await today()).toEqual(due);
    await shop.post(lead, { do: "todo-done", todo });
  });

  it("needs words and a day, and says so beside the field", async () => {
    const lead = await shop.come();
    const errors = async (fields: Record<string, string>) =>
      ((await add(lead, fields)) as { data: { errors: Record<string, string> } }).data?.errors ?? {};
    expect(Object.keys(await errors({ text: "  " }))).toEqual(["text"]);
    for (const day of ["", "2026-02-30", "tomorrow"])
      expect(Object.keys(await errors({ day }))).toEqual(["day"]);
    expect(Object.keys(await errors({ time: "25:00" }))).toEqual(["day"]);
    expect(Object.keys(await errors({ text: "x".repeat(201) }))).toEqual(["text"]);
    expect((await shop.look(lead)).todos).toEqual([]);
  });

  it("belongs to its person alone", async () => {
    const [lead, other] = [await shop.come(), await shop.come()];
    const todo = newId();
    await add(lead, { todo });
    await expect(shop.post(other, { do: "todo-done", todo })).rejects.toBeDefined();
    expect((await shop.look(lead)).todos).toMatchObject([{ isDone: false }]);
  });
});
