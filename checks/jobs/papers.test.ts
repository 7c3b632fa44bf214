// Long because every way to answer a paper, and every way it is refused, is walked here.
import { createHash } from "node:crypto";
import { sql } from "drizzle-orm";
import { RouterContextProvider } from "react-router";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { restoreAccount, suspendAccount } from "#ground/businesses/public.server.ts";
import { deliverDue } from "#ground/notifications/deliver.server.ts";
import { acting, businessOf, mailsTo, somebody } from "#ground/businesses/testing/people.ts";
import { openInstallation, type SignedIn, signedIn } from "#ground/businesses/testing/signed-in.ts";
import { ensureSealingKey } from "#ground/evidence/public.server.ts";
import { historyOf } from "#ground/evidence/entries.server.ts";
import { action as here } from "#ground/events/presence.ts";
import { type DomainEvent, onEvent, type PaperDeed, publish } from "#ground/events/public.server.ts";
import {
  answerPaper,
  answersTo,
  forgetRecipients,
  linkSchema,
  loadPaper,
  type NewPaper,
  nextNumber,
  recipientsOf,
  savePaper,
  sendingSchema,
  sendPaper,
  sharePaper,
  closePaper,
} from "#ground/papers/public.server.ts";
import { recordView } from "#ground/papers/answer.server.ts";
import { sentView } from "#ground/papers/office/sent-view.server.ts";
import { findReceived } from "#ground/papers/papers.server.ts";
import { closeLink, duplicateLink, linksOf } from "#ground/shares/links.server.ts";
import { action as sign } from "#ground/signatures/sign/sign.tsx";
import { loader as shared } from "#ground/shares/shared.tsx";
import { signaturesOf } from "#ground/signatures/public.server.ts";
import { installation } from "#platform/config/installation.server.ts";
import { newId } from "#platform/db/ids.ts";
import { withAccount } from "#platform/db/scope.server.ts";
import { testClock } from "#platform/db/testing/installation.ts";
import { clientAddressContext } from "#platform/http/contexts.ts";
import { createLog } from "#platform/log/log.server.ts";
import { startTaskQueue, type TaskQueue } from "#platform/queue/queue.server.ts";
import { tasks } from "#app/worker.ts";
import { subscribe } from "#app/subscriptions.ts";
import { defineNotificationKinds } from "#app/notification-kinds.ts";

// A tool of this test's own sends papers: estimates, which a client approves, declines or asks about.

const START = "2026-11-20T17:00:00Z";
const clock = testClock(START);
const PRESSED = { "User-Agent": "Mozilla/5.0 (iPhone; CPU iPhone OS 19_0)", "Sec-Fetch-Mode": "navigate" };
const PDF = Buffer.from("%PDF-1.7 the estimate");
const SHA256 = createHash("sha256").update(PDF).digest("hex");
let installed: Awaited<ReturnType<typeof openInstallation>>;
let queue: TaskQueue;
let owner: SignedIn;
let account: string;
let file: string;
/** What the tool heard, and what it does then. */
let heard: (PaperDeed & { type: DomainEvent["type"] })[] = [];
let onHeard: () => Promise<void> = async () => {};

beforeAll(async () => {
  installed = await openInstallation(clock);
  queue = await startTaskQueue({ tasks, work: false, log: createLog("error") });
  subscribe();
  defineNotificationKinds();
  await ensureSealingKey();
  for (const type of ["paper.viewed", "paper.approved", "paper.declined", "paper.asked"] as const)
    onEvent(type, async (_, event) => {
      heard.push(event);
      await onHeard();
    });
});
afterAll(async () => {
  await queue?.stop();
  await installed?.drop();
});
beforeEach(async () => {
  clock.set(START);
  owner = await signedIn();
  account = await businessOf(owner.person, "Summit Deck");
  file = await installation().files.put(account, PDF, "pdf");
  heard = [];
  onHeard = async () => {};
});

