import { eq } from "drizzle-orm";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { measureStorage } from "#ground/media/storage-limit.server.ts";
import { loader as send } from "#trade/leads/files/send-file.ts";
import { action, loader } from "#trade/leads/files/screen.tsx";
import { purgeFileTask } from "#trade/leads/files/files.server.ts";
import { leadsFiles } from "#trade/leads/files/tables.server.ts";
import { eraseLeadWithRetry } from "#trade/leads/personal-data/erase.server.ts";
import { personalDataOf } from "#trade/leads/personal-data/personal-data.server.ts";
import { installation } from "#platform/config/installation.server.ts";
import { now, withAccount } from "#platform/db/scope.server.ts";
import { createLog } from "#platform/log/log.server.ts";
import { startTaskQueue, type TaskQueue } from "#platform/queue/queue.server.ts";
import { leadsTasks } from "#trade/leads/tasks.server.ts";
import { FRIDAY, leadPages } from "../testing/lead-pages.ts";

// Files and photos that a business saves with a person.

const shop = leadPages();
let queue: TaskQueue;

beforeAll(async () => {
  queue = await startTaskQueue({ tasks: leadsTasks, work: false, log: createLog("error") });
});
afterAll(() => queue.stop());

const rows = () =>
  withAccount(shop.account, (ctx) =>
    ctx.db.select().from(leadsFiles).where(eq(leadsFiles.accountId, shop.account)),
  );

interface Answer {
  readonly data?: { readonly errors: Record<string, string>; readonly message: string | null };
  readonly init?: { readonly status: number };
}

async function upload(leadId: string, ...files: readonly File[]) {
  const body = new FormData();
  for (const file of files) body.append("files", file);
  const args = shop.argsOf(`/account/leads/${leadId}/files`, { leadId }, shop.owner) as { request: Request };
  const request = new Request(args.request.url, { method: "POST", headers: args.request.headers, body });
  return (await action({ ...args, request } as never)) as Response & Answer;
}
const listed = async (leadId: string) =>
  (await loader(shop.argsOf(`/account/leads/${leadId}/files`, { leadId }, shop.owner))).files;
const act = (leadId: string, fields: Record<string, string>) =>
  action(shop.argsOf(`/account/leads/${leadId}/files`, { leadId }, shop.owner, fields));
const get = (leadId: string, fileId: string, query = "") =>
  send(shop.argsOf(`/account/leads/${leadId}/files/${fileId}${query}`, { leadId, fileId }, shop.owner));

const pdf = (name = "Plan “A”.pdf", words = "%PDF-1.7 plan") => new File([words], name);
const photo = async () => {
  const bytes = await sharp({ create: { width: 800, height: 600, channels: 3, background: "#a63" } })
    .jpeg()
    .withExif({ IFD0: { Make: "Pear" } })
    .toBuffer();
  return new File([new Uint8Array(bytes)], "bath.jpg", { type: "image/jpeg" });
};

