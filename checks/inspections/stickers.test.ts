import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { newLocalId } from "#ground/sync/store/ids.ts";
import { SCHEDULE } from "#trade/inspections/schedules/rules.ts";
import { stickerAddress } from "#tools/checklists/stickers/sheet.ts";
import { loader as pdf } from "#tools/checklists/stickers/pdf.ts";
import { loader as scanned } from "#tools/checklists/stickers/scanned.ts";
import { loader as ask } from "#tools/checklists/stickers/ask.tsx";
import { argsOf, somebody } from "../testing/changes.ts";
import { hasPdfTools, pagesOf } from "../testing/pdf-text.ts";
import { db, guest, job, mayMail, nextJob, send, shop, startShop, stopShop } from "../testing/estimates.ts";

// Stickers that open a checklist: what is printed, and what their code opens for whom.

beforeAll(async () => {
  await startShop();
  await mayMail();
});
afterAll(stopShop);
beforeEach(nextJob);

async function scheduled(over: Record<string, unknown> = {}): Promise<string> {
  const id = newLocalId();
  const sets = { title: "Crane check", list: "crane", place: "Crane 2", from: "2026-11-23", rhythm: null };
  expect(await send(shop, id, { ...sets, ...over }, SCHEDULE)).toMatchObject({ is: "held" });
  return id;
}
const sheet = (query: string) =>
  pdf(argsOf(shop.visitor.request(`/account/checklists/stickers.pdf${query}`)));

describe("a sticker", () => {
  it("says what it is for and whom to call, and not on which job", async () => {
    const id = await scheduled();
    await scheduled({ title: "Floor walk", place: null });
    await scheduled({
      title: "Pump check",
      place: "Mechanical room on level 3, beside the freight elevator",
    });
    const answer = await sheet(`?job=${job}`);
    expect(answer.headers.get("content-type")).toBe("application/pdf");
    const bytes = new Uint8Array(await answer.arrayBuffer());
    const text = hasPdfTools ? (await pagesOf(bytes)).join(" ") : null;
    for (const words of ["Crane 2", "Crane check", "Floor walk", "Hale Decks", "Scan to open"])
      if (text !== null) expect(text).toContain(words);
    expect(text ?? "").not.toContain("Elm Street");
    expect(stickerAddress(job, id, shop.account)).toMatch(
      /^http:\/\/localhost:3000\/account\/job\/[\da-f-]{36}\/checklists\/due\/[\da-f-]{36}\?of=[\da-f-]{36}$/,
    );
    await expect(sheet(`?schedule=${newLocalId()}`)).rejects.toMatchObject({ init: { status: 404 } });
  });

  it("leads to the job where its machine is now, also a guest of only that job", async () => {
    const [first, from] = [await scheduled(), job];
    await nextJob();
    const [second, at] = [await scheduled(), job];
    const moveTo = async (id: string, of: string, movedTo: object) =>
      expect(await send(shop, id, { movedTo }, SCHEDULE, undefined, of)).toMatchObject({ is: "held" });
    await moveTo(first, from, { job: at, schedule: second });
    const open = async ({ visitor }: Pick<typeof shop, "visitor">) =>
      scanned(
        argsOf(visitor.request(`/account/job/${from}/checklists/due/${first}?of=${shop.account}`), {
          ...{ jobId: from, scheduleId: first },
        }),
      );
    const there = `/account/job/${at}/checklists/due/${second}`;
    for (const one of [shop, guest])
      expect((await open(one)).headers.get("location")).toBe(`${there}?of=${shop.account}`);
    // Whatever devices write, it ends.
    await moveTo(second, at, { job: from, schedule: first });
    expect((await open(shop)).status).toBe(200);
  });

  it("opens the list for people of the job, and for others a page that says who to ask", async () => {
    const address = `/account/job/${job}/checklists/due/${await scheduled()}`;
    const params = { jobId: job, scheduleId: "x" };
    const stranger = await somebody(db, `${newLocalId()}@stranger.test`);
    const open = async ({ visitor }: Pick<typeof shop, "visitor">) =>
      scanned(argsOf(visitor.request(`${address}?of=${shop.account}`), params));
    for (const one of [shop, guest]) expect((await open(one)).status).toBe(200);
    const answer = await open(stranger);
    expect(answer.status).toBe(302);
    const to = answer.headers.get("location")!;
    expect(to).toBe(`/checklists/sticker/${shop.account}?next=${encodeURIComponent(address)}`);
    const shown = await ask(argsOf(stranger.visitor.request(to), { accountId: shop.account }));
    expect(shown.face.business).toBe("Hale Decks");
    expect(JSON.stringify(shown)).not.toContain("Crane");
    // Only a sticker's own address follows the login.
    await expect(
      ask(
        argsOf(stranger.visitor.request(`/checklists/sticker/${shop.account}?next=//evil.test`), {
          accountId: shop.account,
        }),
      ),
    ).rejects.toMatchObject({ init: { status: 404 } });
  });
});
