import { desc, sql } from "drizzle-orm";
import type { LoaderFunctionArgs } from "react-router";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { installation } from "#platform/config/installation.server.ts";
import { type Person, withAccount, withPerson } from "#platform/db/scope.server.ts";
import { createTestInstallation, testClock } from "#platform/db/testing/installation.ts";
import type { TestDatabase } from "#platform/db/testing/test-database.ts";
import { saveBusiness, saveLook } from "./save-business.server.ts";
import { findMembership, getBusiness } from "../queries.server.ts";
import { publicProfileOf, logoFileAt } from "../look/public-profile.server.ts";
import { loader as serveLogo } from "../look/logo.ts";
import { loader as serveSheet } from "../look/style-sheet.ts";
import { checkSettings } from "./settings-form.ts";
import { businessesAudit } from "../tables.server.ts";
import { acting, businessOf, colleague, somebody } from "../testing/people.ts";
import { TEXT_NAMES, TEXT_SETTINGS } from "./text-settings.ts";

let test: TestDatabase;
let owner: Person;
let account: string;

beforeAll(async () => {
  test = await createTestInstallation(testClock("2026-11-20T17:00:00Z"));
  owner = await somebody();
  account = await accountOf(owner);
});
afterAll(() => test.drop());

async function accountOf(person: Person): Promise<string> {
  await businessOf(person);
  return (await withPerson(person.id, (ctx) => findMembership(ctx, person.id)))!.accountId;
}

const BASIC = {
  businessName: "Larkspur Deck & Porch",
  postalAddress: "1 Main St\nBoulder, CO",
  zone: "America/Denver",
  replyAddress: "pat@larkspur.test",
};
const stored = () => withAccount(account, getBusiness);
const save = (fields: Record<string, string>) =>
  acting(owner, account, (ctx) => saveBusiness(ctx, checkSettings(fields)));
const history = () =>
  acting(owner, account, (ctx) => ctx.db.select().from(businessesAudit).orderBy(desc(businessesAudit.id)));

const TYPED: Readonly<Record<string, string>> = {
  phone: "(303) 555-0142",
  reviewLink: "https://g.page/r/larkspur/review",
};

describe("settings", () => {
  it.each(TEXT_NAMES)("%s is saved, read back, told in the history, and cleared", async (name) => {
    const typed = TYPED[name] ?? "Larkspur 14";
    await save({ ...BASIC, [name]: "" });
    await save({ ...BASIC, [name]: typed });
    expect((await stored())[name]).toBe(typed);
    expect((await history())[0]?.details).toEqual({ [TEXT_SETTINGS[name].label]: `none → ${typed}` });
    await save({ ...BASIC, [name]: "" });
    expect((await stored())[name]).toBeNull();
  });

  it("are saved completely, and fields missing from a form are unchanged", async () => {
    const full = {
      ...BASIC,
      phone: "(303) 555-0142",
      licenceNumber: "C-39 1048776",
      currency: "CAD",
      signature: "Pat Larkspur\n(303) 555-0142",
      "hours-0-from": "08:00",
      "hours-0-to": "17:00",
      "tax-0-name": "Sales tax",
      "tax-0-percent": "8.875",
    };
    await save(full);
    const first = await stored();
    expect(first).toMatchObject({
      name: BASIC.businessName,
      phone: full.phone,
      licenceNumber: full.licenceNumber,
      currency: "CAD",
      signature: full.signature,
      taxRates: [{ name: "Sales tax", milliPercent: 8875 }],
    });
    expect(first.hours).toEqual([{ from: "08:00", to: "17:00" }, null, null, null, null, null, null]);
    await save({ businessName: "Larkspur", zone: "UTC" });
    expect(await stored()).toEqual({ ...first, name: "Larkspur", zone: "UTC" });
    await save({
      ...BASIC,
      phone: "",
      signature: "",
      postalAddress: "",
      replyAddress: "",
      "tax-0-name": "",
      "hours-0-from": "",
    });
    expect(await stored()).toMatchObject({
      phone: null,
      signature: null,
      postalAddress: null,
      taxRates: [],
      hours: null,
      replyAddress: BASIC.replyAddress,
    });
  });

  it("record what changed in the history, and nothing when nothing changed", async () => {
    await save(BASIC);
    const before = (await history()).length;
    await save({ ...BASIC, phone: "303 555 0199" });
    await save({ ...BASIC, phone: "303 555 0199" });
    const lines = await history();
    expect(lines).toHaveLength(before + 1);
    expect(lines[0]).toMatchObject({
      action: "business.changed",
      who: owner.email,
      details: { Phone: "none → 303 555 0199" },
    });
  });

  it("save the sending hours, describe their change, and reset to the working week", async () => {
    await save(BASIC);
    await save({ ...BASIC, "sending-5-from": "10:00", "sending-5-to": "14:00" });
    expect((await stored()).sendWindow).toEqual([
      null,
      null,
      null,
      null,
      null,
      { from: "10:00", to: "14:00" },
      null,
    ]);
    const words = "Mon–Fri 9 AM – 5 PM, Sat–Sun closed → Mon–Fri closed, Sat 10 AM – 2 PM, Sun closed";
    expect((await history())[0]).toMatchObject({ details: { "Follow-up goes out": words } });
    await save({ ...BASIC, "sending-0-from": "", "sending-0-to": "" });
    expect((await stored()).sendWindow).toBeNull();
  });

  it("can be changed by owners and managers only", async () => {
    const manager = await colleague(owner, account, "manager");
    const member = await colleague(owner, account, "member");
    await acting(manager, account, (ctx) => saveBusiness(ctx, { phone: "303 555 0001" }));
    await expect(
      acting(member, account, (ctx) => saveBusiness(ctx, { phone: "303 555 0002" })),
    ).rejects.toMatchObject({
      code: "forbidden",
    });
    await expect(acting(member, account, (ctx) => saveLook(ctx, { color: "#ff0000" }))).rejects.toMatchObject(
      { code: "forbidden" },
    );
    expect(await stored()).toMatchObject({ phone: "303 555 0001", color: null });
  });

  it("of one business don't affect another's", async () => {
    const other = await somebody();
    const elsewhere = await accountOf(other);
    await save({ ...BASIC, phone: "303 555 0142" });
    expect(await withAccount(elsewhere, getBusiness)).toMatchObject({
      phone: null,
      name: "Lake View Decking",
    });
    const changed = await acting(other, elsewhere, (ctx) =>
      ctx.db.execute(sql`update businesses_accounts set phone = '1' where account_id = ${account}`),
    );
    expect(changed.rowCount).toBe(0);
  });
});