const inShop = <T>(work: Parameters<typeof acting<T>>[2]) => acting(owner.person, account, work);
type Given = NewPaper & { readonly id: string };
const newPaper = (over: Partial<Given> = {}): Given => ({
  id: newId(),
  kind: "quote",
  thingId: newId(),
  version: 1,
  jobId: newId(),
  accountPath: "/account/estimates/1",
  title: "New deck",
  file,
  fileName: "estimate.pdf",
  sha256: SHA256,
  approvers: 1,
  ...over,
});

/** A paper and a link to it, as handed over. */
async function handedOver(over: Partial<Given> = {}, asks: "nothing" | "yes" | "signature" = "yes") {
  const paper = newPaper(over);
  const { address, recipient } = await inShop(async (ctx) =>
    sharePaper(ctx, await savePaper(ctx, paper), linkSchema.parse({ days: "30", asks }), "quote"),
  );
  return { paper, recipient, token: address.split("/s/")[1]! };
}

function argsOf(token: string, init: RequestInit = {}, page = "quote", search = "") {
  const context = new RouterContextProvider();
  context.set(clientAddressContext, "203.0.113.9");
  const request = new Request(`http://localhost:3000/s/${token}/${page}${search}`, {
    ...init,
    headers: { ...PRESSED, ...(init.headers as Record<string, string>) },
  });
  return { request, params: { token }, context, url: new URL(request.url), pattern: "" } as never;
}
const look = async (token: string, headers: HeadersInit = {}) =>
  (await loadPaper(argsOf(token, { headers }), "quote", async () => ({}))).view;
const post = (token: string, fields: Readonly<Record<string, string>>, kind = "quote") =>
  answerPaper(argsOf(token, { method: "POST", body: new URLSearchParams(fields) }), kind).catch(
    (error: unknown) => error,
  );
const signed = (token: string, fields: Readonly<Record<string, string>>) =>
  sign(argsOf(token, { method: "POST", body: new URLSearchParams(fields) }, "sign")).catch(
    (error: unknown) => error,
  );
const SIGNATURE = { means: "typed", consent: "yes", name: "Dana Ruiz", email: "dana@client.test" };
const APPROVE = { do: "approve", document: SHA256, name: "Dana Ruiz", words: "" };
const DECLINE = { do: "decline", document: SHA256, name: "Dana Ruiz", words: "Too high." };
const ask = (form = newId()) => ({ do: "ask", form, name: "Dana Ruiz", words: "Is it cedar?" });

const statusOf = (answer: unknown) =>
  answer instanceof Response ? answer.status : (answer as { init?: { status?: number } | null }).init?.status;
const refusedWith = (answer: unknown) =>
  (answer as { data: { message: string | null; errors?: Record<string, string> } }).data;
const types = () => heard.map(({ type }) => type);
const answers = async (paper: Given) =>
  (await inShop((ctx) => answersTo(ctx, paper.id))).map(({ answer, name, words }) => [answer, name, words]);
const history = (job: string | undefined) =>
  inShop(async (ctx) => (await Array.fromAsync(historyOf(ctx, job!))).flat());
const subjects = async () => {
  await deliverDue(account);
  return (await mailsTo(owner.person.email)).map(({ subject }) => subject);
};

describe("numbers of a series", () => {
  it("are given one by one, however many ask at once, and none is lost with what was rolled back", async () => {
    const taken: string[] = [];
    const asked = Array.from({ length: 12 }, (_, at) =>
      withAccount(account, async (ctx) => {
        const number = await nextNumber(ctx, "EST-2026");
        if (at % 3 === 0) throw new Error("rolled back");
        return number;
      }).then(
        (number) => taken.push(number),
        () => {},
      ),
    );
    await Promise.all(asked);
    expect(taken.toSorted()).toEqual(
      Array.from({ length: 8 }, (_, at) => `EST-2026-${String(at + 1).padStart(3, "0")}`),
    );
    expect(await withAccount(account, (ctx) => nextNumber(ctx, "EST-2027"))).toBe("EST-2027-001");
    const other = await businessOf(await somebody());
    expect(await withAccount(other, (ctx) => nextNumber(ctx, "EST-2026"))).toBe("EST-2026-001");
  });
});

