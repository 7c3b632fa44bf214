import { sql } from "drizzle-orm";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { enterOwnAccount } from "#ground/businesses/queries.server.ts";
import { saveBusinessDetails } from "#ground/businesses/public.server.ts";
import { openIdentity, signedIn, type Visitor } from "#ground/identity/testing/visits.ts";
import { openPage } from "#trade/leads/page/pages.server.ts";
import { capture } from "#trade/leads/testing/capture.ts";
import * as oneImport from "#trade/leads/import/import.tsx";
import { sequencesCalls } from "#faces/api/endpoints/sequences.server.ts";
import * as sequenceList from "#faces/today/follow-ups/list.tsx";
import * as sequencePage from "#trade/sequences/editor/sequence.tsx";
import { liveSequence } from "#trade/sequences/live.server.ts";
import { pauseSequence, resumeSequence } from "#trade/sequences/enrollment/pause-sequence.server.ts";
import { followUpStatus } from "#trade/sequences/status/status.ts";
import * as dashboard from "#faces/today/dashboard.tsx";
import * as followUp from "#faces/today/follow-ups/page.tsx";
import * as leadPage from "#faces/today/lead/lead.tsx";
import * as playsPage from "#faces/today/plays/plays.tsx";
import { ensurePlaySequence } from "#faces/today/plays/play-sequence.server.ts";
import { installation, useInstallation } from "#platform/config/installation.server.ts";
import { newId } from "#platform/db/ids.ts";
import { type AccountContext, type Person, withAccount, withPerson } from "#platform/db/scope.server.ts";
import { startTaskQueue, type TaskQueue } from "#platform/queue/queue.server.ts";
import { subscribe } from "#app/subscriptions.ts";
import { uploaded } from "../testing/imports.ts";
import { visit } from "../testing/screens.ts";

// One function describes a follow-up's status, and every screen shows its text.

let identity: Awaited<ReturnType<typeof openIdentity>>;
let owner: pg.Client;
let queue: TaskQueue;
const quiet = { debug() {}, info() {}, warn() {}, error() {}, child: () => quiet };
let visitor: Visitor;
let shop: { account: string; pageId: string; sequence: string; play: string; lead: string; list: string };

beforeAll(async () => {
  subscribe();
  identity = await openIdentity();
  queue = await startTaskQueue({ tasks: [], work: false, log: quiet });
  const { setup } = installation();
  useInstallation({ ...installation(), setup: setup && { ...setup, mailServer: "mail.test" } });
  owner = new pg.Client(identity.owner);
  await owner.connect();
  const email = "owner@standing.test";
  visitor = await signedIn(email);
  const { rows } = await owner.query<{ id: string }>(
    "update identity_users set email_verified = true where email = $1 returning id",
    [email],
  );
  const who: Person = { id: rows[0]!.id, email, emailVerified: true };
  const { accountId: account } = await withPerson(who.id, (ctx) => enterOwnAccount(ctx, who));
  const file = await installation().files.put(account, Buffer.from("%PDF-1.7 guide"), "pdf");
  const page = await withAccount(account, async (ctx) => {
    await saveBusinessDetails(ctx, {
      businessName: "Summit Deck",
      postalAddress: "1 Main St, Denver",
      zone: "America/Denver",
    });
    return openPage(ctx, "Summit Deck", {
      kind: "magnet",
      magnetId: newId(),
      title: "9 questions",
      promise: "p",
      file,
      fileName: "g.pdf",
    });
  });
  const { leadId: lead } = await capture(page.slug, { name: "Dana Ruiz", email: "dana@client.test" });
  const play = await withAccount(account, (ctx) => ensurePlaySequence(ctx, "no-show"));
  const sequence = await withAccount(account, async (ctx) => (await liveSequence(ctx, page.id))!.id);
  const list = await uploaded(account, "Name,Email\nBo Lind,bo@client.test\n");
  shop = { account, pageId: page.id, sequence, play, lead, list };
});
afterAll(async () => {
  await queue?.stop();
  await owner?.end();
  await identity?.drop();
});

const inside = <T>(work: (ctx: AccountContext) => Promise<T>) => withAccount(shop.account, work);
const shown = async (
  screen: Parameters<typeof visit>[1],
  path: string,
  params: Record<string, string> = {},
) => JSON.stringify((await visit(visitor, screen, path, params)).shown);

