import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { suspend } from "#faces/operator/accounts/accounts.server.ts";
import { readThread } from "#faces/inbox/thread.server.ts";
import { saveBusinessDetails } from "#ground/businesses/public.server.ts";
import { noteComplaint } from "#trade/leads/opt-outs.server.ts";
import { replyFile } from "#trade/leads/mail/reply-files.server.ts";
import { eraseLeadWithRetry } from "#trade/leads/personal-data/erase.server.ts";
import { newId } from "#platform/db/ids.ts";
import { installation, useInstallation } from "#platform/config/installation.server.ts";
import { withAccount } from "#platform/db/scope.server.ts";
import { deliverDue } from "#ground/notifications/deliver.server.ts";
import { repliesNote } from "#trade/leads/public.server.ts";
import { testClock } from "#platform/db/testing/installation.ts";
import { type Business, business, FRIDAY, OPERATOR, states, waiting } from "../testing/follow-ups.ts";
import {
  openReplies,
  rawMail,
  rawWithFiles,
  receive,
  type SentMail,
  toLead,
  toOwner,
} from "../testing/replies.ts";

// With a domain for replies, a client's answer reaches the inbox and the owner's own mailbox, and the owner
// answers from there.

const DETAILS = { businessName: "Summit Deck", postalAddress: "1 Main St, Denver", zone: "America/Denver" };
const clock = testClock(FRIDAY);
let close: () => Promise<void>;
let shop: Business;
let lead: string;

beforeAll(async () => {
  close = await openReplies(clock);
});
afterAll(() => close());
beforeEach(async () => {
  clock.set(FRIDAY);
  shop = await business();
  lead = await waiting(shop);
});

const thread = () =>
  withAccount(shop.account, (ctx) =>
    readThread(ctx, lead, { zone: "UTC", email: "dana@client.test", phone: null, mayMail: true }),
  );

/** Dana's reply to the guide. */
async function replies(
  words: string,
  headers: Readonly<Record<string, string | undefined>> = {},
): Promise<void> {
  const [gift] = await toLead(shop.account, lead);
  await receive(
    rawMail(
      {
        From: "Dana Ruiz <dana@client.test>",
        To: gift!.reply_to!,
        Subject: "Re: your guide",
        "In-Reply-To": gift!.message_id_header,
        References: gift!.message_id_header,
        ...headers,
      },
      words,
    ),
  );
}

describe("a reply to an address of ours", () => {
  it("stops follow-up, shows in the inbox, reaches the owner, and is answered from the owner’s own program", async () => {
    const [gift] = await toLead(shop.account, lead);
    expect(gift!.reply_to).toMatch(/^[a-z2-7]{42}@reply\.test$/);
    expect(await states(shop, lead)).toEqual(["handed", "waiting"]);

    await replies("Tuesday works. What would cedar cost?", { "Message-ID": "<dana-1@client.test>" });
    expect(await states(shop, lead)).toEqual(["handed", "not_sent they replied"]);
    const [forward, ...others] = await toOwner(shop.email);
    expect(others).toEqual([]);
    expect(forward).toMatchObject({
      subject: "Re: your guide",
      from_name: "Dana Ruiz via Plumbline",
      from_address: "mail@plumbline.test",
      reply_to: expect.stringMatching(/^[a-z2-7]{42}@reply\.test$/) as unknown,
    });
    expect(forward!.reply_to).not.toBe(gift!.reply_to);
    expect(forward!.text.startsWith("Tuesday works. What would cedar cost?\n")).toBe(true);

    await receive(
      rawMail(
        {
          From: `Owner <${shop.email}>`,
          To: forward!.reply_to!,
          Subject: "Re: your guide",
          "In-Reply-To": forward!.message_id_header,
          References: forward!.message_id_header,
        },
        `About $9,000. See you Tuesday.\n\nOn Fri, Nov 20, 2026 at 10:00 AM Dana Ruiz via Plumbline <mail@plumbline.test> wrote:\n\n${forward!.text.replace(/^/gm, "> ")}`,
      ),
    );
    const answer = (await toLead(shop.account, lead)).at(-1)!;
    expect(answer).toMatchObject({
      kind: "answer",
      recipient: "dana@client.test",
      from_name: "Summit Deck",
      subject: "Re: your guide",
      reply_to: gift!.reply_to,
      headers: {
        "In-Reply-To": "<dana-1@client.test>",
        References: `${gift!.message_id_header} <dana-1@client.test>`,
      },
    });
    expect(answer.text).toBe(
      "About $9,000. See you Tuesday.\n\nOn Fri, Nov 20, 10:00 AM MST, Dana Ruiz wrote:\n> Tuesday works. What would cedar cost?",
    );
    const { entries, waiting: waits } = await thread();
    expect(waits).toBe(false);
    expect(entries.filter(({ who }) => who === "them" || who === "us").map(({ body }) => body)).toEqual([
      "Tuesday works. What would cedar cost?",
      "About $9,000. See you Tuesday.",
    ]);
  });
});

