import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { startMailbox } from "../../src/platform/mail/testing/imap-server.ts";
import { headerOf, replyTo, sendBySmtp, startPostOffice } from "../harness/mail-program.ts";
import { decodedBody } from "../harness/mails.ts";
import { ownerConnection } from "../harness/processes.ts";
import { freePort, removeData, type RunningProduct, startProduct, tempFolder } from "../harness/product.ts";
import { seededRandom } from "../harness/random.ts";
import { type Accepted, startSink } from "../harness/smtp-sink.ts";
import { askForGuide, bookVisit, openShop, openVisits } from "../harness/visitor.ts";

/** What a run of kills left, by the mail server's log and the database. */
export interface RepliesProof {
  readonly kills: number;
  readonly replies: number;
  /** Times that two clients each wanted. */
  readonly visits: number;
  /** Empty if nothing was lost and nothing came twice. */
  readonly violations: readonly string[];
  readonly report: string;
}

const OWNER = "owner@proof.test";
const clientOf = (nth: number) => `client-${nth}@proof.test`;
const asks = (nth: number) => `Question number ${nth} ends here.`;
const answers = (nth: number) => `Answer number ${nth} ends here.`;

/** A time that two clients booked at once, and what each was answered in the end. */
interface Wanted {
  readonly at: string;
  readonly rivals: readonly { readonly email: string; readonly status: number }[];
}

/** Six a day; the first in three days, so that there is room for all of them in the month that is open. */
const MOST_TIMES = 150;
function timeOf(nth: number): string {
  const first = Temporal.Now.zonedDateTimeISO("America/Denver").add({ days: 3 }).with({ hour: 8, minute: 0 });
  return first
    .add({ days: Math.floor(nth / 6), minutes: 90 * (nth % 6) })
    .toInstant()
    .toString({ smallestUnit: "minute" });
}

/** Sends the same form again, as people do, until the product answers. @returns the status */
async function pressUntilAnswered(press: () => Promise<Response>): Promise<number> {
  for (const until = Date.now() + 120_000; ; await sleep(500)) {
    const status = await press().then(
      (answer) => answer.status,
      () => 0,
    );
    if ((status !== 0 && status < 500) || Date.now() > until) return status;
  }
}

/**
 * Clients reply, the owner answers each forward from a mail program, two clients at a time book the same
 * visit, and the product is killed meanwhile: the whole process tree, or the app alone. Every third email is
 * delivered twice. The mail server and the mailbox are processes and objects of their own, which no kill
 * touches.
 */
