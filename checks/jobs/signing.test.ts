// Long because a signature is a promise, and every way to it is walked here.
import { createHash, randomUUID } from "node:crypto";
import pg from "pg";
import { RouterContextProvider } from "react-router";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { historyOf } from "#ground/evidence/entries.server.ts";
import { publish } from "#ground/events/public.server.ts";
import { findPerson } from "#ground/identity/public.server.ts";
import { openIdentity, signedIn, Visitor } from "#ground/identity/testing/visits.ts";
import { loader as accountCopy } from "#ground/signatures/copy/account-copy.ts";
import { loader as accountDocument } from "#ground/signatures/copy/account-document.ts";
import { loader as clientFile } from "#ground/signatures/copy/client-copy.ts";
import { completeSignature, sendCopyTask } from "#ground/signatures/copy/complete.server.ts";
import { signaturesOf, standingOfDocument } from "#ground/signatures/signatures.server.ts";
import { DISCLOSURE_VERSION } from "#ground/signatures/sign/disclosure.ts";
import { listenForSigners } from "#ground/signatures/listeners.server.ts";
import { action, loader as signPage } from "#ground/signatures/sign/sign.tsx";
import { loader as listPage } from "#ground/signatures/list.tsx";
import { loader as onePage } from "#ground/signatures/signature.tsx";
import { loader as signedPage } from "#ground/signatures/sign/signed.tsx";
import { removeCopiesTask } from "#ground/signatures/tasks.server.ts";
import { shareDocument, visitsOf, describeVisit } from "#ground/shares/public.server.ts";
import { installation } from "#platform/config/installation.server.ts";
import { withAccount } from "#platform/db/scope.server.ts";
import { testClock } from "#platform/db/testing/installation.ts";
import { clientAddressContext } from "#platform/http/contexts.ts";
import { createLog } from "#platform/log/log.server.ts";
import { closeRenderers, renderPdf } from "#platform/pdf/render.server.ts";
import { startTaskQueue, type TaskQueue } from "#platform/queue/queue.server.ts";
import { openBusiness } from "../testing/business.ts";
import { tasks } from "#app/worker.ts";
import { deliverDue } from "#ground/notifications/deliver.server.ts";
import { defineNotificationKinds } from "#app/notification-kinds.ts";

const FRIDAY = "2026-11-20T17:00:00Z";
const clock = testClock(FRIDAY);
const AGENT = "Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X)";
let test: Awaited<ReturnType<typeof openIdentity>>;
let queue: TaskQueue;
let owner: pg.Client;
let shop: Awaited<ReturnType<typeof openBusiness>>;
let document: Buffer;

beforeAll(async () => {
  test = await openIdentity({ clock });
  queue = await startTaskQueue({ tasks, work: false, log: createLog("error") });
  listenForSigners();
  defineNotificationKinds();
  owner = new pg.Client(test.owner);
  await owner.connect();
  const at = Temporal.Instant.from(FRIDAY);
  document = Buffer.from(
    await renderPdf({
      template: "platform/pdf/fixtures/pages.typ",
      createdAt: at,
      data: {
        title: "Roof report",
        author: "Summit Deck",
        description: "What was done",
        said: "Flashing replaced.",
        sections: 2,
      },
      files: {
        "dot.svg": Buffer.from(
          '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M1 1L8 8" stroke="#123"/></svg>',
        ),
      },
    }),
  );
}, 60_000);
afterAll(async () => {
  await closeRenderers();
  await owner.end();
  await queue.stop();
  await test.drop();
});
beforeEach(async () => {
  clock.set(FRIDAY);
  shop = await openBusiness();
});

const sha256 = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");

/** A document that asks for a signature, and its link. */
async function shared(
  options: { askSignature?: boolean; aboutId?: string; bytes?: Buffer; days?: number } = {},
) {
  const { askSignature = true, aboutId, bytes = document, days = 9 } = options;
  const job = randomUUID();
  const file = await installation().files.put(shop.account, bytes, "pdf");
  const made = await withAccount(shop.account, (ctx) =>
    shareDocument(
      ctx,
      { kind: "report", title: "Roof report", file, fileName: "Roof report.pdf" },
      {
        jobId: job,
        lifetime: Temporal.Duration.from({ days }),
        askSignature,
        ...(aboutId ? { aboutId } : {}),
      },
    ),
  );
  return { ...made, job, file };
}