describe("a paper", () => {
  it("has a page of its own, to which its link leads, and the frozen document", async () => {
    const { token, paper } = await handedOver({ number: "EST-2026-001" });
    const led: unknown = await shared(argsOf(token, {}, "", "?a=1")).catch((error: unknown) => error);
    expect((led as Response).headers.get("location")).toBe(`/s/${token}/quote?a=1`);
    expect(await look(token)).toMatchObject({
      title: "New deck",
      number: "EST-2026-001",
      document: SHA256,
      asks: "yes",
      own: null,
      closed: null,
    });
    expect(((await post(token, { do: "read" })) as Response).headers.get("location")).toBe(
      `/s/${token}/file`,
    );
    expect(((await post(token, { do: "save" })) as Response).headers.get("location")).toMatch(/\?download$/);
    expect(await inShop((ctx) => savePaper(ctx, paper))).toMatchObject({ id: paper.id, state: "open" });
  });

  it("is approved once, by a person with a name, however often it is pressed", async () => {
    const { token, paper, recipient } = await handedOver();
    const pressed = await Promise.all([1, 2, 3].map(() => post(token, { ...APPROVE, words: "Go ahead" })));
    expect(pressed.map(statusOf)).toEqual([303, 303, 303]);
    expect(statusOf(await post(token, { ...APPROVE, name: "Somebody else" }))).toBe(303);
    expect(statusOf(await post(token, DECLINE))).toBe(303);
    expect(await answers(paper)).toEqual([["approved", "Dana Ruiz", "Go ahead"]]);
    expect(types()).toEqual(["paper.viewed", "paper.approved"]);
    expect(heard[1]).toMatchObject({
      paperId: paper.id,
      kind: "quote",
      thingId: paper.thingId,
      version: 1,
      jobId: paper.jobId,
      recipientId: recipient.id,
      name: "Dana Ruiz",
      words: "Go ahead",
    });
    expect((await history(paper.jobId)).map(({ kind, payload }) => [kind, payload])).toEqual([
      ["papers.approved", expect.objectContaining({ name: "Dana Ruiz", sha256: SHA256, words: "Go ahead" })],
    ]);
    expect(await subjects()).toEqual(["Dana Ruiz approved: New deck"]);
    expect((await look(token)).own).toMatchObject({ answer: "approved", name: "Dana Ruiz" });
  });

  it("is declined with a reason, and approved after all by the same person, not by others", async () => {
    const { token, paper } = await handedOver();
    const other = await inShop(async (ctx) =>
      sharePaper(ctx, await savePaper(ctx, paper), linkSchema.parse({ days: "7", asks: "yes" }), "quote"),
    );
    await post(token, DECLINE);
    expect(heard.at(-1)).toMatchObject({ type: "paper.declined", words: "Too high." });
    const late = await post(other.address.split("/s/")[1]!, { ...APPROVE, name: "Lee Park" });
    expect(statusOf(late)).toBe(409);
    expect(refusedWith(late).message).toMatch(/Someone else declined/);
    await post(token, APPROVE);
    expect(types()).toEqual(["paper.viewed", "paper.declined", "paper.approved"]);
    expect((await look(token)).own?.answer).toBe("approved");
    expect((await look(other.address.split("/s/")[1]!)).closed).toMatch(/already approved/);
  });

  it("waits for as many people as are needed", async () => {
    const { token, paper } = await handedOver({ approvers: 2 });
    await post(token, APPROVE);
    expect(types()).toEqual(["paper.viewed"]);
    const second = await inShop(async (ctx) =>
      sharePaper(ctx, await savePaper(ctx, paper), linkSchema.parse({ days: "7", asks: "yes" }), "quote"),
    );
    await post(second.address.split("/s/")[1]!, { ...APPROVE, name: "Lee Park" });
    expect(types()).toEqual(["paper.viewed", "paper.viewed", "paper.approved"]);
    expect(heard.at(-1)?.name).toBe("Lee Park");
  });

  it("is asked about, once per question, also where nothing is asked of them", async () => {
    const { token, paper } = await handedOver({}, "nothing");
    const question = ask();
    await Promise.all([post(token, question), post(token, question)]);
    await post(token, question);
    expect(await answers(paper)).toEqual([["asked", "Dana Ruiz", "Is it cedar?"]]);
    expect(types()).toEqual(["paper.viewed", "paper.asked"]);
    expect(await subjects()).toEqual(["Dana Ruiz asked about: New deck"]);
    expect((await look(token)).questions).toMatchObject([{ words: "Is it cedar?" }]);
    expect(statusOf(await post(token, APPROVE))).toBe(403);
    for (let more = 1; more < 20; more++) await post(token, ask());
    expect(statusOf(await post(token, ask()))).toBe(409);
  });

  it.each<[string, Record<string, string>, string]>([
    ["an approval without a name", { ...APPROVE, name: " " }, "name"],
    ["a decline without a name", { ...DECLINE, name: "" }, "name"],
    ["a question without words", { ...ask(), words: " " }, "words"],
    ["a question of no form", { ...ask(), form: "x" }, "form"],
    ["too many words", { ...DECLINE, words: "a".repeat(2001) }, "words"],
  ])("refuses %s, and nothing typed is lost", async (_, fields, field) => {
    const { token, paper } = await handedOver();
    const answer = await post(token, fields);
    expect(statusOf(answer)).toBe(422);
    expect(Object.keys(refusedWith(answer).errors!)).toEqual([field]);
    expect(answer).toMatchObject({ data: { values: { name: fields["name"], words: fields["words"] } } });
    expect([await answers(paper), heard]).toEqual([[], []]);
  });

  it("hears of it in the same transaction: what the tool refuses never was", async () => {
    const { token, paper } = await handedOver();
    onHeard = () => Promise.reject(new Error("the tool has no room"));
    expect(statusOf(await post(token, APPROVE))).toBe(500);
    onHeard = async () => {};
    expect([await answers(paper), await history(paper.jobId), await subjects()]).toEqual([[], [], []]);
    expect((await look(token)).own).toBeNull();
  });
});