export async function proveReplies({ kills, seed }: { kills: number; seed: number }): Promise<RepliesProof> {
  const random = seededRandom(seed);
  const clients = Math.max(12, kills * 2);
  const sink = await startSink();
  const mailbox = await startMailbox({ user: "post@plumbline.test", password: "right", idle: true });
  const office = await startPostOffice((raw) => {
    mailbox.deliver(raw);
    if (random() < 1 / 3)
      mailbox.deliver(`Received: from a.test by b.test; ${new Date().toUTCString()}\r\n${raw}`);
  });
  const settings = {
    DATA_DIR: await tempFolder("reply-kills"),
    PORT: String(await freePort()),
    // Few at a time, so that kills meet some that wait and some that are being sent.
    SMTP_URL: `${sink.url}?maxConnections=2`,
    MAIL_FROM: "Plumbline <mail@plumbline.test>",
    IMAP_URL: `imap://post%40plumbline.test:right@127.0.0.1:${mailbox.port}/INBOX`,
  };
  let product: RunningProduct = await startProduct(settings);
  // Each decoded once: to decode hundreds of them again for each client takes longer than the kills.
  const bodies: string[] = [];
  const mails = async (to: string, words: string): Promise<Accepted[]> =>
    (await sink.accepted()).filter((mail, at) => {
      if (!mail.to.includes(to)) return false;
      return (bodies[at] ??= decodedBody(mail.raw)).includes(words);
    });
  const gifts = new Map<number, string>();
  try {
    const posted = { ...product, outbox: async () => (await sink.accepted()).map(({ raw }) => raw) };
    const shop = await openShop(posted, OWNER, "Summit Deck");
    await openVisits(shop);
    for (let nth = 0; nth < clients; nth++) {
      const { status } = await askForGuide(product, shop.slug, {
        name: `Client ${nth}`,
        email: clientOf(nth),
      });
      if (status !== 303) throw new Error(`asking for the guide answered ${status}`);
    }
    for (const until = Date.now() + 60_000; gifts.size < clients; await sleep(100)) {
      for (const { to, raw } of await sink.accepted())
        for (let nth = 0; nth < clients; nth++) if (to.includes(clientOf(nth))) gifts.set(nth, raw);
      if (Date.now() > until) throw new Error(`${gifts.size} of ${clients} guides came`);
    }
    sink.behave({ hesitate: { seed, mostMs: 150 } });

    // The owner's mail program: answers each forward once.
    const answered = new Set<number>();
    const owner = { isDone: false };
    const isKilled = { over: false };
    const answering = (async () => {
      while (!owner.isDone) {
        for (let nth = 0; nth < clients; nth++) {
          const [forward] = answered.has(nth) ? [] : await mails(OWNER, asks(nth));
          if (!forward) continue;
          answered.add(nth);
          const text = answers(nth);
          await sendBySmtp(office.port, replyTo(forward.raw, { from: OWNER, text, quoted: asks(nth) }));
        }
        await sleep(50);
      }
    })();
    const writing = (async () => {
      for (let nth = 0; nth < clients; nth++) {
        const original = gifts.get(nth)!;
        await sendBySmtp(
          office.port,
          replyTo(original, { from: clientOf(nth), text: asks(nth), quoted: "Your guide is here." }),
        );
        await sleep(random() * 1_000);
      }
    })();
    const wanted: Wanted[] = [];
    const booking = (async () => {
      for (let nth = 0; nth < MOST_TIMES && !isKilled.over; nth++) {
        const at = timeOf(nth);
        const rivals = await Promise.all(
          [0, 1].map(async (rival) => {
            const email = `visitor-${nth}-${rival}@proof.test`;
            const client = { at, email, submission: randomUUID() };
            return { email, status: await pressUntilAnswered(() => bookVisit(product, shop.slug, client)) };
          }),
        );
        wanted.push({ at, rivals });
        await sleep(random() * 4_000);
      }
    })();
    for (let kill = 0; kill < kills; kill++) {
      // In the middle of something: a kill of a product that has done nothing proves nothing.
      const more = sink.count() + 1 + Math.floor(random() * 4);
      for (const until = Date.now() + 15_000; sink.count() < more && Date.now() < until;) await sleep(20);
      await sleep(random() * 300);
      const began = Date.now();
      await (random() < 0.5 ? product.killTree() : product.killApp());
      product = await startProduct(settings);
      console.log(
        `kill ${kill + 1}: ready again after ${Date.now() - began} ms, ${answered.size} forwards answered`,
      );
    }
    isKilled.over = true;
    await Promise.all([writing, booking]);
    sink.behave({});
    const inDatabase = async () => {
      const client = new pg.Client(ownerConnection(settings.DATA_DIR));
      await client.connect();
      try {
        const { rows } = await client.query<{
          email: string;
          replies: number;
          answers: number;
          states: string[];
          moving: number;
        }>(`select l.email,
                   (select count(*)::int from leads_replies r where r.lead_id = l.id) as replies,
                   (select count(*)::int from leads_answers a where a.lead_id = l.id) as answers,
                   array(select m.state from mail_messages m where m.about_id = l.id and m.kind = 'answer') as states,
                   (select count(*)::int from mail_messages m where m.about_id = l.id and m.state in ('queued', 'claimed', 'committing')) as moving
              from leads l`);
        return new Map(rows.map((row) => [row.email, row]));
      } finally {
        await client.end();
      }
    };
    const booked = async () => {
      const client = new pg.Client(ownerConnection(settings.DATA_DIR));
      await client.connect();
      try {
        const { rows } = await client.query<{ email: string; at: Date }>(
          "select email, starts_at as at from visits_visits where state = 'booked'",
        );
        return rows;
      } finally {
        await client.end();
      }
    };
    /** One of the two has the visit and one confirmation; the other was told that it's taken. */
    const judgeVisits = async (): Promise<string[]> => {
      const visits = await booked();
      const wrong = visits.length === wanted.length ? [] : [`${visits.length} visits of ${wanted.length}`];
      for (const { at, rivals } of wanted) {
        const statuses = rivals.map(({ status }) => status).toSorted((a, b) => a - b);
        if (statuses.join() !== "303,409") wrong.push(`${at}: answered ${statuses.join()}`);
        const has = visits.filter((visit) => visit.at.getTime() === Date.parse(at)).map(({ email }) => email);
        for (const { email, status } of rivals) {
          if (has.filter((one) => one === email).length !== (status === 303 ? 1 : 0))
            wrong.push(`${at}: ${email} was answered ${status}, and ${has.join()} has it`);
          const ids = new Set(
            (await mails(email, "Estimate visit")).map(({ raw }) => headerOf(raw, "Message-ID")),
          );
          if (ids.size !== (status === 303 ? 1 : 0)) wrong.push(`${at}: ${email} got ${ids.size} emails`);
        }
      }
      return wrong;
    };
    let rows = await inDatabase();
    const isSettled = () =>
      answered.size === clients && [...rows.values()].every((row) => row.answers >= 1 && row.moving === 0);
    // As long as something still moves: the machine may do much else, and what crashed often waits minutes.
    const progress = () =>
      [...rows.values()].reduce((sum, row) => sum + row.replies + row.answers, answered.size);
    let [seen, until] = [progress(), Date.now() + 180_000];
    for (; !isSettled() && Date.now() < until; await sleep(250)) {
      rows = await inDatabase();
      if (progress() > seen) [seen, until] = [progress(), Date.now() + 180_000];
    }
    // A wrong second message would still be on its way.
    await sleep(2_000);
    rows = await inDatabase();
    owner.isDone = true;
    await answering;

    const violations: string[] = [];
    let [twice, unknown] = [0, 0];
    for (let nth = 0; nth < clients; nth++) {
      const row = rows.get(clientOf(nth));
      if (row?.replies !== 1) violations.push(`${nth}: ${row?.replies ?? 0} replies recorded`);
      if (row?.answers !== 1) violations.push(`${nth}: ${row?.answers ?? 0} answers recorded`);
      const forwards = await mails(OWNER, asks(nth));
      const ids = new Set(forwards.map(({ raw }) => headerOf(raw, "Message-ID")));
      if (ids.size !== 1) violations.push(`${nth}: forwarded as ${ids.size} messages`);
      if (forwards.length > 1) twice++;
      const passedOn = (await mails(clientOf(nth), answers(nth))).length;
      const isUnknown = row?.states[0] === "unknown";
      if (isUnknown) unknown++;
      if (passedOn > 1 || (passedOn === 0 && !isUnknown))
        violations.push(
          `${nth}: the answer came ${passedOn} times, its state is ${row?.states.join() ?? "none"}`,
        );
    }
    violations.push(...(await judgeVisits()));
    const refused = (await sink.accepted()).filter(({ subject }) => subject.startsWith("Not sent"));
    if (refused.length) violations.push(`${refused.length} answers were refused`);
    return {
      kills,
      replies: clients,
      visits: wanted.length,
      violations,
      report: `${clients} replies and answers, ${wanted.length} visits that two wanted, ${kills} kills, seed ${seed}: ${twice} forwards repeated under their Message-ID, ${unknown} answers unknown\n${violations.join("\n")}`,
    };
  } finally {
    await product.stop();
    await Promise.all([sink.stop(), office.stop(), mailbox.close()]);
    await removeData(settings.DATA_DIR);
  }
}