function args(token: string, init: RequestInit = {}, further: Readonly<Record<string, string>> = {}) {
  const context = new RouterContextProvider();
  context.set(clientAddressContext, "203.0.113.9");
  const request = new Request(`http://localhost:3000/s/${token}/sign`, {
    ...init,
    headers: { "User-Agent": AGENT },
  });
  return {
    request,
    params: { token, ...further },
    context,
    url: new URL(request.url),
    pattern: "",
  } as unknown as Parameters<typeof action>[0];
}

const STROKES = {
  width: 340,
  height: 190,
  strokes: [
    [
      [20, 120, 0],
      [90, 40, 60],
      [160, 150, 130],
    ],
    [
      [170, 100, 300],
      [300, 90, 420],
    ],
  ],
};
const TYPED = {
  means: "typed",
  consent: "yes",
  name: "Dana Ruiz",
  email: "dana@client.test",
  phone: "",
  zone: "America/Chicago",
};
const DRAWN = { ...TYPED, means: "drawn", drawing: JSON.stringify(STROKES) };

const post = (token: string, fields: Readonly<Record<string, string>>) =>
  action(args(token, { method: "POST", body: new URLSearchParams(fields) })).catch((error: unknown) => error);
const statusOf = (answer: unknown) =>
  answer instanceof Response ? answer.status : (answer as { init?: { status?: number } | null }).init?.status;
const errorsOf = (answer: unknown) => (answer as { data: { errors: Record<string, string> } }).data.errors;
const messageOf = (answer: unknown) => (answer as { data: { message: string } }).data.message;
const rows = () => withAccount(shop.account, (ctx) => signaturesOf(ctx));
const history = async (job: string) =>
  (await withAccount(shop.account, (ctx) => Array.fromAsync(historyOf(ctx, job)))).flat();
const bytesOf = async (answer: Response) => Buffer.from(await answer.arrayBuffer());

