import { describe, expect, it } from "vitest";
import { findLeadByEmail } from "#trade/leads/data.server.ts";
import { noteBadAddress, unsubscribeLead } from "#trade/leads/opt-outs.server.ts";
import * as adding from "#trade/leads/people/add.tsx";
import * as editing from "#trade/leads/people/edit.tsx";
import { mayText } from "#trade/leads/public.server.ts";
import { leadsOfPhone } from "#trade/leads/text/text-consent.server.ts";
import * as start from "#faces/today/plays/start.tsx";
import { newId } from "#platform/db/ids.ts";
import { type AccountContext, withAccount } from "#platform/db/scope.server.ts";
import { leadPages } from "../testing/lead-pages.ts";

// Everything about a person can be changed, and opt-outs and consents follow the address they are about.

const shop = leadPages();
const inside = <T>(work: (ctx: AccountContext) => Promise<T>) => withAccount(shop.account, work);

async function add(fields: Record<string, string>): Promise<string> {
  const form = { id: newId(), way: "called", basis: "asked", ...fields };
  const added = await adding.action(shop.argsOf("/account/leads/new", {}, shop.owner, form));
  if (!(added instanceof Response)) throw new Error(JSON.stringify(added.data));
  return /\/account\/leads\/([0-9a-f-]{36})\?added$/.exec(added.headers.get("location")!)![1]!;
}
const edit = async (leadId: string, fields: Record<string, string>) =>
  (await editing.action(
    shop.argsOf(`/account/leads/${leadId}/edit`, { leadId }, shop.owner, { basis: "asked", ...fields }),
  )) as Response | { data: { errors: Record<string, string> } };
const shown = (leadId: string) =>
  editing.loader(shop.argsOf(`/account/leads/${leadId}/edit`, { leadId }, shop.owner));
const texting = (leadId: string) =>
  inside(async (ctx) => (await mayText(ctx, [leadId])).get(leadId)?.refusal);

describe("editing a person", () => {
  it("saves names, addresses and numbers, the main one first, and notes it in the history", async () => {
    const id = await add({ name: "Ana", email: "ana@a.test", phone: "303 555 2001" });
    await edit(id, {
      name: "Ana Ruiz",
      "email-0": "ana@a.test",
      "email-1": "ANA@home.test",
      mainEmail: "1",
      "phone-0": "303 555 2001",
      "phone-1": "303 555 2002",
      "phone-2": "(303) 555-2001",
    });
    expect(await shown(id)).toMatchObject({
      name: "Ana Ruiz",
      emails: ["ana@home.test", "ana@a.test"],
      phones: ["(303) 555-2001", "(303) 555-2002"],
    });
    const { past } = (await shop.look(id)).story;
    expect(past.find(({ title }) => title === "Contact details")?.body).toEqual([
      "Name: Ana → Ana Ruiz",
      "Added ana@home.test",
      "Added (303) 555-2002",
    ]);
    // A reply from any of them finds the person.
    await inside(async (ctx) => {
      expect((await findLeadByEmail(ctx, "Ana@A.test"))?.id).toBe(id);
      expect(await leadsOfPhone(ctx, "+13035552002")).toEqual([id]);
    });
    await edit(id, { name: "Ana Ruiz", "email-0": "ana@home.test", "phone-0": "" });
    expect(await shown(id)).toMatchObject({ emails: ["ana@home.test"], phones: [] });
  });

  it("says beside the row what is wrong, and saves nothing", async () => {
    const id = await add({ name: "Ben", email: "ben@b.test" });
    const other = await add({ name: "Cat", email: "cat@c.test" });
    await edit(other, { name: "Cat", "email-0": "cat@c.test", "email-1": "cat@two.test" });
    const answer = await edit(id, {
      name: "Changed",
      "email-0": "ben@",
      "email-1": "cat@two.test",
      "phone-0": "12",
    });
    expect(answer).toMatchObject({
      data: {
        errors: {
          "email-0": expect.stringContaining("not an email"),
          "email-1": "Cat has this email already.",
          "phone-0": expect.any(String),
        },
      },
    });
    expect(await shown(id)).toMatchObject({ name: "Ben", emails: ["ben@b.test"] });
    expect(await edit(id, { name: "" })).toMatchObject({ data: { errors: { name: expect.any(String) } } });
  });

  it("calls a person without a name by what is left", async () => {
    const id = await add({ phone: "303 555 2010" });
    await edit(id, { name: "", "phone-0": "303 555 2011" });
    expect((await shop.look(id)).name).toBe("(303) 555-2011");
    expect((await shown(id)).name).toBe("");
  });

  it("keeps an opt-out and a bounce with their address", async () => {
    const id = await add({ name: "Dee", email: "dee@one.test" });
    await inside((ctx) => unsubscribeLead(ctx, id));
    await edit(id, { name: "Dee", "email-0": "dee@one.test", "email-1": "dee@two.test", mainEmail: "1" });
    expect((await shop.look(id)).status).toBe("new");
    await inside((ctx) => noteBadAddress(ctx, id, "dee@one.test"));
    expect((await shop.look(id)).status).toBe("new");
    await edit(id, { name: "Dee", "email-0": "dee@two.test", "email-1": "dee@one.test", mainEmail: "1" });
    expect((await shop.look(id)).status).toBe("unsubscribed");
  });

  it("ties a yes to texts to its number", async () => {
    const id = await add({ name: "Eli", phone: "303 555 2020", texts: "yes" });
    expect(await texting(id)).toBeNull();
    await edit(id, { name: "Eli", "phone-0": "303 555 2021" });
    expect(await texting(id)).toBe("they didn’t agree to texts");
    await edit(id, { name: "Eli", "phone-0": "303 555 2020" });
    expect(await texting(id)).toBeNull();
  });

  it("ends what runs when the business wants no automatic messages anymore", async () => {
    const id = await add({ name: "Fay", email: "fay@f.test" });
    await start.action(
      shop.argsOf("/account/sequences/start?play=new-lead", {}, shop.owner, { lead: id, do: "start" }),
    );
    expect((await shop.look(id)).story.ahead).not.toEqual([]);
    await edit(id, { name: "Fay", "email-0": "fay@f.test", basis: "private" });
    const page = await shop.look(id);
    expect(page.story.ahead).toEqual([]);
    expect(page.story.past.map(({ label }) => label)).toContain("not sent: you said no automatic messages");
  });

  it("lets a person who agreed on the page be set to no messages, and back", async () => {
    const id = await shop.come();
    const { name, emails } = await shown(id);
    const fields = { name, "email-0": emails[0]! };
    expect((await shown(id)).basis).toBe("own");
    await edit(id, { ...fields, basis: "private" });
    expect((await shown(id)).basis).toBe("private");
    await edit(id, { ...fields, basis: "own" });
    expect((await shown(id)).basis).toBe("own");
  });
});