/** The owner's answer to a forward, from a mail program that quotes it. */
function ownerWrites(
  forward: SentMail,
  words: string,
  headers: Readonly<Record<string, string | undefined>> = {},
): string {
  return rawMail(
    {
      From: `Owner <${shop.email}>`,
      To: forward.reply_to!,
      Subject: forward.subject,
      "In-Reply-To": forward.message_id_header,
      References: forward.message_id_header,
      ...headers,
    },
    `${words}\n\nOn Fri, Nov 20, 2026 at 10:00 AM Dana Ruiz via Plumbline <mail@plumbline.test> wrote:\n\n${forward.text.replace(/^/gm, "> ")}`,
  );
}

const answers = async () => (await toLead(shop.account, lead)).filter(({ kind }) => kind === "answer");
const theirs = async () => (await thread()).entries.filter(({ who }) => who === "them");

describe("what is no reply", () => {
  it("ignores a forged, guessed or damaged address", async () => {
    const [gift] = await toLead(shop.account, lead);
    const [token = ""] = gift!.reply_to!.split("@");
    const changed = [
      `${token.slice(0, -1)}${token.endsWith("a") ? "q" : "a"}@reply.test`,
      `${"a".repeat(42)}@reply.test`,
      `${token.slice(0, 30)}@reply.test`,
      `${token}@elsewhere.test`,
      `x${token}@reply.test`,
      "postmaster@reply.test",
    ];
    for (const to of changed)
      await receive(rawMail({ From: "dana@client.test", To: to, Subject: "Hi" }, "Is anybody there?"));
    expect(await theirs()).toEqual([]);
    expect(await toOwner(shop.email)).toEqual([]);
    expect(await states(shop, lead)).toEqual(["handed", "waiting"]);
  });

  it("finds the conversation by an address in capitals, without any reference", async () => {
    const [gift] = await toLead(shop.account, lead);
    await receive(
      rawMail(
        { From: "DANA@client.test", To: gift!.reply_to!.toUpperCase(), Subject: "From my address book" },
        "Are you still there?",
      ),
    );
    expect(await theirs()).toMatchObject([{ body: "Are you still there?", explanation: null }]);
    expect(await toOwner(shop.email)).toHaveLength(1);
  });

  it("keeps an absence note in the history, and forwards none", async () => {
    await replies("I am away until Monday.", { "Auto-Submitted": "auto-replied" });
    expect(await toOwner(shop.email)).toEqual([]);
    expect(await states(shop, lead)).toEqual(["handed", "waiting"]);
  });

  it("never passes an owner's absence note on to the client, nor answers it", async () => {
    await replies("Tuesday works.");
    const [forward] = await toOwner(shop.email);
    for (const headers of [
      { "Auto-Submitted": "auto-replied" },
      { Precedence: "auto_reply" },
      { "X-Autoreply": "yes" },
      { Subject: "Automatic reply: Re: your guide" },
      { From: "MAILER-DAEMON@owner.test" },
    ])
      await receive(ownerWrites(forward!, "I am on vacation.", headers));
    expect(await answers()).toEqual([]);
    expect(await toOwner(shop.email)).toHaveLength(1);
    expect(await toOwner("mailer-daemon@owner.test")).toEqual([]);
  });
});