describe("the look", () => {
  const ask = (file: string) => serveLogo({ params: { file } } as unknown as LoaderFunctionArgs);
  const logo = async (background: string) => {
    const png = await sharp({ create: { width: 90, height: 40, channels: 4, background } })
      .png()
      .toBuffer();
    return { png, file: await installation().files.put(account, png, "png") };
  };

  it("appears in the public profile and the history", async () => {
    const { file } = await logo("#14532f");
    await acting(owner, account, (ctx) => saveLook(ctx, { logo: file, color: "#14532f" }));
    const face = publicProfileOf(await stored());
    expect(face.look).toEqual({ name: "14532f", sheet: "/look/14532f.css" });
    expect(logoFileAt(face.logo!.replace("/logo/", ""))).toBe(file);
    expect((await history())[0]).toMatchObject({
      action: "look.changed",
      details: { Color: "none → #14532f", Logo: "none → a picture" },
    });
    await acting(owner, account, (ctx) => saveLook(ctx, { logo: null }));
    expect(publicProfileOf(await stored())).toMatchObject({ logo: null, look: { name: "14532f" } });
  });

  it("serves a logo at a signed URL, as an image only", async () => {
    const { png, file } = await logo("#8e2014");
    const address = publicProfileOf({ ...(await stored()), logo: file }).logo!;
    const answer = await ask(address.replace("/logo/", ""));
    expect(Buffer.compare(Buffer.from(await answer.arrayBuffer()), png)).toBe(0);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      "content-type": "image/png",
      "content-security-policy": "sandbox; default-src 'none'",
      "cache-control": "public, max-age=31536000, immutable",
    });
  });

  it("serves no other stored file, and nothing at a tampered URL", async () => {
    const secret = await installation().files.put(account, Buffer.from("%PDF-1.7 private"), "pdf");
    expect(publicProfileOf({ ...(await stored()), logo: secret }).logo).toBeNull();
    const { file } = await logo("#1a43ba");
    const name = publicProfileOf({ ...(await stored()), logo: file }).logo!.replace("/logo/", "");
    const bent = Array.from(
      { length: 86 },
      (_, at) => `${name.slice(0, at)}${name[at] === "A" ? "B" : "A"}${name.slice(at + 1)}`,
    );
    // The last letter of 64 bytes has four unused bits, so another letter can spell the same address.
    for (const one of [
      ...bent.slice(0, 85),
      "",
      "x.png",
      `${account}.png`,
      "../../etc/passwd",
      `${name}.svg`,
      secret,
    ])
      expect((await ask(one)).status, one).toBe(404);
  });

  it("answers 404 once a logo's file is gone, without revealing its path", async () => {
    const gone = `${account}/aa/${"a".repeat(64)}.png`;
    const answer = await ask(
      publicProfileOf({ ...(await stored()), logo: gone }).logo!.replace("/logo/", ""),
    );
    expect([answer.status, await answer.text()]).toEqual([404, "This file doesn’t exist.\n"]);
  });

  it("serves style sheets for valid colors only", async () => {
    const sheet = (path: string) =>
      serveSheet({ request: new Request(`http://localhost${path}`) } as unknown as LoaderFunctionArgs);
    const answer = sheet("/look/14532f.css");
    expect(answer.headers.get("content-type")).toBe("text/css; charset=utf-8");
    expect(await answer.text()).toContain('[data-look="14532f"]{--look:#14532f;--on-look:#ffffff');
    for (const path of [
      "/look/14532F.css",
      "/look/fff.css",
      "/look/red.css",
      "/look/14532f",
      "/look/14532f%7D.css",
      "/look/x/14532f.css",
    ])
      expect(sheet(path).status, path).toBe(404);
  });
});
