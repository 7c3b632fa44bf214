import { RouterContextProvider } from "react-router";
import sharp from "sharp";
import { afterAll, beforeAll, expect, it } from "vitest";
import { saveLook } from "#ground/businesses/settings/save-business.server.ts";
import { acting, businessOf } from "#ground/businesses/testing/people.ts";
import { openInstallation, type SignedIn, signedIn } from "#ground/businesses/testing/signed-in.ts";
import { findPageOfMagnet } from "#trade/leads/public.server.ts";
import { saveMagnet } from "#trade/magnets/data.server.ts";
import { makeDraft } from "#trade/magnets/draft/drafts.server.ts";
import { action } from "#trade/magnets/link.tsx";
import { loader as guideFile } from "#trade/magnets/paper/download.ts";
import { loader as preview } from "#trade/magnets/paper/cover-preview.ts";
import { action as saveLookForm } from "#faces/today/look.tsx";
import { magnetBriefSchema } from "#ground/writing/public.server.ts";
import { installation, useInstallation } from "#platform/config/installation.server.ts";
import { clientAddressContext, directLoopbackContext } from "#platform/http/contexts.ts";
import { AppError } from "#platform/errors/app-error.ts";
import { database, withAccount } from "#platform/db/scope.server.ts";
import { testClock } from "#platform/db/testing/installation.ts";
import { startTaskQueue, type TaskQueue } from "#platform/queue/queue.server.ts";
import { closeRenderers } from "#platform/pdf/render.server.ts";

let test: Awaited<ReturnType<typeof openInstallation>>;
let owner: SignedIn;
let account: string;
let magnetId: string;
/** Connections in use at each call to the file store. */
const inUse: number[] = [];
let isAway = false;
let queue: TaskQueue;
const quiet = { debug() {}, info() {}, warn() {}, error() {}, child: () => quiet };

beforeAll(async () => {
  test = await openInstallation(testClock("2026-11-20T17:00:00Z"));
  queue = await startTaskQueue({ tasks: [], work: false, log: quiet });
  owner = await signedIn();
  account = await businessOf(owner.person, "Larkspur Decks");
  const brief = magnetBriefSchema.parse({
    name: "Maria Lopez",
    email: "maria@example.com",
    product: "cedar decks",
    topic: "decks",
  });
  const token = await makeDraft(brief);
  magnetId = (await withAccount(account, (ctx) => saveMagnet(ctx, token))).id;
  const { files } = installation();
  const noting =
    <Args extends unknown[], Result>(work: (...args: Args) => Promise<Result>) =>
    (...args: Args) => {
      inUse.push(database().app.totalCount - database().app.idleCount);
      if (isAway)
        return Promise.reject(
          new AppError("unavailable", "We can't reach our file storage right now.", { retryAfter: 30 }),
        );
      return work(...args);
    };
  useInstallation({ ...installation(), files: { ...files, put: noting(files.put), get: noting(files.get) } });
});
afterAll(async () => {
  await closeRenderers();
  await queue.stop();
  await test.drop();
});

function args(path: string, params: Record<string, string>, init: RequestInit = {}): never {
  const context = new RouterContextProvider();
  context.set(clientAddressContext, "203.0.113.9");
  context.set(directLoopbackContext, false);
  return { request: owner.request(path, init), params, context } as never;
}
const DETAILS = {
  businessName: "Larkspur Decks",
  postalAddress: "1 Main St\nBoulder, CO",
  zone: "America/Denver",
};
const open = () =>
  action(
    args(
      `/account/magnets/${magnetId}/link`,
      { magnetId },
      { method: "POST", body: new URLSearchParams(DETAILS) },
    ),
  );

it("opens no page while the store is away, and keeps what was typed", async () => {
  isAway = true;
  expect(await open()).toMatchObject({ init: { status: 503 }, data: { values: DETAILS } });
  isAway = false;
  expect(await withAccount(account, (ctx) => findPageOfMagnet(ctx, magnetId))).toBeUndefined();
});

it("keeps no connection of the database while a document goes to a store that answers slowly, or comes from it", async () => {
  inUse.length = 0;
  const answer = await open();
  expect((answer as Response).headers.get("location")).toBe(`/account/magnets/${magnetId}/link`);
  expect(await withAccount(account, (ctx) => findPageOfMagnet(ctx, magnetId))).toMatchObject({
    slug: "larkspur-decks",
  });
  const logo = await installation().files.put(
    account,
    Buffer.from("no picture, and read all the same"),
    "png",
  );
  await acting(owner.person, account, (ctx) => saveLook(ctx, { logo }));
  await guideFile(args(`/account/magnets/${magnetId}/pdf`, { magnetId, format: "pdf" }));
  await preview(args("/account/magnets/preview.svg", {}));
  // The cover is the fifth.
  expect(inUse).toEqual([0, 0, 0, 0, 0]);
});

it("keeps none while a logo goes there", async () => {
  inUse.length = 0;
  const drawn = await sharp({ create: { width: 64, height: 64, channels: 3, background: "#204060" } })
    .png()
    .toBuffer();
  const body = new FormData();
  body.set("logo", new File([new Uint8Array(drawn)], "logo.png", { type: "image/png" }));
  const answer = await saveLookForm(args("/account/settings/look", {}, { method: "POST", body }));
  expect((answer as Response).headers.get("location")).toBe("/account/settings/look?saved=look");
  expect(inUse).toEqual([0]);
});

it("gives nobody else's guide away", async () => {
  const stranger = await signedIn();
  await businessOf(stranger.person, "Other Decks");
  const mine = owner;
  owner = stranger;
  expect(await open()).toMatchObject({ init: { status: 404 } });
  owner = mine;
});