describe("files of a person", () => {
  it("are listed, count as storage, and download as they were, never to run here", async () => {
    const lead = await shop.come();
    const before = await withAccount(shop.account, measureStorage);
    const page = new File(["<html><script>alert(1)</script>"], "page.html", { type: "text/html" });
    const drawing = new File(['<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'], "x.svg");
    expect((await upload(lead, pdf(), await photo(), page, drawing)).status).toBe(303);
    const files = await listed(lead);
    expect(
      files
        .toSorted((one, other) => (one.name < other.name ? -1 : 1))
        .map(({ name, hasThumb }) => [name, hasThumb]),
    ).toEqual([
      ["Plan “A”.pdf", false],
      ["bath.jpg", true],
      ["page.html", false],
      ["x.svg", false],
    ]);
    const after = await withAccount(shop.account, measureStorage);
    expect([after.files - before.files, after.used > before.used]).toEqual([4, true]);
    for (const { id, name } of files) {
      const answer = await get(lead, id);
      expect(answer.status).toBe(200);
      expect(answer.headers.get("content-type")).toBe("application/octet-stream");
      expect(answer.headers.get("content-disposition")).toMatch(/^attachment; /);
      expect(answer.headers.get("x-content-type-options")).toBe("nosniff");
      expect(answer.headers.get("content-security-policy")).toContain("sandbox");
      if (name.endsWith("html")) expect(await answer.text()).toContain("alert(1)");
      else await answer.arrayBuffer();
    }
    const bath = files.find(({ name }) => name === "bath.jpg")!;
    const small = await get(lead, bath.id, "?small");
    expect(small.headers.get("content-type")).toBe("image/webp");
    const drawn = await sharp(Buffer.from(await small.arrayBuffer())).metadata();
    expect([drawn.width, drawn.exif]).toEqual([240, undefined]);
    const plan = files.find(({ name }) => name.endsWith("pdf"))!;
    expect((await get(lead, plan.id, "?small")).status).toBe(404);
  });

  it("are refused when there are none, too many, too large, or no room, and nothing is saved", async () => {
    const lead = await shop.come();
    const [before, onDisk] = [
      (await rows()).length,
      (await Array.fromAsync(installation().files.list(shop.account))).length,
    ];
    const messages: unknown[] = [];
    const large = new File([new Uint8Array(30 * 1024 * 1024)], "plan.pdf");
    for (const files of [
      [],
      [new File([], "empty.pdf")],
      [large],
      Array.from({ length: 11 }, (_, at) => pdf(`${at}.pdf`)),
    ]) {
      const refused = await upload(lead, ...files);
      expect(refused.init?.status).toBe(422);
      messages.push(refused.data?.errors["files"]);
    }
    expect(messages).toEqual([
      expect.stringContaining("Choose a file first"),
      expect.stringContaining("Choose a file first"),
      expect.stringContaining("larger than 25"),
      expect.stringContaining("up to 10 files"),
    ]);
    const { mediaRoom } = installation();
    Object.assign(installation(), { mediaRoom: { most: 10, unverified: 10 } });
    const full = await upload(lead, pdf());
    Object.assign(installation(), { mediaRoom });
    expect([full.init?.status, full.data?.message]).toEqual([
      409,
      expect.stringContaining("nothing was saved"),
    ]);
    expect((await rows()).length).toBe(before);
    expect((await Array.fromAsync(installation().files.list(shop.account))).length).toBe(onDisk);
    const nobody = await upload("01900000-0000-7000-8000-000000000001", pdf());
    expect(nobody.init?.status).toBe(404);
  });

  it("are removed with an undo, and deleted a day later; a copy with another person stays", async () => {
    const [lead, other] = [await shop.come(), await shop.come()];
    await upload(lead, pdf("a.pdf", "the same"));
    await upload(other, pdf("b.pdf", "the same"));
    const [file] = await listed(lead);
    await act(lead, { do: "remove", file: file!.id });
    expect(await listed(lead)).toMatchObject([{ isRemoved: true }]);
    await expect(get(lead, file!.id)).rejects.toMatchObject({ init: { status: 404 } });
    // Another person’s page can’t restore it.
    await act(other, { do: "restore", file: file!.id });
    expect(await listed(lead)).toMatchObject([{ isRemoved: true }]);
    await act(lead, { do: "restore", file: file!.id });
    expect((await get(lead, file!.id)).status).toBe(200);
    await act(lead, { do: "remove", file: file!.id });
    const purge = () => purgeFileTask.run({ accountId: shop.account, fileId: file!.id }, now());
    await purge();
    expect((await rows()).filter(({ leadId }) => leadId === lead)).toHaveLength(1);
    shop.clock.set(Temporal.Instant.from(FRIDAY).add({ hours: 25 }).toString());
    expect(await listed(lead)).toEqual([]);
    await purge();
    expect((await rows()).filter(({ leadId }) => leadId === lead)).toEqual([]);
    const [copy] = await listed(other);
    expect(await (await get(other, copy!.id)).text()).toBe("the same");
  });

  it("are shown to the person who asks what is stored, and erased with them", async () => {
    const lead = await shop.come();
    await upload(lead, pdf("secret plan.pdf", "only theirs"));
    const data = await withAccount(shop.account, (ctx) => personalDataOf(ctx, lead));
    expect(data.parts.find(({ heading }) => heading.startsWith("Files"))?.lines).toMatchObject([
      { File: "secret plan.pdf" },
    ]);
    const [row] = (await rows()).filter(({ leadId }) => leadId === lead);
    await eraseLeadWithRetry(shop.account, lead);
    expect((await rows()).filter(({ leadId }) => leadId === lead)).toEqual([]);
    expect(await installation().files.exists(row!.file)).toBe(true);
    const { purgeFilesTask } = await import("#trade/leads/files/files.server.ts");
    await purgeFilesTask.run({ accountId: shop.account, files: [row!.file] }, now());
    expect(await installation().files.exists(row!.file)).toBe(false);
  });
});