describe("signing", () => {
  it.each([
    ["drawn", DRAWN],
    ["typed", TYPED],
  ])(
    "%s: is bound to the document and keeps who, when, whence and what was agreed to",
    async (means, fields) => {
      const { token, job, file, id } = await shared();
      const page = await signPage(args(token));
      expect(page).toMatchObject({ title: "Roof report", sha256: sha256(document), declined: null });
      const answer = await post(token, { ...fields, document: page.sha256 });
      expect(statusOf(answer)).toBe(303);
      expect((answer as Response).headers.get("location")).toBe(`/s/${token}/signed`);
      const [row, ...more] = await rows();
      expect(more).toEqual([]);
      expect(row).toMatchObject({
        state: "signed",
        linkId: id,
        jobId: job,
        file,
        sha256: sha256(document),
        name: "Dana Ruiz",
        email: "dana@client.test",
        phone: null,
        means,
        drawing: means === "drawn" ? STROKES : null,
        disclosureVersion: DISCLOSURE_VERSION,
        disclosure: page.disclosure.join("\n\n"),
        zone: "America/Chicago",
        address: "203.0.113.9",
        userAgent: AGENT,
      });
      expect(row!.at.toString()).toBe(FRIDAY);
      const [entry, ...others] = await history(job);
      expect(others).toEqual([]);
      expect(entry).toMatchObject({
        kind: "signatures.signed",
        author: null,
        payload: { sha256: sha256(document), name: "Dana Ruiz", means },
      });
      expect(await signedPage(args(token))).toMatchObject({
        state: "signed",
        name: "Dana Ruiz",
        isOutdated: false,
      });
    },
  );

  it("is in the log of its link: whoever signed is no link that nobody opened", async () => {
    const logOf = async (id: string) =>
      (await withAccount(shop.account, (ctx) => visitsOf(ctx, [id], 9))).get(id)?.map(describeVisit);
    const signed = await shared();
    await post(signed.token, TYPED);
    await post(signed.token, TYPED);
    await expect.poll(() => logOf(signed.id)).toEqual([expect.stringMatching(/^A person signed it/)]);
    const declined = await shared();
    await post(declined.token, { answer: "decline", reason: "No." });
    await expect
      .poll(() => logOf(declined.id))
      .toEqual([expect.stringMatching(/^A person declined to sign it/)]);
  });

  it("once, however often the button is pressed, in however many tabs", async () => {
    const { token, job } = await shared();
    const answers = await Promise.all(
      [DRAWN, TYPED, { ...TYPED, name: "Somebody Else" }, DRAWN, TYPED].map((fields) => post(token, fields)),
    );
    expect(answers.map(statusOf)).toEqual([303, 303, 303, 303, 303]);
    expect(await rows()).toHaveLength(1);
    expect(await history(job)).toHaveLength(1);
    // Later posts, even empty ones, lead to the page that says it is signed.
    expect(statusOf(await post(token, {}))).toBe(303);
    expect(statusOf(await signPage(args(token)).catch((error: unknown) => error))).toBe(303);
    expect(await rows()).toHaveLength(1);
  });

  it.each<[string, Record<string, string>, string]>([
    ["without consent", { ...TYPED, consent: "" }, "consent"],
    ["without a name", { ...TYPED, name: "  " }, "name"],
    ["without email and phone", { ...TYPED, email: "" }, "email"],
    ["with half an address", { ...TYPED, email: "dana@" }, "email"],
    ["with half a number", { ...TYPED, email: "", phone: "12" }, "phone"],
    ["without a line", { ...DRAWN, drawing: "" }, "drawing"],
    [
      "with a slip of the finger",
      {
        ...DRAWN,
        drawing: JSON.stringify({
          ...STROKES,
          strokes: [
            [
              [5, 5, 0],
              [6, 6, 4],
            ],
          ],
        }),
      },
      "drawing",
    ],
    [
      "with a drawing that is none",
      { ...DRAWN, drawing: '{"width":1e9,"height":1,"strokes":[["<svg onload=x>"]]}' },
      "drawing",
    ],
    ["with nothing of either kind", { ...TYPED, means: "" }, "means"],
  ])("is refused %s, beside the field, and nothing typed is lost", async (_, fields, field) => {
    const { token, job } = await shared();
    const answer = await post(token, fields);
    expect(statusOf(answer)).toBe(422);
    expect(Object.keys(errorsOf(answer))).toContain(field);
    expect((answer as { data: { values: { name: string } } }).data.values.name).toBe(fields["name"]);
    expect(await rows()).toEqual([]);
    expect(await history(job)).toEqual([]);
  });

  it("takes a phone number in place of an address, and a zone only where it is one", async () => {
    const { token } = await shared();
    expect(
      statusOf(await post(token, { ...TYPED, email: "", phone: "(303) 555-0101", zone: "Mars/Olympus" })),
    ).toBe(303);
    expect((await rows())[0]).toMatchObject({ email: null, phone: "(303) 555-0101", zone: null });
  });

  it("counts for no other document: not for one that replaced it while the page was open, nor for one that came later", async () => {
    const { token, id, file } = await shared();
    const page = await signPage(args(token));
    const second = await installation().files.put(
      shop.account,
      Buffer.concat([document, Buffer.from("\n")]),
      "pdf",
    );
    const replace = (to: string) => owner.query("update shares_links set file = $1 where id = $2", [to, id]);
    await replace(second);
    const late = await post(token, { ...TYPED, document: page.sha256 });
    expect(statusOf(late)).toBe(409);
    expect(errorsOf(late)["form"]).toContain("replaced");
    expect(await rows()).toEqual([]);
    await replace(file);
    await post(token, { ...TYPED, document: page.sha256 });
    await replace(second);
    expect(await signedPage(args(token))).toMatchObject({ isOutdated: true, sha256: sha256(document) });
    const standing = (of: string) => withAccount(shop.account, (ctx) => standingOfDocument(ctx, of, [id]));
    expect(await standing(file)).toMatchObject({ signed: [{ name: "Dana Ruiz" }], outdated: [] });
    expect(await standing(second)).toMatchObject({ signed: [], outdated: [{ name: "Dana Ruiz" }] });
    // The client gets the version that was signed.
    expect((await bytesOf(await clientFile(args(token)))).subarray(0, document.length).equals(document)).toBe(
      true,
    );
  });
});

