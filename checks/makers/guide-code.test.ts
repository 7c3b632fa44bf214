import { RouterContextProvider } from "react-router";
import { afterAll, beforeAll, expect, test } from "vitest";
import { saveBusiness } from "#ground/businesses/settings/save-business.server.ts";
import { acting, businessOf } from "#ground/businesses/testing/people.ts";
import { openInstallation, type SignedIn, signedIn } from "#ground/businesses/testing/signed-in.ts";
import { findPageOfMagnet } from "#trade/leads/public.server.ts";
import { closePage } from "#trade/leads/page/pages.server.ts";
import { magnetBriefSchema } from "#ground/writing/public.server.ts";
import { installation } from "#platform/config/installation.server.ts";
import { withAccount, withSystem } from "#platform/db/scope.server.ts";
import { testClock } from "#platform/db/testing/installation.ts";
import { clientAddressContext, directLoopbackContext } from "#platform/http/contexts.ts";
import { createLog } from "#platform/log/log.server.ts";
import { closeRenderers } from "#platform/pdf/render.server.ts";
import { startTaskQueue, type TaskQueue } from "#platform/queue/queue.server.ts";
import { saveMagnet } from "#trade/magnets/data.server.ts";
import { makeDraft } from "#trade/magnets/draft/drafts.server.ts";
import { action as openLink } from "#trade/magnets/link.tsx";
import { loader as magnetFile } from "#trade/magnets/paper/download.ts";
import { renewOffersTask } from "#trade/magnets/paper/renew.server.ts";
import { magnetsTasks } from "#trade/magnets/tasks.server.ts";

let installed: Awaited<ReturnType<typeof openInstallation>>;
let queue: TaskQueue;
let owner: SignedIn;
let account: string;
let magnetId: string;

beforeAll(async () => {
  installed = await openInstallation(testClock("2026-11-20T09:00:00Z"));
  queue = await startTaskQueue({ tasks: magnetsTasks, work: false, log: createLog("error") });
  owner = await signedIn();
  account = await businessOf(owner.person, "Oak Decks");
  const brief = magnetBriefSchema.parse({
    name: "Maria Lopez",
    email: "maria@example.com",
    product: "cedar decks",
    tone: "Professional",
  });
  const token = await makeDraft(brief);
  magnetId = (await withAccount(account, (ctx) => saveMagnet(ctx, token))).id;
  await acting(owner.person, account, (ctx) => saveBusiness(ctx, { phone: "(303) 555-0142" }));
});
afterAll(async () => {
  await closeRenderers();
  await queue?.stop();
  await installed?.drop();
});

function args(path: string, params: Record<string, string>, init: RequestInit = {}): never {
  const context = new RouterContextProvider();
  context.set(clientAddressContext, "203.0.113.9");
  context.set(directLoopbackContext, false);
  return { request: owner.request(path, init), params, context } as never;
}
const latin1 = (bytes: Uint8Array | ArrayBuffer) => Buffer.from(bytes as Uint8Array).toString("latin1");
const download = async (format: string) => {
  const answer = await magnetFile(args(`/account/magnets/${magnetId}/${format}`, { magnetId, format }));
  return latin1(await answer.arrayBuffer());
};
const pageOfIt = () => withAccount(account, (ctx) => findPageOfMagnet(ctx, magnetId));
const LINK = "/URI (http://localhost:3000/p/oak-decks)";

test("the code of a guide begins a mail, and once a page gives it away, opens the page: the stored one too", async () => {
  const before = await download("pdf");
  expect(before).toContain("/URI (tel:3035550142)");
  expect(before).toContain("QR code that starts an email to maria@example.com");
  expect(before).not.toContain("/p/");

  const details = new URLSearchParams({
    businessName: "Oak Decks",
    postalAddress: "1 Main St\nBoulder, CO",
    zone: "America/Denver",
  });
  const opened = await openLink(
    args(`/account/magnets/${magnetId}/link`, { magnetId }, { method: "POST", body: details }),
  );
  expect((opened as Response).status).toBe(303);
  expect(await download("pdf")).toContain(LINK);
  expect(await download("text")).toContain("(303) 555-0142\nhttp://localhost:3000/p/oak-decks\n");

  const waiting = await withSystem(({ db }) =>
    db.execute("select data from pgboss.job where name = 'magnets.renew-offers'"),
  );
  expect(waiting.rows).toEqual([{ data: { accountId: account } }]);
  await renewOffersTask.run({ accountId: account }, undefined as never);
  const stored = await installation().files.get((await pageOfIt())!.offer.file);
  expect(latin1(stored)).toContain(LINK);
});

test("a page that is closed is led to no more", async () => {
  await acting(owner.person, account, async (ctx) =>
    closePage(ctx, (await findPageOfMagnet(ctx, magnetId))!.id),
  );
  expect(await download("pdf")).not.toContain("/p/oak-decks");
});
