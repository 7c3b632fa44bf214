import { renderToStaticMarkup } from "react-dom/server";
import { createRoutesStub } from "react-router";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { restoreAccount, suspendAccount } from "#ground/businesses/public.server.ts";
import { publish } from "#ground/events/public.server.ts";
import { closeLink, reopenLink } from "#ground/shares/links.server.ts";
import * as shares from "#ground/shares/list.tsx";
import { sharesOffSwitches } from "#ground/shares/public.server.ts";
import * as client from "#tools/photos/consent/client/page.tsx";
import { ACTS } from "#tools/photos/consent/office/acts.ts";
import * as asked from "#tools/photos/consent/office/asked.tsx";
import * as recent from "#tools/photos/consent/office/recent.tsx";
import { USES } from "#tools/photos/consent/rules.ts";
import { newId } from "#platform/db/ids.ts";
import { type AccountContext, withAccount } from "#platform/db/scope.server.ts";
import { somebody, type Somebody } from "../testing/changes.ts";
import {
  allowed,
  answer,
  ask,
  askByLink,
  change,
  forgetAsks,
  historyOf,
  no,
  open,
  shownAt,
  stateOf,
  taken,
} from "../testing/consent.ts";
import {
  db,
  fetched,
  guest,
  job,
  mayMail,
  nextJob,
  send,
  shop,
  startShop,
  stopShop,
} from "../testing/estimates.ts";
import { type Screen, visit } from "../testing/screens.ts";

// The links of requests to show photos: whose they are, who may change them, and what an end of one does.

let member: Somebody;
let manager: Somebody;
beforeAll(async () => {
  await startShop();
  await mayMail("America/Denver");
  member = await somebody(db, "member@consent.test");
  manager = await somebody(db, "manager@consent.test");
  for (const [one, role] of [
    [member, "member"],
    [manager, "manager"],
  ] as const)
    await db.query(
      "insert into businesses_members (account_id, user_id, role, created_at) values ($1, $2, $3, now())",
      [shop.account, one.who.id, role],
    );
});
afterAll(stopShop);
beforeEach(async () => {
  await nextJob();
  await forgetAsks();
});

const inShop = <T,>(work: (ctx: AccountContext) => Promise<T>) => withAccount(shop.account, work);

interface Link {
  readonly id: string;
  readonly revoked_at: Date | null;
  readonly expires_at: Date;
  readonly passcode_hash: string | null;
  readonly about_id: string | null;
}
/** Links of this job's requests, the first first. */
const links = async () =>
  (
    await db.query<Link>(
      "select * from shares_links where job_id = $1 and kind = 'consent' order by created_at, id",
      [job],
    )
  ).rows;
const linkOf = async () => (await links())[0]!.id;
const inList = (by: Somebody, fields?: Record<string, string>) =>
  visit(by.visitor, shares, "/account/shares", {}, fields);
const inOffice = (id: string, fields?: Record<string, string>) =>
  visit(shop.visitor, asked, `/account/photos/asks/${id}`, { askId: id }, fields);
const answers = async () =>
  (
    await db.query<{ name: string; credit: string; note: string; link_id: string | null }>(
      "select name, credit, note, link_id from photos_consents order by at",
    )
  ).rows;
const told = async () =>
  (
    await db.query<{ text: { title: string; text: string }; lead_id: string | null }>(
      "select text, lead_id from notifications_events where kind = 'photos.consent' and job_id = $1 order by at",
      [job],
    )
  ).rows;

/** Another link to a request, as the office makes it. @returns its token */
async function another(id: string): Promise<string> {
  const { shown } = await inOffice(id, { intent: "share" });
  return new URL((shown as { link: string }).link).pathname.split("/")[2]!;
}