describe("a paper that can't be answered", () => {
  it("says that a newer version came, that it was taken back, or that the time is over", async () => {
    const answerBy = Temporal.Instant.from("2026-11-21T17:00:00Z");
    const first = await handedOver({ answerBy });
    const second = await handedOver({ thingId: first.paper.thingId, version: 2, answerBy });
    expect((await look(first.token)).closed).toMatch(/newer version/);
    expect(refusedWith(await post(first.token, APPROVE)).message).toMatch(/newer version/);
    expect((await look(second.token)).closed).toBeNull();
    clock.advance({ hours: 25 });
    expect(refusedWith(await post(second.token, APPROVE)).message).toMatch(/deadline has passed/);
    clock.set(START);
    await inShop((ctx) => closePaper(ctx, second.paper.id, "withdrawn"));
    await inShop((ctx) => closePaper(ctx, second.paper.id, "withdrawn"));
    expect(refusedWith(await post(second.token, DECLINE)).message).toMatch(/withdrew it/);
    expect(types()).toEqual([]);
    await expect(
      inShop((ctx) => savePaper(ctx, newPaper({ thingId: first.paper.thingId, version: 2 }))),
    ).rejects.toMatchObject({ code: "conflict" });
  });

  it("is over by time, until a newer version replaces it", async () => {
    const first = await handedOver();
    await inShop((ctx) => closePaper(ctx, first.paper.id, "expired"));
    expect(refusedWith(await post(first.token, APPROVE)).message).toMatch(/deadline has passed/);
    await expect(inShop((ctx) => closePaper(ctx, first.paper.id, "withdrawn"))).rejects.toMatchObject({
      code: "conflict",
    });
    const second = await handedOver({ thingId: first.paper.thingId, version: 2 });
    expect((await look(first.token)).closed).toMatch(/newer version/);
    await post(second.token, APPROVE);
    await expect(inShop((ctx) => closePaper(ctx, second.paper.id, "expired"))).rejects.toMatchObject({
      code: "conflict",
    });
  });

  it("was approved: no newer version changes that, and it can't be taken back", async () => {
    const { token, paper } = await handedOver();
    await post(token, APPROVE);
    await expect(inShop((ctx) => closePaper(ctx, paper.id, "withdrawn"))).rejects.toMatchObject({
      code: "conflict",
    });
    await expect(handedOver({ thingId: paper.thingId, version: 2 })).rejects.toMatchObject({
      code: "conflict",
    });
    expect(await inShop((ctx) => savePaper(ctx, paper))).toMatchObject({ state: "approved" });
  });

  it("was replaced in the very moment: one of the two counts", async () => {
    const { token, paper } = await handedOver();
    const [answer] = await Promise.all([
      post(token, APPROVE),
      handedOver({ thingId: paper.thingId, version: 2 }).catch((error: unknown) => error),
    ]);
    const { state } = await inShop((ctx) => savePaper(ctx, paper));
    expect(state).toBe(statusOf(answer) === 303 ? "approved" : "replaced");
  });

  it("is behind a closed link, a passcode, or another tool's page", async () => {
    const { token, recipient } = await handedOver();
    expect(statusOf(await post(token, APPROVE, "report"))).toBe(404);
    await inShop((ctx) => closeLink(ctx, recipient.linkId));
    for (const answer of [await post(token, APPROVE), await look(token).catch((error: unknown) => error)])
      expect(statusOf(answer)).toBe(404);
    const paper = newPaper();
    const locked = await inShop(async (ctx) =>
      sharePaper(
        ctx,
        await savePaper(ctx, paper),
        linkSchema.parse({ days: "7", passcode: "oak 41", asks: "yes" }),
        "quote",
      ),
    );
    const behind = locked.address.split("/s/")[1]!;
    expect(statusOf(await look(behind).catch((error: unknown) => error))).toBe(303);
    expect(statusOf(await post(behind, APPROVE))).toBe(403);
    expect(heard).toEqual([]);
  });

  it("is another business's", async () => {
    const { token, paper } = await handedOver();
    const stranger = await somebody();
    const theirs = await businessOf(stranger);
    await expect(
      acting(stranger, theirs, (ctx) => closePaper(ctx, paper.id, "withdrawn")),
    ).rejects.toMatchObject({
      code: "not_found",
    });
    expect(await acting(stranger, theirs, (ctx) => recipientsOf(ctx, [paper.id]))).toEqual([]);
    const bytes = Buffer.from(token, "base64url");
    Buffer.from(theirs.replaceAll("-", ""), "hex").copy(bytes);
    expect(statusOf(await post(bytes.toString("base64url"), APPROVE))).toBe(404);
    expect(await answers(paper)).toEqual([]);
  });

  it("is of a suspended business: it can be read, not answered, and is sent to nobody", async () => {
    const { token, paper } = await handedOver();
    await withAccount(account, (ctx) => suspendAccount(ctx, "abuse"));
    expect(await look(token)).toMatchObject({ title: "New deck" });
    for (const fields of [APPROVE, DECLINE, ask()]) expect(statusOf(await post(token, fields))).toBe(409);
    await expect(mail(paper, "dana@client.test")).rejects.toMatchObject({ code: "forbidden" });
    expect([await answers(paper), heard]).toEqual([[], []]);
    await withAccount(account, (ctx) => restoreAccount(ctx));
    expect(statusOf(await post(token, APPROVE))).toBe(303);
  });
});