describe("declining", () => {
  it("keeps the reason, tells the owners, and leaves the way back open", async () => {
    const { token, job } = await shared();
    expect(
      statusOf(
        await post(token, { answer: "decline", decliner: "Dana", reason: "The gutters\nare missing." }),
      ),
    ).toBe(303);
    expect(await signedPage(args(token))).toMatchObject({
      state: "declined",
      reason: "The gutters\nare missing.",
    });
    const [row] = await rows();
    await completeSignature(shop.account, row!.id);
    expect(await mails()).toEqual([
      expect.objectContaining({ recipient: shop.owner.email, subject: "Dana declined: Roof report" }),
    ]);
    expect((await signPage(args(token))).declined?.words).toContain("Nov 20");
    expect((await history(job)).map(({ kind }) => kind)).toEqual(["signatures.declined"]);
    await post(token, TYPED);
    expect(await signedPage(args(token))).toMatchObject({ state: "signed" });
    expect((await history(job)).map(({ kind }) => kind)).toEqual([
      "signatures.declined",
      "signatures.signed",
    ]);
    // Declining after signing isn't possible.
    await post(token, { answer: "decline", reason: "Second thoughts" });
    expect(await signedPage(args(token))).toMatchObject({ state: "signed" });
    expect(await history(job)).toHaveLength(2);
  });
});

describe("a link that does not ask for a signature", () => {
  it.each(["no signature asked", "expired", "closed", "forged", "cut short"])(
    "%s: nothing is shown or signed",
    async (why) => {
      const made = await shared({ askSignature: why !== "no signature asked" });
      let { token } = made;
      if (why === "expired") clock.advance({ hours: 24 * 10 });
      if (why === "closed")
        await owner.query("update shares_links set revoked_at = now() where id = $1", [made.id]);
      if (why === "forged") token = `${token.slice(0, -1)}${token.endsWith("A") ? "B" : "A"}`;
      if (why === "cut short") token = token.slice(0, 20);
      for (const look of [signPage, signedPage]) {
        const refused: unknown = await look(args(token)).catch((error: unknown) => error);
        expect(statusOf(refused)).toBe(404);
        expect(messageOf(refused)).not.toContain("Roof report");
      }
      expect(statusOf(await post(token, TYPED))).toBe(404);
      expect((await clientFile(args(token))).status).toBe(404);
      expect(await rows()).toEqual([]);
    },
  );
});

const mails = async () => {
  await deliverDue(shop.account);
  return (
    await owner.query<{ recipient: string; subject: string; text: string; attachments: { file: string }[] }>(
      "select * from mail_messages where account_id = any($1) and created_at = $2 order by id",
      [[shop.account, "00000000-0000-0000-0000-000000000000"], clock.now().toString()],
    )
  ).rows.filter(({ recipient }) => [shop.owner.email, "dana@client.test"].includes(recipient));
};