async function everywhere() {
  const byApi = sequencesCalls.find(({ id }) => id === "listSequences")!;
  return {
    page: await shown(followUp, `/account/follow-up/${shop.pageId}`, { pageId: shop.pageId }),
    list: await shown(sequenceList, "/account/follow-up"),
    sequence: await shown(sequencePage, `/account/sequences/${shop.sequence}`, { sequenceId: shop.sequence }),
    import: await shown(oneImport, `/account/leads/import/${shop.list}`, { importId: shop.list }),
    today: await shown(dashboard, "/account/dashboard"),
    lead: await shown(leadPage, `/account/leads/${shop.lead}`, { leadId: shop.lead }),
    plays: await shown(playsPage, "/account/plays"),
    api: JSON.stringify(await inside((ctx) => byApi.run({ ctx } as never))),
  };
}

describe("how a follow-up is", () => {
  it("is said by one function", () => {
    const at = Temporal.Instant.from("2026-11-20T17:00:00Z");
    const setup = { mayMail: true, hasAddress: true, hasMailServer: true };
    const state = (one: Partial<Parameters<typeof followUpStatus>[0]>, more: Partial<typeof setup> = {}) =>
      followUpStatus({ retiredAt: null, pausedAt: null, ...one }, { ...setup, ...more });
    expect(state({}).state).toBe("live");
    expect(state({ isDraft: true }).state).toBe("draft");
    expect(state({ pausedAt: at }, { mayMail: false }).state).toBe("paused");
    expect(state({ retiredAt: at, pausedAt: at }).state).toBe("ended");
    expect(state({ isPageClosed: true, people: 2 }).state).toBe("finishing");
    for (const lack of ["mayMail", "hasAddress", "hasMailServer"] as const)
      expect(state({}, { [lack]: false })).toMatchObject({
        state: "waiting",
        why: expect.stringMatching(/\.$/),
      });
  });

  it("shows as live everywhere while it is", async () => {
    const screens = await everywhere();
    for (const screen of ["page", "list", "sequence", "plays", "api"] as const)
      expect(screens[screen], screen).toContain('"live"');
    for (const [screen, text] of Object.entries(screens))
      expect(text, screen).not.toMatch(/"paused"(?!:)|is paused|: paused/);
  });

  it("shows as paused everywhere while it is, and on Today with a way to resume", async () => {
    await inside((ctx) => pauseSequence(ctx, shop.sequence));
    await inside((ctx) => pauseSequence(ctx, shop.play));
    const screens = await everywhere();
    for (const screen of ["page", "list", "sequence", "plays", "api"] as const) {
      expect(screens[screen], screen).toContain('"paused"');
      expect(screens[screen], screen).not.toContain('"live"');
    }
    expect(screens.import).toContain("9 questions (/p/");
    expect(screens.import).toMatch(/: paused"/);
    expect(screens.import).toContain("Only the guide itself goes out");
    expect(screens.today).toContain("is paused");
    expect(screens.today).toContain(
      `"href":"/account/sequences/${shop.sequence}","act":"Resume","does":"resume"`,
    );
    expect(screens.lead).toMatch(/"paused":\[\{"id":"[^"]+","name":"[^"]+","people":1\}\]/);
    const answer = await visit(
      visitor,
      sequencePage,
      `/account/sequences/${shop.sequence}`,
      { sequenceId: shop.sequence },
      { do: "resume" },
    );
    expect(answer.location).toContain("done=resume");
    await visit(
      visitor,
      followUp,
      `/account/follow-up/${shop.pageId}`,
      { pageId: shop.pageId },
      { do: "resume" },
    );
    await inside((ctx) => resumeSequence(ctx, shop.play));
    expect((await everywhere()).today).not.toContain("is paused");
  });

  it("shows everywhere that it waits, for a postal address or a verified one", async () => {
    await inside((ctx) =>
      ctx.db.execute(
        sql`update businesses_accounts set postal_address = null where account_id = ${shop.account}`,
      ),
    );
    const screens = await everywhere();
    for (const screen of ["page", "list", "sequence", "plays", "api"] as const)
      expect(screens[screen], screen).toContain('"waiting"');
    for (const screen of ["page", "list", "sequence", "plays", "import"] as const)
      expect(screens[screen], screen).toContain("mailing address");
  });
});