/** Emails a paper; returns its recipients and their tokens. */
async function mail(paper: Given, to: string, more: Record<string, string> = {}) {
  const sent = await inShop(async (ctx) =>
    sendPaper(
      ctx,
      await savePaper(ctx, paper),
      sendingSchema.parse({ to, days: "30", asks: "yes", ...more }),
      {
        page: "quote",
        zone: "America/Denver",
        client: null,
        words: {
          subject: `Estimate ${paper.id}`,
          what: "quote",
          about: "Here it is.",
          reason: "You asked.",
        },
      },
    ),
  );
  const { rows } = await withAccount(account, (ctx) =>
    ctx.db.execute<{ recipient: string; text: string }>(
      sql`select recipient, text from mail_messages where subject = ${`Estimate ${paper.id}`} order by id`,
    ),
  );
  return {
    sent,
    texts: rows.map(({ text }) => text),
    tokens: rows.map(({ text }) => /\/s\/(\S+)/.exec(text)![1]!),
  };
}

describe("whoever got it by email", () => {
  it("is seen when a person is there, not a program, nor somebody of the business", async () => {
    const paper = newPaper();
    const { texts, tokens } = await mail(paper, "dana@client.test");
    expect(texts[0]).toContain("Review the quote");
    const [token] = tokens;
    const cookie = owner.request("/").headers.get("cookie")!;
    expect((await look(token!, { Cookie: cookie })).here).toBeUndefined();
    expect((await look(token!, { "Sec-GPC": "1" })).here).toBeUndefined();
    const { here: mark } = await look(token!);
    expect(heard).toEqual([]);
    const tell = () => here(argsOf(token!, { method: "POST", body: mark! }));
    await tell();
    expect(heard).toEqual([]);
    clock.advance({ seconds: 3 });
    await tell();
    await tell();
    expect(types()).toEqual(["paper.viewed"]);
    const [recipient] = await inShop((ctx) => recipientsOf(ctx, [paper.id]));
    expect(recipient).toMatchObject({ address: "dana@client.test", way: "email" });
    expect(recipient!.viewedAt?.toString()).toBe("2026-11-20T17:00:03Z");
  });

  it("is said to have opened it in the office too, also where no visit of the link was stored", async () => {
    const paper = newPaper();
    await mail(paper, "dana@client.test");
    const seen = async () =>
      (await inShop((ctx) => sentView(ctx, [paper.id], "UTC"))).sendings.map((one) => one.seen);
    expect(await seen()).toEqual(["Not opened yet"]);
    const [recipient] = await inShop((ctx) => recipientsOf(ctx, [paper.id]));
    await inShop(async (ctx) =>
      recordView(ctx, (await findReceived(ctx, { recipientId: recipient!.id }, true))!),
    );
    expect(await seen()).toEqual(["A person opened it, Fri, Nov 20, 5:00 PM UTC"]);
  });

  it("is one person, at whichever of their links", async () => {
    const paper = newPaper({ approvers: 2 });
    const { tokens } = await mail(paper, "dana@client.test, lee@client.test");
    await mail(paper, "dana@client.test");
    const again = (await mail(paper, "kim@client.test")).tokens;
    await post(tokens[0]!, APPROVE);
    await post(again[2]!, { ...APPROVE, name: "D. Ruiz" });
    expect(types()).not.toContain("paper.approved");
    await post(tokens[1]!, { ...APPROVE, name: "Lee Park" });
    expect(types()).toContain("paper.approved");
  });

  it("is forgotten: links, names and words are gone, also from the history; that it was approved stays", async () => {
    const paper = newPaper();
    const lead = newId();
    const { tokens, sent } = await mail(paper, "dana@client.test, lee@client.test");
    await post(tokens[0]!, ask());
    clock.advance({ seconds: 3 });
    await post(tokens[0]!, { ...APPROVE, words: "Dana says yes" });
    const told: unknown[] = [];
    await inShop((ctx) =>
      publish(ctx, {
        type: "lead.asked",
        leadId: lead,
        email: "dana@client.test",
        tell: (heading, lines) => told.push([heading, lines.map(({ what }) => what)]),
      }),
    );
    expect(told).toContainEqual(["Documents sent to you, and your replies", ["sent", "asked", "approved"]]);
    await inShop((ctx) => forgetRecipients(ctx, { leadId: lead, email: "Dana@client.test" }));
    expect(await answers(paper)).toEqual([
      ["asked", "", ""],
      ["approved", "", ""],
    ]);
    expect(JSON.stringify(await history(paper.jobId))).not.toContain("Dana");
    expect(statusOf(await look(tokens[0]!).catch((error: unknown) => error))).toBe(404);
    expect((await look(tokens[1]!)).closed).toMatch(/already approved/);
    const links = await inShop((ctx) => linksOf(ctx, { file }));
    expect(links.map(({ id }) => id)).toEqual([sent[1]!.linkId]);
    const people = await inShop((ctx) => recipientsOf(ctx, [paper.id]));
    expect(people.map(({ address }) => address).toSorted()).toEqual(["", "lee@client.test"]);
    expect(await inShop((ctx) => savePaper(ctx, paper))).toMatchObject({ state: "approved" });
  });
});