describe("the signed copy", () => {
  it("begins with the very document, says who signed behind it, and reaches both sides once", async () => {
    clock.advance({ milliseconds: 1 });
    const { token } = await shared();
    await post(token, DRAWN);
    const [row] = await rows();
    await Promise.all([completeSignature(shop.account, row!.id), completeSignature(shop.account, row!.id)]);
    await completeSignature(shop.account, row!.id);
    const mine = await bytesOf(await clientFile(args(token)));
    expect(mine.length).toBeGreaterThan(document.length);
    expect(sha256(mine.subarray(0, document.length))).toBe(row!.sha256);
    const sent = (await mails()).filter(({ recipient }) => recipient === "dana@client.test");
    expect(sent).toHaveLength(1);
    expect(sent[0]!.subject).toBe("Your signed copy: Roof report");
    expect((await installation().files.get(sent[0]!.attachments[0]!.file)).equals(mine)).toBe(true);
    expect((await mails()).filter(({ recipient }) => recipient === shop.owner.email)).toHaveLength(1);
    // The link in that email is their own: it opens the copy after the other one is closed.
    expect(sent[0]!.text).toMatch(/http:\S+\/s\/[\w-]{46}/);
    expect(sent[0]!.text).not.toContain(token);
  });

  it("goes to the signer as soon as the business may mail others, once, where it may not when they sign", async () => {
    shop = await openBusiness({ verified: false });
    const { token } = await shared();
    await post(token, TYPED);
    const [row] = await rows();
    const task = { accountId: shop.account, id: row!.id };
    const theirs = async () => {
      const { rows: found } = await owner.query<{ subject: string }>(
        "select subject from mail_messages where account_id = $1 and recipient = 'dana@client.test'",
        [shop.account],
      );
      return found.map(({ subject }) => subject);
    };
    const waiting = async () => {
      const { rows: found } = await owner.query<{ at: Date }>(
        "select start_after as at from pgboss.job where name = 'signatures.send-copy' and data->>'id' = $1 order by start_after",
        [row!.id],
      );
      return found.map(({ at }) => at.toISOString());
    };
    await completeSignature(shop.account, row!.id);
    await completeSignature(shop.account, row!.id);
    expect([await theirs(), await waiting()]).toEqual([[], ["2026-11-20T18:00:00.000Z"]]);
    clock.set("2026-11-20T18:00:00Z");
    await sendCopyTask.run(task, clock.now());
    expect([await theirs(), (await waiting()).length]).toEqual([[], 2]);
    await owner.query("update identity_users set email_verified = true where id = $1", [shop.owner.id]);
    await Promise.all([sendCopyTask.run(task, clock.now()), sendCopyTask.run(task, clock.now())]);
    expect([await theirs(), (await waiting()).length]).toEqual([["Your signed copy: Roof report"], 2]);
  });

  it("is refused where the stored document is not the one that was signed", async () => {
    const { token, file } = await shared({
      bytes: Buffer.concat([document, Buffer.from(`\n% ${randomUUID()}`)]),
    });
    await post(token, TYPED);
    const [row] = await rows();
    const other = await installation().files.put(shop.account, Buffer.from("%PDF-1.7 altered"), "pdf");
    await owner.query("update signatures set file = $1 where id = $2", [other, row!.id]);
    await expect(completeSignature(shop.account, row!.id)).rejects.toThrow("isn’t the one that was signed");
    await owner.query("update signatures set file = $1 where id = $2", [file, row!.id]);
    await completeSignature(shop.account, row!.id);
  });

  it("carries a document that no page can be put behind inside of it", async () => {
    const odd = Buffer.from("%PDF-1.4\nnot as ours are written\n%%EOF\n");
    const { token } = await shared({ bytes: odd });
    await post(token, TYPED);
    const copy = await bytesOf(await clientFile(args(token)));
    expect(copy.subarray(0, 5).toString()).toBe("%PDF-");
    expect(copy.includes("original.pdf")).toBe(true);
  });

  it("is for the business, and for nobody of another", async () => {
    const { token } = await shared();
    await post(token, TYPED);
    const [row] = await rows();
    const params = { signatureId: row!.id };
    const mine = await signedIn("signing@mine.test");
    const person = (await findPerson(mine.request("/account")))!;
    await owner.query(
      "insert into businesses_members (account_id, user_id, role, job_id, created_at) values ($1, $2, 'owner', null, now())",
      [shop.account, person.id],
    );
    const stranger = await signedIn("signing@other.test");
    for (const [screen, what] of [
      [accountCopy, document],
      [accountDocument, document],
    ] as const) {
      const answer = await screen(argsOf(mine, params));
      expect(answer.status).toBe(200);
      expect((await bytesOf(answer)).subarray(0, what.length).equals(what)).toBe(true);
      expect(statusOf(await screen(argsOf(stranger, params)).catch((error: unknown) => error))).toBe(404);
      expect(statusOf(await screen(argsOf(new Visitor(), params)).catch((error: unknown) => error))).toBe(
        302,
      );
    }
    expect(await onePage(argsOf(mine, params))).toMatchObject({ name: "Dana Ruiz", address: "203.0.113.9" });
    expect(statusOf(await onePage(argsOf(stranger, params)).catch((error: unknown) => error))).toBe(404);
    expect((await listPage(argsOf(mine, {}))).rows).toHaveLength(1);
    expect((await listPage(argsOf(mine, {}, `?job=${randomUUID()}`))).rows).toEqual([]);
    expect((await listPage(argsOf(mine, {}, `?job=${row!.jobId}`))).rows).toHaveLength(1);
    expect(statusOf(await listPage(argsOf(mine, {}, "?job=1 or 1")).catch((error: unknown) => error))).toBe(
      404,
    );
    expect((await listPage(argsOf(stranger, {}))).rows).toEqual([]);
  });
});