/** A screen as HTML, with what its loader gives. */
async function html(
  screen: Screen & { default: () => unknown },
  by: Somebody["visitor"],
  path: string,
  params = {},
) {
  const { shown } = await visit(by, screen, path, params);
  const Page = createRoutesStub([{ id: "page", path: "*", Component: screen.default as () => null }]);
  return renderToStaticMarkup(
    <Page initialEntries={[path]} hydrationData={{ loaderData: { page: shown } }} />,
  );
}
const clientPage = (token: string) => html(client, guest.visitor, `/s/${token}/consent`, { token });

describe("a member of the business", () => {
  it("makes no link to a request, and changes none, whatever is posted", async () => {
    await askByLink([await taken()]);
    const link = await linkOf();
    const posts: Record<string, string>[] = [
      { do: "again", days: "7" },
      { do: "closed" },
      { do: "extended", days: "7" },
      { do: "locked", passcode: "12345" },
      { do: "unlocked" },
    ];
    for (const fields of posts) {
      const refused = await inList(member, { ...fields, link });
      expect([refused.status, JSON.stringify(refused.shown)], fields["do"]).toEqual([
        403,
        expect.stringContaining("Only owners and managers"),
      ]);
    }
    await inShop((ctx) => closeLink(ctx, link));
    expect((await inList(member, { do: "reopened", link })).status).toBe(403);
    expect(await links()).toMatchObject([{ id: link, passcode_hash: null, revoked_at: expect.any(Date) }]);
    expect((await inList(manager, { do: "reopened", link })).status).toBe(303);
    expect(await html(shares, member.visitor, "/account/shares")).not.toContain(link);
    expect(await html(shares, manager.visitor, "/account/shares")).toContain(link);
  });

  it("can’t say yes for a client, nor can the owner, but either can say no", async () => {
    const { token } = await askByLink([await taken()]);
    for (const one of [member, shop]) {
      const refused = await answer(token, ["page"], [0], {}, one.visitor);
      expect([refused.status, refused.shown["message"]]).toEqual([
        403,
        expect.stringContaining("Only the client can say yes"),
      ]);
    }
    expect(await answers()).toEqual([]);
    await answer(token, ["page"], [0]);
    expect((await no(token, member.visitor)).status).toBe(303);
    expect(await allowed("page")).toEqual([]);
  });
});

