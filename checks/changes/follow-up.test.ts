import { describe, expect, it } from "vitest";
import { grantTool } from "#ground/businesses/public.server.ts";
import { publish } from "#ground/events/public.server.ts";
import { askAboutPaper, decidePaper } from "#ground/papers/answer.server.ts";
import { findReceived, mailedTo } from "#ground/papers/papers.server.ts";
import { applyCommands, type Json } from "#ground/sync/public.server.ts";
import { newLocalId } from "#ground/sync/store/ids.ts";
import { recordReply } from "#trade/leads/public.server.ts";
import { listSequences, retireSequence } from "#trade/sequences/public.server.ts";
import { closeChange } from "#tools/changes/close/close.server.ts";
import { followUpChoice } from "#tools/changes/follow-up/begin.server.ts";
import { CHANGE } from "#tools/changes/rules/change.ts";
import { drawChange, sheetNow } from "#tools/changes/send/draw.server.ts";
import { sendChange } from "#tools/changes/send/send.server.ts";
import { findSent, getChange } from "#tools/changes/stored/changes.server.ts";
import { newId } from "#platform/db/ids.ts";
import { type AccountContext, withAccount } from "#platform/db/scope.server.ts";
import { costLine } from "../testing/change-orders.ts";
import { open } from "../testing/sequences.ts";
import { withTools } from "../testing/with-tools.ts";

// Follow-up on a change that was sent and not answered, with the real database and a simulated clock.

const clock = withTools();

/** A business with a client, and a change of $900 on their job. */
async function shopWithChange() {
  const shop = await open();
  await grantTool(shop.account, "changes");
  const within = <T>(work: (ctx: AccountContext) => Promise<T>) =>
    withAccount(shop.account, (ctx) => work({ ...ctx, user: shop.owner }));
  const lead = await shop.captured("dana@client.test");
  await shop.send();
  const [job, change] = [newLocalId(), newLocalId()];
  const write = async (kind: string, record: string, sets: Record<string, Json>) => {
    const { outcomes } = await withAccount(shop.account, (ctx) =>
      applyCommands(ctx, null, [
        {
          ...{ id: newId(), kind, record, job, sets, replaces: {}, media: [] },
          ...{ capturedAt: ctx.now.epochMilliseconds, skew: 0, zone: "UTC" },
        },
      ]),
    );
    expect(outcomes).toMatchObject([{ is: "held" }]);
  };
  await write("jobs.job", job, { name: "14 Elm Street", status: "planned", leadId: lead });
  await write(CHANGE, change, {
    ...{ title: "Move the opening", description: "Eight inches to the left." },
    [`lines.${newLocalId()}`]: costLine(),
  });
  const send = async (
    followUp = true,
    to: readonly string[] = ["dana@client.test"],
    everyone?: "yes" | "order",
  ) => {
    const drawn = await drawChange(within, change);
    await within((ctx) =>
      sendChange(
        ctx,
        drawn,
        {
          ...{ to: [...to], words: "", days: 30, passcode: "", asks: "yes", form: newId() },
          ...(everyone ? { everyone } : {}),
        },
        followUp,
      ),
    );
  };
  // As the client's page does: nobody is signed in.
  const asClient = <T>(work: (ctx: AccountContext) => Promise<T>) => withAccount(shop.account, work);
  const received = async (ctx: AccountContext, address: string) => {
    const { version } = (await findSent(ctx, change))!;
    const to = (await mailedTo(ctx, [version.id])).find((one) => one.address === address);
    return (await findReceived(ctx, { recipientId: to!.id }, true))!;
  };
  const looks = (address = "dana@client.test") =>
    asClient(async (ctx) => {
      const { recipient } = await received(ctx, address);
      await publish(ctx, { type: "person.did", personId: lead, what: "paper.viewed", about: recipient.id });
    });
  const decides = (answer: "approved" | "declined", address = "dana@client.test", name = "Dana Ruiz") =>
    asClient(async (ctx) =>
      decidePaper(ctx, await received(ctx, address), { answer, name, words: "Too much" }),
    );
  const asks = () =>
    asClient(async (ctx) =>
      askAboutPaper(ctx, await received(ctx, "dana@client.test"), {
        ...{ form: newId(), name: "Dana", words: "Why?" },
      }),
    );
  /** Lets days pass, with a worker running. */
  const pass = async (days: number) => {
    for (let at = 0; at < days; at++) {
      clock.advance({ hours: 24 });
      await shop.send();
    }
  };
  /** Follow-up that went to the client, without the guide's own. */
  const went = async () =>
    (await shop.messages())
      .filter(({ state, text }) => state === "sent" && text.includes("sent you a change order"))
      .map(({ subject }) => subject);
  const choice = () =>
    within(async (ctx) => {
      const found = await getChange(ctx, change);
      const client = { name: "Dana Ruiz", leadId: lead };
      return followUpChoice(ctx, { row: found.row, sheet: await sheetNow(ctx, found), client });
    });
  return { ...shop, within, lead, change, write, send, looks, decides, asks, pass, went, choice };
}