function argsOf(visitor: Visitor, params: Readonly<Record<string, string>>, query = "") {
  const request = visitor.request(`/account/signatures${query}`);
  return {
    request,
    params,
    context: visitor.context(),
    url: new URL(request.url),
    pattern: "",
  } as unknown as Parameters<typeof action>[0];
}

describe("whoever wants to be forgotten", () => {
  it("is, with the copy; that there was a signature stays, and they were told of all of it before", async () => {
    const lead = await shop.captured("dana@client.test");
    const { token, job } = await shared({ aboutId: lead });
    await post(token, DRAWN);
    const [before] = await rows();
    await completeSignature(shop.account, before!.id);
    const copyFile = (await rows())[0]!.copyFile!;
    const told: string[] = [];
    await withAccount(shop.account, async (ctx) => {
      await publish(ctx, {
        type: "lead.asked",
        leadId: lead,
        email: "dana@client.test",
        tell: (heading, lines) => told.push(`${heading} ${JSON.stringify(lines)}`),
      });
      await publish(ctx, {
        type: "lead.erased",
        leadId: lead,
        email: "dana@client.test",
        name: "Dana Ruiz",
        isTheirs: true,
      });
    });
    expect(told.join()).toContain("203.0.113.9");
    const [after] = await rows();
    expect(after).toMatchObject({
      state: "signed",
      sha256: before!.sha256,
      name: "",
      email: null,
      drawing: null,
      address: "",
      copyFile: null,
    });
    expect(JSON.stringify(after)).not.toMatch(/dana|ruiz|203\.0\.113|iPhone/i);
    await removeCopiesTask.run({ files: [copyFile] }, clock.now());
    expect(await installation().files.exists(copyFile)).toBe(false);
    expect(await signedPage(args(token))).toMatchObject({ isErased: true, name: "" });
    expect((await clientFile(args(token))).status).toBe(404);
    expect((await history(job)).map(({ kind, payload }) => [kind, payload === null])).toEqual([
      ["signatures.signed", true],
      ["evidence.erased", false],
    ]);
  });

  it("is by their address too, where the link was handed to them; of this business alone, and only where the address is known to be theirs", async () => {
    const { token, job, id } = await shared();
    const other = await shared();
    await post(token, DRAWN);
    await post(other.token, { ...TYPED, email: "lee@client.test", name: "Lee Park" });
    const elsewhere = await openBusiness();
    const copy = async () => (await rows()).find(({ linkId }) => linkId === id)!;
    await completeSignature(shop.account, (await copy()).id);
    await owner.query(
      "insert into shares_visits (account_id, id, link_id, at, did, who, device) values ($1, gen_random_uuid(), $2, now(), 'opened', 'person', 'iPhone')",
      [shop.account, id],
    );
    const copyFile = (await copy()).copyFile!;
    const erased = (account: string, isTheirs: boolean) =>
      withAccount(account, (ctx) =>
        publish(ctx, {
          type: "lead.erased",
          leadId: randomUUID(),
          email: "dana@client.test",
          name: "Dana Ruiz",
          isTheirs,
        }),
      );
    await erased(elsewhere.account, true);
    await erased(shop.account, false);
    expect(await copy()).toMatchObject({ name: "Dana Ruiz", erasedAt: null });
    const told: string[] = [];
    await withAccount(shop.account, (ctx) =>
      publish(ctx, {
        type: "lead.asked",
        leadId: randomUUID(),
        email: "dana@client.test",
        tell: (heading) => void told.push(heading),
      }),
    );
    expect(told).toEqual(["What you signed or declined"]);
    await erased(shop.account, true);
    expect(await copy()).toMatchObject({ name: "", email: null, copyFile: null });
    const [entry, said] = await history(job);
    expect(entry).toMatchObject({ kind: "signatures.signed", payload: null });
    expect(said).toMatchObject({ kind: "evidence.erased", payload: { entries: [1] } });
    const links = await owner.query("select kind from shares_links where account_id = $1 and file = $2", [
      shop.account,
      copyFile,
    ]);
    const visits = await owner.query(
      "select device from shares_visits where account_id = $1 and link_id = $2",
      [shop.account, id],
    );
    expect([links.rows, visits.rows]).toEqual([[], []]);
    expect((await rows()).find(({ linkId }) => linkId === other.id)).toMatchObject({
      name: "Lee Park",
      erasedAt: null,
    });
  });
});