describe("a link of a request", () => {
  it("works for a hundred years, and so does a copy; nobody can end it by a date or lock it", async () => {
    const { token } = await askByLink([await taken()]);
    await answer(token, ["page"], [0]);
    const link = await linkOf();
    expect((await inList(shop, { do: "again", days: "7", link })).status).toBe(200);
    const years = (at: Date) => Math.floor((at.getTime() - Date.now()) / (365 * 86_400_000) + 0.01);
    expect((await links()).map((one) => years(one.expires_at))).toEqual([100, 100]);
    expect((await inList(shop, { do: "extended", days: "7", link })).status).toBe(409);
    expect((await inList(shop, { do: "locked", passcode: "12345", link })).status).toBe(409);
    expect((await links()).every((one) => one.passcode_hash === null && years(one.expires_at) === 100)).toBe(
      true,
    );
    const list = await html(shares, shop.visitor, "/account/shares");
    for (const words of ["Set expiration", "Set passcode", "Expires"]) expect(list).not.toContain(words);
    expect(list).toContain("New link");
    expect(await allowed("page")).toHaveLength(1);
  });

  it("tells devices when it is closed and opened, also by a takeover’s switch", async () => {
    const sha256 = await taken();
    const { token } = await askByLink([sha256]);
    await answer(token, ["page"], [0]);
    const yes = { is: "yes", uses: ["page"] };
    const ended = { is: "withdrawn", uses: [] };
    const link = await linkOf();
    await inShop((ctx) => closeLink(ctx, link));
    expect(await stateOf(sha256)).toEqual(ended);
    await inShop((ctx) => reopenLink(ctx, link));
    expect(await stateOf(sha256)).toEqual(yes);
    const { turnOff, turnOn } = sharesOffSwitches.links;
    const off = await inShop(async (ctx) => {
      await turnOff(ctx, { isOwner: true } as never);
      return ctx.now;
    });
    expect(await stateOf(sha256)).toEqual(ended);
    await inShop((ctx) => turnOn(ctx, { ref: link, at: off } as never));
    expect(await stateOf(sha256)).toEqual(yes);
  });

  it("shows no yes any more once it is closed, but takes one back that would return with it", async () => {
    const { id, token } = await askByLink([await taken()]);
    await answer(token, ["page"], [0]);
    const second = await another(id);
    await inShop(async (ctx) => closeLink(ctx, await linkOf()));
    expect((await inOffice(id)).shown).toMatchObject({
      ...{ isYes: false, mayWithdraw: true },
      answers: [{ line: expect.stringContaining("that link is closed, so nothing is shown") }],
    });
    const list = (await visit(shop.visitor, recent, "/account/photos/recent", {})).shown;
    expect(list["asks"]).toMatchObject([{ state: "Client no longer agrees" }]);
    expect((await shownAt(second)).content.last).toMatchObject({ isYes: false, isEnded: true });
    expect(await clientPage(second)).toContain("closed the link of the last yes");
    expect((await inOffice(id, { intent: "withdraw", form: newId(), note: "" })).status).toBe(303);
    await inShop(async (ctx) => reopenLink(ctx, await linkOf()));
    expect(await allowed("page")).toEqual([]);
  });

  it("shows nobody else’s answer as the reader’s, nor their name", async () => {
    const { id, token } = await askByLink([await taken(), await taken()]);
    await answer(token, ["posts"], [1], { credit: "The Lunds" });
    const second = await another(id);
    const page = await clientPage(second);
    expect(page).not.toMatch(/Lund|You said yes/);
    expect(page).toContain("Someone with another link said yes to 1 photo");
    expect(page).not.toMatch(/name="use-posts"[^>]*checked/);
    expect((await shownAt(second)).content.own).toBeNull();
    const own = await clientPage(token);
    expect(own).toContain("You said yes to 1 photo");
    expect(own).toContain('value="Maria Lund"');
    expect((await shownAt(token)).content.own).toMatchObject({ name: "Maria Lund" });
  });
});

describe("a no is possible", () => {
  it("while the business is suspended, where a yes isn’t", async () => {
    const { token } = await askByLink([await taken()]);
    await answer(token, ["page"], [0]);
    await inShop((ctx) => suspendAccount(ctx, "abuse"));
    try {
      expect((await answer(token, ["page"], [0])).status).toBe(409);
      expect((await no(token)).status).toBe(303);
    } finally {
      await inShop(restoreAccount);
    }
    expect(await allowed("page")).toEqual([]);
  });

  it("where all photos are hidden, so that none is shown once they aren’t", async () => {
    const sha256 = await taken();
    const { token } = await askByLink([sha256]);
    await answer(token, ["page"], [0]);
    await change(sha256, { hidden: "Shows the neighbor" });
    const page = await clientPage(token);
    expect(page).toContain("Stop showing all of them");
    expect(page).toMatch(/name="form" value="[0-9a-f-]{36}"/);
    const { form } = (await shownAt(token)).view;
    expect((await open(token, { do: "none", form })).status).toBe(303);
    await change(sha256, { hidden: null });
    expect(await allowed("page")).toEqual([]);
  });
});