const NOT_OPENED = ["Did you get the change order?", "Yes or no on this change?"];
const SILENT = ["Questions about the change order?", "Yes or no on the change order?"];

describe("follow-up on a change", () => {
  it("sends what wasn't opened again, with its number and a link of its own", async () => {
    const shop = await shopWithChange();
    await shop.send();
    await shop.pass(12);
    expect(await shop.went()).toEqual(NOT_OPENED);
    const [again] = (await shop.messages()).filter(({ subject }) => subject === NOT_OPENED[0]);
    expect(again!.text).toContain("Move the opening (COR-001)");
    expect(again!.text).toMatch(/\/s\/[\w-]+/);
  });

  it("asks a client who opened it and says nothing, and no longer says that it wasn't opened", async () => {
    const shop = await shopWithChange();
    await shop.send();
    await shop.pass(1);
    await shop.looks();
    await shop.pass(12);
    expect(await shop.went()).toEqual(SILENT);
  });

  it.each<[string, (shop: Awaited<ReturnType<typeof shopWithChange>>) => Promise<unknown>]>([
    ["a yes", (shop) => shop.decides("approved")],
    ["a no", (shop) => shop.decides("declined")],
    ["a question", (shop) => shop.asks()],
    [
      "a reply by email",
      (shop) => shop.within((ctx) => recordReply(ctx, shop.lead, { via: "mail", body: "Call me" })),
    ],
    ["withdrawing it", (shop) => shop.within((ctx) => closeChange(ctx, shop.change, { as: "withdrawn" }))],
    ["sending it again without", (shop) => shop.send(false)],
  ])("ends with %s", async (_, end) => {
    const shop = await shopWithChange();
    await shop.send();
    await shop.looks();
    await shop.pass(4);
    expect(await shop.went(), "it was under way").toEqual(SILENT.slice(0, 1));
    await end(shop);
    await shop.pass(12);
    expect(await shop.went()).toEqual(SILENT.slice(0, 1));
  });

  it("counts what the client does, not what another approver does", async () => {
    const shop = await shopWithChange();
    await shop.send(true, ["sam@client.test", "dana@client.test"], "yes");
    await shop.looks("sam@client.test");
    await shop.decides("approved", "sam@client.test", "Sam Hale");
    await shop.pass(3);
    expect(await shop.went(), "Dana hasn't opened it").toEqual(NOT_OPENED.slice(0, 1));
    const other = await shopWithChange();
    await other.send(true, ["sam@client.test", "dana@client.test"], "yes");
    await other.looks();
    await other.decides("approved");
    await other.pass(12);
    expect(await other.went(), "Dana has approved it").toEqual([]);
  });

  it("doesn't speak of a change that others are asked about first", async () => {
    const shop = await shopWithChange();
    await shop.send(true, ["sam@client.test", "dana@client.test"], "order");
    await shop.pass(12);
    expect(await shop.went()).toEqual([]);
  });

  it("is on in the form the first time, with its text, and only if its sender wants it", async () => {
    const shop = await shopWithChange();
    const first = await shop.choice();
    expect(first).toMatchObject({ isOn: true, isFirst: true, isPossible: true, needsAddress: false });
    expect(first.shown.map(({ id }) => id)).toEqual(["change-sent", "change-silent"]);
    expect(first.shown[0]!.mails[0]!.body).toContain("Move the opening");
    await shop.send(false);
    await shop.pass(12);
    expect(await shop.went()).toEqual([]);
    expect(await shop.choice()).toMatchObject({ isOn: true, isFirst: true });
    await shop.send();
    expect(await shop.choice()).toMatchObject({ isOn: true, isFirst: false });
    await shop.within(async (ctx) => {
      for (const { id, play } of await listSequences(ctx)) if (play) await retireSequence(ctx, id);
    });
    expect(await shop.choice(), "turned off").toMatchObject({ isOn: false });
  });
});
