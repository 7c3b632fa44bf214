import { sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { signedIn } from "#ground/businesses/testing/signed-in.ts";
import { businessOf } from "#ground/businesses/testing/people.ts";
import { suppressAddress } from "#trade/leads/opt-outs.server.ts";
import * as adding from "#trade/leads/people/add.tsx";
import { mayText } from "#trade/leads/public.server.ts";
import { listFollowUpMails } from "../testing/mails.ts";
import * as start from "#faces/today/plays/start.tsx";
import { newId } from "#platform/db/ids.ts";
import { type AccountContext, withAccount } from "#platform/db/scope.server.ts";
import { leadPages } from "../testing/lead-pages.ts";

// People whom the business adds by hand, and what may be sent to them.

const shop = leadPages();
const inside = <T>(work: (ctx: AccountContext) => Promise<T>) => withAccount(shop.account, work);

type Posted = Response | { data: { errors: Record<string, string>; twin?: { id: string; by: string } } };
const send = async (fields: Record<string, string>, who = shop.owner) =>
  (await adding.action(
    shop.argsOf("/account/leads/new", {}, who, { id: newId(), way: "called", basis: "asked", ...fields }),
  )) as Posted;
/** Adds someone. @returns their id */
async function add(fields: Record<string, string>): Promise<string> {
  const answer = await send(fields);
  if (!(answer instanceof Response)) throw new Error(JSON.stringify(answer.data));
  return /\/account\/leads\/([0-9a-f-]{36})\?added$/.exec(answer.headers.get("location")!)![1]!;
}
const errorsOf = async (fields: Record<string, string>) => {
  const answer = await send(fields);
  return answer instanceof Response ? {} : answer.data.errors;
};
let numbers = 1000;
const number = () => `+1303555${String(++numbers).padStart(4, "0")}`;
/** Sends all that is due by then. */
async function through(at: string): Promise<void> {
  shop.clock.set(at);
  for (let step = 0; step < 4; step++) await shop.send();
}
const startPlay = (leadId: string, play = "missed-call") =>
  start.action(
    shop.argsOf(`/account/sequences/start?play=${play}`, {}, shop.owner, { lead: leadId, do: "start" }),
  );

describe("adding a person", () => {
  it("saves what was typed, and shows it with what can be started at once", async () => {
    const phone = number();
    const id = await add({
      name: " Sam  Lee ",
      phone,
      email: "SAM@lee.test",
      note: "Gate code 12",
      texts: "yes",
    });
    const page = await shop.look(id);
    expect(page).toMatchObject({ name: "Sam Lee", email: "sam@lee.test", phone, mayFollowUp: true });
    expect(page.story.past.map(({ label, title }) => [label, title])).toEqual(
      expect.arrayContaining([
        ["added by you", "Added: they called"],
        ["note", "Your note"],
      ]),
    );
    expect(page.consents).toMatchObject([{ wording: expect.stringContaining("texts to (303) 555-") }]);
  });

  it("needs a name, a number or an address, and says beside the field what is wrong", async () => {
    expect(Object.keys(await errorsOf({}))).toEqual(["name"]);
    expect(Object.keys(await errorsOf({ name: "  " }))).toEqual(["name"]);
    expect(Object.keys(await errorsOf({ name: "Sam", phone: "12" }))).toEqual(["phone"]);
    expect(Object.keys(await errorsOf({ name: "Sam", email: "sam@" }))).toEqual(["email"]);
    expect(Object.keys(await errorsOf({ name: "Sam", basis: "" }))).toEqual(["basis"]);
    expect(Object.keys(await errorsOf({ name: "Sam", way: "magic" }))).toEqual(["way"]);
    expect(Object.keys(await errorsOf({ name: "Sam", texts: "yes" }))).toEqual(["phone"]);
    expect(Object.keys(await errorsOf({ id: "x", name: "Sam" }))).toEqual(["id"]);
  });

  it("shows a person without a name by their number, or by their address", async () => {
    expect((await shop.look(await add({ phone: "(303) 555-0199" }))).name).toBe("(303) 555-0199");
    expect((await shop.look(await add({ email: "only@mail.test" }))).name).toBe("only@mail.test");
  });

  it("is one person when the form is sent twice, even at once", async () => {
    const form = { id: newId(), name: "Twice", phone: number() };
    const ids = await Promise.all([add(form), add(form), add(form)]);
    expect(new Set(ids).size).toBe(1);
    const { rows } = await inside((ctx) =>
      ctx.db.execute(sql`select from leads_touches where lead_id = ${ids[0]}`),
    );
    expect(rows).toHaveLength(1);
  });

  it("offers who has the number already, in any notation, and adds them anyway if told so", async () => {
    const id = await add({ name: "Ann", phone: "303-555-0123" });
    for (const phone of ["(303) 555-0123", "+1 303 555 0123", "13035550123", "303.555.0123 x4"]) {
      const answer = await send({ name: "Bo", phone });
      expect(answer).toMatchObject({ data: { twin: { id, by: "phone" } }, init: { status: 409 } });
    }
    const other = await add({ name: "Bo", phone: "303 555 0123", anyway: "phone" });
    expect(other).not.toBe(id);
  });

  it("never makes two people with one address", async () => {
    const id = await add({ name: "Cy", email: "cy@mail.test" });
    for (const more of [{}, { anyway: "phone" }] as Record<string, string>[])
      expect(await send({ name: "Cy 2", email: "Cy@Mail.test", ...more })).toMatchObject({
        data: { twin: { id, by: "email" } },
      });
  });

  it("remembers opt-outs of an address and a number from before", async () => {
    const phone = number();
    await inside(async (ctx) => {
      await suppressAddress(ctx, "gone@mail.test", "unsubscribed");
      await suppressAddress(ctx, phone, "unsubscribed");
    });
    const id = await add({ name: "Gone", email: "gone@mail.test", phone, texts: "yes" });
    expect((await shop.look(id)).status).toBe("unsubscribed");
    const texting = await inside(async (ctx) => (await mayText(ctx, [id])).get(id));
    expect(texting?.refusal).toBe("they opted out of texts");
  });

  it("is the same number or address in another business for nobody", async () => {
    const other = await signedIn();
    await businessOf(other.person);
    const phone = number();
    await add({ name: "Mine", phone, email: "mine@mail.test" });
    expect(await send({ name: "Theirs", phone, email: "mine@mail.test" }, other)).toBeInstanceOf(Response);
  });
});

describe("what may be sent to a person added by hand", () => {
  it("starts a ready-made follow-up with one tap, and skips what can’t go out", async () => {
    const id = await add({ phone: number() });
    const answer = (await startPlay(id)) as Response;
    expect(answer.headers.get("location")).toMatch(/started=now/);
    await through("2026-11-20T18:00:00Z");
    const { past, ahead } = (await shop.look(id)).story;
    expect(past.map(({ label }) => label)).toContain("not sent: they didn’t agree to texts");
    expect(ahead.map(({ title }) => title)).toContain("Call them");
    expect(past.filter(({ label }) => label === "new lead")).toEqual([]);
  });

  it("never tells them that they asked", async () => {
    const id = await add({ name: "Kim Ode", email: "kim@mail.test", phone: number(), way: "met" });
    await startPlay(id, "new-lead");
    for (let day = 20; day <= 30; day++) await through(`2026-11-${day}T18:00:00Z`);
    const mails = await listFollowUpMails(shop.account, id);
    expect(mails.length).toBeGreaterThan(0);
    for (const { text, subject } of mails) {
      expect(`${subject} ${text}`).not.toMatch(/you asked|thanks for asking/i);
      expect(text).toContain("You’re getting this because you talked with Summit Deck at a job.");
    }
  });

  it("is nothing at all if the business said so", async () => {
    const id = await add({ name: "Private", email: "private@mail.test", phone: number(), basis: "private" });
    expect(await startPlay(id)).toMatchObject({ init: { status: 409 } });
    const page = await shop.look(id);
    expect(page.mayFollowUp).toBe(false);
    expect(page.story.ahead).toEqual([]);
    const texting = await inside(async (ctx) => (await mayText(ctx, [id])).get(id));
    expect(texting?.refusal).toBe("you said no automatic messages");
  });
});