describe("the business hears", () => {
  const said = async () => (await told()).map(({ text }) => `${text.title}: ${text.text}`);

  it("that a use or a photo was dropped, and is asked to delete posts", async () => {
    const { token } = await askByLink([await taken(), await taken()]);
    await answer(token, USES, [0, 1]);
    await answer(token, ["page", "posts"], [0, 1]);
    await answer(token, ["page", "posts"], [1]);
    await answer(token, ["page"], [1]);
    await answer(token, ["page", "emails"], [0, 1]);
    const agreed = "Maria Lund said which photos you may show (14 Elm Street)";
    const changed = "Maria Lund changed which photos you may show (14 Elm Street)";
    const gone = "The rest isn’t shown anymore.";
    const posts = "Please delete posts that are already out, too.";
    expect(await said()).toEqual([
      `${agreed}: They agreed to: page, emails, posts.`,
      `${changed}: They now agree to: page, posts (2 photos). ${gone}`,
      `${changed}: They now agree to: page, posts (1 photo). ${gone} ${posts}`,
      `${changed}: They now agree to: page (1 photo). ${gone} ${posts}`,
      `${agreed}: They agreed to: page, emails.`,
    ]);
  });

  it("that a yes is gone when the client says no at another request with the photo", async () => {
    const sha256 = await taken();
    const first = await askByLink([sha256]);
    await answer(first.token, ["posts"], [0]);
    const { token } = await askByLink([sha256]);
    await no(token);
    expect((await said()).at(-1)).toMatch(/no longer agrees to show photos .*delete posts/);
  });
});

describe("when a client is erased", () => {
  /** Gives the job a client. @returns their id */
  async function withLead(): Promise<string> {
    const leadId = newId();
    expect(await send(shop, job, { leadId }, "jobs.job", await fetched(shop, job))).toMatchObject({
      is: "held",
    });
    return leadId;
  }
  const erase = (leadId: string) =>
    inShop((ctx) =>
      publish(ctx, { type: "lead.erased", leadId, email: null, name: "Maria Lund", isTheirs: true }),
    );

  it("a yes at a link that was handed over ends, with names, credits and notes, in the history too", async () => {
    const leadId = await withLead();
    const sha256 = await taken();
    const { id, token } = await askByLink([sha256]);
    expect(await links()).toMatchObject([{ about_id: leadId }]);
    await answer(token, USES, [0], { credit: "Maria, Maple Grove" });
    expect((await told()).map((one) => one.lead_id)).toEqual([leadId]);
    await inOffice(id, { intent: "withdraw", form: newId(), note: "Maria called" });
    await answer(token, USES, [0], { credit: "Maria, Maple Grove" });
    await erase(leadId);
    for (const use of USES) expect(await allowed(use)).toEqual([]);
    expect(await stateOf(sha256)).toEqual({ is: "withdrawn", uses: [] });
    const nothing = { name: "", credit: "", note: "", link_id: null };
    expect(await answers()).toEqual([nothing, nothing, nothing]);
    expect(JSON.stringify(await historyOf())).not.toContain("Maria");
    expect(await links()).toEqual([]);
    expect((await answer(token, ["page"], [0]).catch(() => ({ status: 404 }))).status).toBe(404);
    expect(JSON.stringify((await inOffice(id)).shown)).not.toContain("Maria");
  });

  it("a yes at another address ends too, and requests of other clients stay", async () => {
    const other = await taken();
    const kept = await askByLink([other]);
    await answer(kept.token, ["page"], [0], { name: "Dana Ruiz" });
    await nextJob();
    const leadId = await withLead();
    const sha256 = await taken();
    await ask([sha256], { intent: "send", to: "husband@client.test", words: "" });
    const { rows } = await db.query<{ text: string; about_id: string | null }>(
      "select text, about_id from mail_messages where recipient = 'husband@client.test'",
    );
    expect(rows.map((one) => one.about_id)).toEqual([null]);
    const token = /\/s\/([\w-]+)/.exec(rows[0]!.text)![1]!;
    await answer(token, ["page"], [0]);
    expect(await allowed("page")).toEqual([other, sha256].toSorted());
    await erase(leadId);
    expect(await allowed("page")).toEqual([other]);
    expect((await answers()).map(({ name }) => name).toSorted()).toEqual(["", "Dana Ruiz"]);
  });
});

it("says what its buttons do, and that nothing is shown anymore", async () => {
  expect(ACTS.share.label).toBe("Create a link");
  const { id } = await askByLink([await taken()]);
  const page = await html(asked, shop.visitor, `/account/photos/asks/${id}?withdrawn`, { askId: id });
  expect(page).toContain("These photos aren’t shown anymore.");
});
