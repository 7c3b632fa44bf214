import { describe, expect, it } from "vitest";
import { loader as card } from "#ground/papers/page/contact-card.ts";
import { newLocalId } from "#ground/sync/store/ids.ts";
import * as office from "#tools/estimates/office/estimate.tsx";
import { Visitor } from "#ground/identity/testing/visits.ts";
import { argsOf } from "../testing/changes.ts";
import {
  approve,
  db,
  job,
  nextJob,
  open,
  send,
  shared,
  shop,
  written,
  withShop,
} from "../testing/estimates.ts";
import { visit } from "../testing/screens.ts";

// What a client gets after a plain approval: an email with the document, once.

withShop("America/Denver");

/** Emails an estimate. @returns the tokens of its links, in the order of the addresses */
async function emailed(record: string, to: readonly string[], over: Record<string, string> = {}) {
  const sent = await visit(
    shop.visitor,
    office,
    `/account/estimates/${record}`,
    { estimateId: record },
    {
      ...{ intent: "send", to: to.join(", "), words: "", days: "30", passcode: "", asks: "yes" },
      ...{ everyone: "", form: newLocalId(), ...over },
    },
  );
  expect(sent, JSON.stringify(sent.shown)).toMatchObject({ status: 303 });
  const mails = await mailsTo(/./);
  return to.map((address) => tokenIn(mails.find(({ recipient }) => recipient === address)!.text));
}

interface Mail {
  readonly recipient: string;
  readonly subject: string;
  readonly text: string;
  readonly attachments: readonly { readonly name: string }[];
}

const tokenIn = (text: string): string => /\/s\/([\w-]+)/.exec(text)![1]!;

const mailsTo = async (subject: RegExp): Promise<Mail[]> => {
  const { rows } = await db.query<Mail>(
    "select recipient, subject, text, attachments from mail_messages where account_id = $1 order by created_at, recipient",
    [shop.account],
  );
  return rows.filter((one) => subject.test(one.subject));
};
const receipts = () => mailsTo(/^Approved: /);

describe("after an approval the client", () => {
  it("gets one email with what they approved, the PDF and a link", async () => {
    const { record } = await written({
      deposit: { by: "cents", cents: 20_000 },
      howToPay: "Zelle to pay@hale.test, or https://pay.hale.test/42.",
    });
    const [token = ""] = await emailed(record, ["dana@client.test"]);
    expect((await approve(token)).location).toContain("?did=approved");
    const [mail, ...others] = await receipts();
    expect(others).toEqual([]);
    expect(mail).toMatchObject({
      recipient: "dana@client.test",
      subject: "Approved: Deck stairs, $900.00",
      attachments: [{ name: expect.stringMatching(/^est-\d{4}-\d{3}\.pdf$/) as unknown }],
    });
    expect(mail!.text).toContain("you approved the whole estimate for $900.00");
    expect(mail!.text).toContain("1. Pay the deposit of $200.00.");
    expect(mail!.text).toContain("https://pay.hale.test/42");
    const page = await open(tokenIn(mail!.text));
    expect(page.view).toMatchObject({ isApproved: true });
    expect(page.content).toMatchObject({ total: 90_000, deposit: "$200.00" });
    // Pressing again sends nothing.
    await Promise.all([approve(token), approve(token)]);
    expect(await receipts()).toHaveLength(1);
  });

  it("gets it once too when pressing three times at the same moment", async () => {
    const { record } = await written();
    const [token = ""] = await emailed(record, ["dana@client.test"]);
    await Promise.all([approve(token), approve(token), approve(token)]);
    expect(await receipts()).toHaveLength(1);
  });

  it("gets it with everyone who had to approve, and not before the last did", async () => {
    const { record } = await written();
    const [dana = "", sam = ""] = await emailed(record, ["dana@client.test", "sam@client.test"], {
      everyone: "yes",
    });
    await approve(dana);
    expect(await receipts()).toEqual([]);
    await approve(sam, { name: "Sam Ruiz" });
    expect((await receipts()).map(({ recipient }) => recipient)).toEqual([
      "dana@client.test",
      "sam@client.test",
    ]);
  });

  it("gets it at the job's address when the link was handed over, and nothing without one", async () => {
    const { record } = await written();
    await approve((await shared(record)).token);
    expect(await receipts()).toEqual([]);
    await nextJob();
    await send(shop, job, { clientName: "Dana Ruiz", clientEmail: "dana@client.test" }, "jobs.job");
    const other = await written({ title: "14 Elm Street" });
    const { token } = await shared(other.record);
    expect(await open(token)).toMatchObject({ view: { title: "Estimate for Dana Ruiz" } });
    await approve(token);
    expect(await receipts()).toMatchObject([
      { recipient: "dana@client.test", subject: "Approved: your estimate, $900.00" },
    ]);
  });

  it("can add the business to their contacts", async () => {
    const { record } = await written();
    const { token } = await shared(record);
    const answer = await card(argsOf(new Visitor().request(`/s/${token}/contact`), { token }));
    expect(answer.headers.get("content-type")).toMatch(/^text\/vcard/);
    const text = await answer.text();
    expect(text).toContain("FN:Hale Decks\r\n");
    expect(text).toContain("ADR;TYPE=WORK:;;1 Main St\\, Denver;;;;\r\n");
  });
});