describe("who wrote", () => {
  it("shows and forwards what another person wrote, says so, and answers the client", async () => {
    await replies("I’m her husband. Cedar, please.", { From: "Luis <luis@elsewhere.test>" });
    const [entry] = await theirs();
    expect(entry).toMatchObject({
      body: "I’m her husband. Cedar, please.",
      explanation: expect.stringContaining("From luis@elsewhere.test") as unknown,
    });
    expect(await states(shop, lead)).toEqual(["handed", "not_sent they replied"]);
    const [forward] = await toOwner(shop.email);
    expect(forward!.text).toContain("This came from luis@elsewhere.test, not from dana@client.test.");
    await receive(ownerWrites(forward!, "Cedar it is."));
    expect((await answers()).map(({ recipient }) => recipient)).toEqual(["dana@client.test"]);
  });

  it("passes nothing on from an address that isn't the owner's, and says why, once", async () => {
    await replies("Tuesday works.");
    const [forward] = await toOwner(shop.email);
    const raw = ownerWrites(forward!, "See you.", {
      From: "Me at home <private@home.test>",
      "Message-ID": "<from-home@home.test>",
    });
    await receive(raw, raw.replace("See you.", "See you.\r\n"));
    expect(await answers()).toEqual([]);
    const [refusal, ...others] = await toOwner("private@home.test");
    expect(others).toEqual([]);
    expect(refusal).toMatchObject({
      subject: "Not sent: Re: your guide",
      reply_to: null,
      headers: { "In-Reply-To": "<from-home@home.test>", "Auto-Submitted": "auto-replied" },
    });
    expect(refusal!.text).toContain("It came from private@home.test.");
    // A stranger learns nothing about anyone.
    expect(refusal!.text).not.toMatch(/Dana|Summit|owner\.test|\/account\//);
  });

  it("takes a client who got the owner's address for who they are", async () => {
    await replies("Tuesday works.");
    const [forward] = await toOwner(shop.email);
    await receive(
      rawMail(
        { From: "dana@client.test", To: forward!.reply_to!, Subject: "Re: your guide" },
        "Or Wednesday?",
      ),
    );
    expect((await theirs()).map(({ body }) => body)).toEqual(["Tuesday works.", "Or Wednesday?"]);
    expect(await answers()).toEqual([]);
  });
});

describe("an owner's answer", () => {
  let forward: SentMail;
  beforeEach(async () => {
    await replies("Tuesday works. What would cedar cost?");
    forward = (await toOwner(shop.email))[0]!;
  });
  const refusals = async () =>
    (await toOwner(shop.email)).filter(({ subject }) => subject.startsWith("Not sent"));

  it("goes out once, however often it is delivered and whichever way", async () => {
    const raw = ownerWrites(forward, "About $9,000.", { "Message-ID": "<answer@owner.test>" });
    await receive(raw);
    await receive(`Received: by another.test; Fri, 20 Nov 2026 17:00:01 +0000\r\n${raw}`);
    expect(await answers()).toHaveLength(1);
    expect(await refusals()).toEqual([]);
  });

  it.each([
    [
      "Outlook",
      (text: string) =>
        `Yes.\r\n\r\n________________________________\r\nFrom: Dana Ruiz via Plumbline <mail@plumbline.test>\r\nSent: Friday, November 20, 2026 10:00 AM\r\nTo: Owner\r\nSubject: Re: your guide\r\n\r\n${text}`,
    ],
    [
      "no marks at all",
      (text: string) => `Yes.\r\n\r\nDana Ruiz via Plumbline kirjoitti 20.11.2026 klo 10.00:\r\n\r\n${text}`,
    ],
    [
      "an iPhone",
      (text: string) =>
        `Yes.\r\n\r\nSent from my iPhone\r\n\r\n> On Nov 20, 2026, at 10:00 AM, Dana Ruiz via Plumbline <mail@plumbline.test> wrote:\r\n> \r\n${text.replace(/^/gm, "> ")}`,
    ],
  ])("leaves the forward out, as %s quotes it", async (_program, quote) => {
    await receive(
      rawMail(
        {
          From: shop.email,
          To: forward.reply_to!,
          Subject: "Re: your guide",
          "In-Reply-To": forward.message_id_header,
        },
        quote(forward.text),
      ),
    );
    const [answer] = await answers();
    expect(answer!.text).toBe(
      "Yes.\n\nOn Fri, Nov 20, 10:00 AM MST, Dana Ruiz wrote:\n> Tuesday works. What would cedar cost?",
    );
  });

  it("is read from HTML, and from HTML beside a blank text", async () => {
    const html = `<div>About <b>$9,000</b>.</div><blockquote type="cite">${forward.html}</blockquote>`;
    await receive(
      ownerWrites(forward, "", { "Content-Type": "text/html; charset=utf-8" }).replace(
        /\r\n\r\n[^]*/,
        `\r\n\r\n${html}`,
      ),
    );
    clock.advance({ minutes: 1 });
    const parts = `--b\r\nContent-Type: text/plain\r\n\r\n \r\n--b\r\nContent-Type: text/html; charset=utf-8\r\n\r\n<p>Or less.</p>\r\n--b--`;
    await receive(
      rawMail(
        { From: shop.email, To: forward.reply_to!, Subject: "Re: your guide" },
        parts,
        'multipart/alternative; boundary="b"',
      ),
    );
    const [one, other] = await answers();
    expect(one!.text).toMatch(/^About \$9,000\.\n\nOn /);
    expect(one!.text).not.toContain("Just reply to this");
    expect(other!.text).toMatch(/^Or less\.\n\nOn /);
  });

  it("without words of its own isn't sent, and says so", async () => {
    await receive(ownerWrites(forward, ""));
    expect(await answers()).toEqual([]);
    const [refusal] = await refusals();
    expect(refusal!.text).toContain("to Dana Ruiz. There’s nothing in it but the quoted email.");
  });

  it("isn't sent to someone who reported spam, nor from a suspended account", async () => {
    await withAccount(shop.account, (ctx) => noteComplaint(ctx, lead));
    await receive(ownerWrites(forward, "Please come back."));
    await suspend(OPERATOR, shop.account, "spam");
    await receive(ownerWrites(forward, "And again."));
    expect(await answers()).toEqual([]);
    expect(
      (await refusals())
        .map(({ text }) => /Ruiz\. (.*)/.exec(text)?.[1])
        .toSorted((a = "", b = "") => a.localeCompare(b)),
    ).toEqual(["They marked an email as spam.", "This account is suspended."]);
  });

  it("brings its files to the client and into the inbox", async () => {
    const plan = Buffer.from("%PDF-1.7 a plan");
    await receive(
      rawWithFiles({ From: shop.email, To: forward.reply_to!, Subject: "Re: your guide" }, "The plan.", [
        { name: "plan.pdf", type: "application/pdf", content: plan },
      ]),
    );
    const [answer] = await answers();
    expect(answer!.attachments).toMatchObject([{ name: "plan.pdf", contentType: "application/pdf" }]);
    const [attached] = answer!.attachments;
    const file = attached && "file" in attached ? attached.file : "";
    expect(await installation().files.get(file)).toEqual(plan);
    const entry = (await thread()).entries.find(({ who }) => who === "us")!;
    expect(entry).toMatchObject({
      body: "The plan.",
      files: [{ name: "plan.pdf", href: `/account/inbox/${lead}/file/${answer!.id}/0` }],
      explanation: expect.stringContaining(`You emailed it from ${shop.email}.`) as unknown,
    });
    expect(
      (await withAccount(shop.account, (ctx) => replyFile(ctx, { leadId: lead, replyId: answer!.id, at: 0 })))
        .file,
    ).toBe(file);
  });
});

describe("files of a client", () => {
  const send = async (
    files: readonly { name: string; type: string; content: Buffer }[],
    words = "See these.",
  ) => {
    const [gift] = await toLead(shop.account, lead);
    await receive(
      rawWithFiles({ From: "dana@client.test", To: gift!.reply_to!, Subject: "Photos" }, words, files),
    );
    return (await toOwner(shop.email)).at(-1)!;
  };
  const megabytes = (count: number) => Buffer.alloc(count * 1024 * 1024, newId());

  it("are kept and forwarded, whatever they call themselves", async () => {
    const forward = await send([
      { name: "deck.png", type: "image/png", content: Buffer.from("a photo") },
      { name: "../../run.exe", type: "application/x-msdownload", content: Buffer.from("MZ") },
      { name: "odd", type: "x-strange/thing", content: Buffer.from("?") },
    ]);
    expect(forward.attachments).toMatchObject([
      { name: "deck.png", contentType: "image/png" },
      { name: "run.exe", contentType: "application/x-msdownload" },
      { name: "odd", contentType: "application/octet-stream" },
    ]);
  });

  it("of more than 15 MB stay in the inbox, and the forward says where they are", async () => {
    const forward = await send([
      { name: "small.jpg", type: "image/jpeg", content: megabytes(1) },
      { name: "film.mov", type: "video/quicktime", content: megabytes(16) },
    ]);
    expect(forward.attachments.map(({ name }) => name)).toEqual(["small.jpg"]);
    expect(forward.text).toContain("film.mov (16\u00a0MB) is too large to forward.");
    expect((await theirs()).at(-1)!.files.map(({ href }) => href !== null)).toEqual([true, true]);
  });

  it("of 30 MB are not kept, but the words are, and both are told", async () => {
    const forward = await send(
      [{ name: "film.mov", type: "video/quicktime", content: megabytes(30) }],
      "Here is the film of our yard.",
    );
    expect(forward.text).toContain("Here is the film of our yard.");
    expect(forward.text).toMatch(/attachments \(4\d\u00a0MB\) is too large for us to keep\. Ask Dana Ruiz/);
    expect(forward.attachments).toEqual([]);
    expect((await theirs()).at(-1)).toMatchObject({
      body: "Here is the film of our yard.",
      files: [{ href: null, about: expect.stringContaining("too large to save here") as unknown }],
    });
    expect(await states(shop, lead)).toEqual(["handed", "not_sent they replied"]);
  });
});

describe("loops", () => {
  it("end at once where two businesses here are each other's clients at reply addresses", async () => {
    const other = await business();
    const [gift] = await toLead(shop.account, lead);
    // The other business writes to a reply address of ours as if it were a client.
    const twin = await waiting(other, gift!.reply_to!);
    const [back] = await toLead(other.account, twin);
    const wire = (mail: SentMail) =>
      rawMail(
        {
          From: `${mail.from_name} <${mail.from_address}>`,
          To: mail.recipient,
          "Reply-To": mail.reply_to ?? undefined,
          Subject: mail.subject,
          "Message-ID": mail.message_id_header,
          ...mail.headers,
        },
        mail.text,
      );
    await receive(wire(back!));
    expect(await theirs()).toEqual([]);
    expect(await toOwner(shop.email)).toEqual([]);
    // A forward that the owner's mailbox redirects to a client's address, with a new Message-ID.
    await replies("Tuesday works.");
    const [forward] = await toOwner(shop.email);
    await receive(
      wire({ ...forward!, recipient: back!.reply_to!, message_id_header: "<redirected@owner.test>" }),
    );
    expect(await toOwner(other.email)).toEqual([]);
  });

  it("of two installations end after one round, and after ten where a server removes all marks", async () => {
    const [gift] = await toLead(shop.account, lead);
    const robot = (count: number, marks: Readonly<Record<string, string>>) =>
      rawMail(
        { From: "dana@client.test", To: gift!.reply_to!, Subject: `Re: ticket ${count}`, ...marks },
        `Thank you for your message no. ${count}.`,
      );
    await receive(robot(0, { "Auto-Submitted": "auto-generated", "X-Loop": "replies@other.test" }));
    expect(await toOwner(shop.email)).toEqual([]);
    for (let count = 1; count <= 15; count++) await receive(robot(count, {}));
    expect(await toOwner(shop.email)).toHaveLength(10);
    // All are in the inbox, and after a while replies are forwarded again.
    expect(await theirs()).toHaveLength(15);
    clock.advance({ minutes: 11 });
    await receive(robot(16, {}));
    expect(await toOwner(shop.email)).toHaveLength(11);
  });

  it("can't begin with a reply address of ours as the address that replies go to", async () => {
    const [gift] = await toLead(shop.account, lead);
    await withAccount(shop.account, (ctx) =>
      saveBusinessDetails(ctx, { ...DETAILS, replyAddress: gift!.reply_to! }),
    );
    await replies("Tuesday works.");
    expect(await toOwner(gift!.reply_to!)).toEqual([]);
    expect(await toOwner(shop.email)).toHaveLength(1);
  });
});

describe("where replies go", () => {
  it("follows the address that the business gave, and a mailbox of its own comes first", async () => {
    await withAccount(shop.account, (ctx) =>
      saveBusinessDetails(ctx, { ...DETAILS, replyAddress: "office@ridge.test" }),
    );
    await replies("Tuesday works.");
    expect(await toOwner(shop.email)).toEqual([]);
    const [forward] = await toOwner("office@ridge.test");
    await receive(ownerWrites(forward!, "Fine.", { From: "office@ridge.test" }));
    clock.advance({ minutes: 1 });
    await receive(ownerWrites(forward!, "Fine, says the owner."));
    expect((await answers()).map(({ text }) => text.split("\n")[0])).toEqual([
      "Fine.",
      "Fine, says the owner.",
    ]);

    await withAccount(shop.account, (ctx) =>
      ctx.db.execute(sql`insert into businesses_channels (account_id, kind, sealed, shown, changed_at)
        values (${shop.account}, 'imap', '', '{}', ${ctx.now.toString()})`),
    );
    const next = await waiting(shop, "lee@client.test", "Lee Park");
    expect((await toLead(shop.account, next))[0]!.reply_to).toBe("office@ridge.test");
  });

  it("finds the person that a lead became part of, and nobody who was erased", async () => {
    await replies("Tuesday works.");
    const [gift] = await toLead(shop.account, lead);
    await eraseLeadWithRetry(shop.account, lead);
    expect(await toOwner(shop.email)).toEqual([]);
    await receive(rawMail({ From: "dana@client.test", To: gift!.reply_to!, Subject: "Hi" }, "Still there?"));
    expect(await toOwner(shop.email)).toEqual([]);
  });
});

describe("notifications", () => {
  const notified = async () => {
    await deliverDue(shop.account);
    return (await toOwner(shop.email)).map(({ subject }) => subject);
  };

  it("come by email only to people who didn't get the reply itself", async () => {
    await notified();
    const before = (await notified()).length;
    await replies("Tuesday works.");
    // The forward, and nothing else about it.
    expect((await notified()).slice(before)).toEqual(["Re: your guide"]);
  });

  it("of a new lead say that replies aren't seen, only where they aren't", async () => {
    const newest = async (email: string) => {
      await shop.come(email, "New Lead");
      await notified();
      return (await toOwner(shop.email)).filter(({ subject }) => subject.startsWith("New lead")).at(-1)!.text;
    };
    expect(await newest("seen@client.test")).not.toContain("They replied");
    const { replies: mailbox } = installation();
    clock.advance({ minutes: 1 });
    useInstallation({ ...installation(), replies: undefined });
    try {
      const text = await newest("unseen@client.test");
      expect(text).toContain(`Clients reply to ${shop.email}. We don’t see those replies`);
      expect(text).toContain("tap “They replied”");
      expect(text).toContain("/account/settings/sending?open=imap");
    } finally {
      useInstallation({ ...installation(), replies: mailbox });
    }
  });
});

describe("where replies aren't seen", () => {
  it.each([
    [
      undefined,
      {
        areSeen: false,
        words: expect.stringMatching(/^Clients reply to .*We don’t see/) as unknown,
        trouble: null,
      },
    ],
    [
      { domain: "reply.test", local: null },
      { areSeen: true, words: expect.stringContaining("is forwarded to") as unknown, trouble: null },
    ],
  ])("with %j nothing pretends", async (mailbox, expected) => {
    const { replies: usual } = installation();
    useInstallation({ ...installation(), replies: mailbox });
    try {
      expect(await withAccount(shop.account, (ctx) => repliesNote(ctx))).toEqual(expected);
      const next = await waiting(shop, "lee@client.test", "Lee Park");
      expect((await toLead(shop.account, next))[0]!.reply_to).toEqual(
        mailbox ? expect.stringMatching(/@reply\.test$/) : shop.email,
      );
    } finally {
      useInstallation({ ...installation(), replies: usual });
    }
  });
});
