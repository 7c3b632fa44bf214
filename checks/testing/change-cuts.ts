import { expect } from "vitest";
import { Visitor } from "#ground/identity/testing/visits.ts";
import { newLocalId } from "#ground/sync/store/ids.ts";
import * as client from "#tools/changes/client/page.tsx";
import { loader as log } from "#tools/changes/log/log.ts";
import { argsOf } from "./changes.ts";
import { act, changed, pageOf, reply, sentTo, standingNow } from "./change-orders.ts";
import { cutEach } from "./cuts.ts";
import { db, fetched, job, nextJob, send, shop } from "./estimates.ts";
import { visit } from "./screens.ts";

const ORIGINAL = 1_000_000;
const CENTS = 90_000;

/** Emails about a change that are sent once, by how they begin. */
async function mailsAbout(title: string): Promise<Record<string, number>> {
  const { rows } = await db.query<{ about: string; recipient: string; count: number }>(
    `select substring(subject from '^(Approved|Voided):') as about, recipient, count(*)::int
       from mail_messages where text like '%' || $1 || '%' and subject ~ '^(Approved|Voided):' group by 1, 2`,
    [title],
  );
  return Object.fromEntries(rows.map(({ about, recipient, count }) => [`${about} ${recipient}`, count]));
}

/** What tables, record, history, emails and change log say of a change, which must agree. */
async function expectAgreement(record: string, title: string, approvers: readonly string[]) {
  const { rows } = await db.query<{
    state: string;
    co: string | null;
    reason: string | null;
    answers: number;
    paper: string;
    voids: number;
  }>(
    `select state, co, void_reason as reason,
            (select count(*)::int from papers_answers a join papers p on p.id = a.paper_id where p.thing_id = c.id and a.answer = 'approved') as answers,
            (select p.state from papers p where p.thing_id = c.id) as paper,
            (select count(*)::int from evidence_entries e where e.job_id = c.job_id and e.kind = 'changes.voided') as voids
       from changes_changes c where id = $1`,
    [record],
  );
  const { state, co, reason, ...found } = rows[0]!;
  const [isVoided, isDecided] = [state === "voided", state === "voided" || state === "approved"];
  expect(found).toEqual({
    answers: isDecided ? approvers.length : approvers.length - 1,
    ...{ paper: isDecided ? "approved" : expect.not.stringMatching(/approved/), voids: isVoided ? 1 : 0 },
  });
  expect([co, reason]).toEqual([isDecided ? "CO-001" : null, isVoided ? "Not built" : null]);
  expect(await standingNow(record)).toMatchObject({ state, co, cents: CENTS });
  const each = (about: string, to: readonly string[]) => to.map((one) => [`${about} ${one}`, 1]);
  expect(await mailsAbout(title)).toEqual(
    Object.fromEntries([
      ...(isDecided ? each("Approved", approvers) : []),
      ...(isVoided ? each("Voided", [...approvers, shop.who.email]) : []),
    ]),
  );
  const answer = await log(
    argsOf(shop.visitor.request(`/account/changes/log/${job}?as=csv`), { logJobId: job }),
  );
  const [, line = ""] = (await answer.text()).split("\r\n");
  expect(line.split(",").at(-1)).toBe(state === "approved" ? "10900.00" : "");
  return { state };
}

/**
 * Cuts the connection at each statement of the second approval of two, or of voiding it after both, or at
 * each `step`th, and then does it again.
 * @returns how many statements were cut
 */
export const cutChange = (what: "approved" | "voided", step = 1): Promise<number> =>
  cutEach(db, step, async () => {
    await nextJob();
    // A business emails 300 documents a day.
    await db.query("update papers_recipients set at = at - interval '2 days'");
    await send(shop, job, { contractCents: ORIGINAL }, "jobs.job", await fetched(shop, job));
    const title = `Opening ${newLocalId()}`;
    const { record } = await changed({ title });
    const names = ["dana", "sam"].map((name) => `${name}-${newLocalId()}`);
    const [dana = "", sam = ""] = await sentTo(record, names, "yes");
    await reply(dana, "approve", "Dana");
    const { document } = (await pageOf(sam)).view;
    const approve = () =>
      visit(
        new Visitor(),
        client,
        `/s/${sam}/change`,
        { token: sam },
        { do: "approve", document, name: "Sam", words: "" },
      );
    if (what === "voided") await approve();
    const work = () =>
      what === "approved" ? approve() : act(record, { intent: "void", reason: "Not built" });
    const check = () =>
      expectAgreement(
        record,
        title,
        names.map((name) => `${name}@client.test`),
      );
    return {
      work,
      check,
      async again() {
        const isDone = (await check()).state === what;
        // Voiding it twice is refused; an approver who presses again sees that they approved.
        expect((await work()).status).toBe(isDone && what === "voided" ? 409 : 303);
        expect((await check()).state).toBe(what);
      },
    };
  });