describe("a paper that needs a signature", () => {
  it("is approved by it, in its transaction, and not by a press", async () => {
    const { token, paper } = await handedOver({}, "signature");
    expect(statusOf(await post(token, APPROVE))).toBe(403);
    expect(statusOf(await signed(token, SIGNATURE))).toBe(303);
    expect(types()).toEqual(["paper.viewed", "paper.approved"]);
    expect(heard.at(-1)).toMatchObject({ name: "Dana Ruiz", paperId: paper.id });
    const [signature] = await inShop((ctx) => signaturesOf(ctx));
    const [answer] = await inShop((ctx) => answersTo(ctx, paper.id));
    expect(answer).toMatchObject({ answer: "approved", signatureId: signature!.id });
    expect((await look(token)).own).toMatchObject({ isSigned: true });
    // The signature is in the history itself, and its owners are told when its copy is made.
    expect((await history(paper.jobId)).map(({ kind }) => kind)).toEqual(["signatures.signed"]);
  });

  it("keeps no name of who signed at a link that was handed over, once they are erased", async () => {
    const { token, paper } = await handedOver({}, "signature");
    await signed(token, SIGNATURE);
    const erased = { leadId: newId(), email: "dana@client.test", name: "Dana Ruiz", isTheirs: true };
    await inShop((ctx) => publish(ctx, { type: "lead.erased", ...erased }));
    expect(await answers(paper)).toEqual([["approved", "", ""]]);
  });

  it("is declined with a reason, and signed after all", async () => {
    const { token } = await handedOver({}, "signature");
    await signed(token, { answer: "decline", decliner: "Dana", reason: "No gutters." });
    expect(heard.at(-1)).toMatchObject({ type: "paper.declined", words: "No gutters." });
    await signed(token, SIGNATURE);
    expect(heard.at(-1)).toMatchObject({ type: "paper.approved" });
  });

  it("is not signed once it was replaced, with the reason", async () => {
    const { token, paper } = await handedOver({}, "signature");
    await handedOver({ thingId: paper.thingId, version: 2 });
    const late = await signed(token, SIGNATURE);
    expect(statusOf(late)).toBe(409);
    expect(refusedWith(late).message).toMatch(/newer version/);
    expect(await inShop((ctx) => signaturesOf(ctx))).toEqual([]);
  });

  it("asks each for themselves where nobody decides for all", async () => {
    const paper = newPaper();
    const handed = () =>
      inShop(async (ctx) => {
        const { approvers: _none, ...own } = paper;
        const link = linkSchema.parse({ days: "7", sign: "yes" });
        return (await sharePaper(ctx, await savePaper(ctx, own), link, "quote")).address.split("/s/")[1]!;
      });
    const [first, second] = [await handed(), await handed()];
    await signed(first, { answer: "decline", decliner: "Lee", reason: "Not me." });
    expect(statusOf(await signed(second, SIGNATURE))).toBe(303);
    expect(types().filter((type) => type !== "paper.viewed")).toEqual(["paper.declined", "paper.approved"]);
  });
});

it("another link to the same document asks for the same, of somebody else", async () => {
  const { paper, recipient } = await handedOver();
  const copy = await inShop((ctx) => duplicateLink(ctx, recipient.linkId, 7));
  expect(await look(copy.token)).toMatchObject({ title: "New deck", asks: "yes" });
  await post(copy.token, { ...APPROVE, name: "Lee Park" });
  expect(await answers(paper)).toEqual([["approved", "Lee Park", ""]]);
});
