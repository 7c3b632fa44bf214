import { expect } from "vitest";
import { Visitor } from "#ground/identity/testing/visits.ts";
import { newLocalId } from "#ground/sync/store/ids.ts";
import { shownFields } from "#ground/sync/public.server.ts";
import * as client from "#tools/changes/client/page.tsx";
import * as office from "#tools/changes/office/change.tsx";
import { CHANGE, type CostLine } from "#tools/changes/rules/change.ts";
import type { Sheet } from "#tools/changes/rules/sheet.ts";
import { type Standing, standingOf } from "#tools/changes/rules/states.ts";
import type { Somebody } from "./changes.ts";
import { db, fetched, guest, job, mayMail, send, shop } from "./estimates.ts";
import { visit } from "./screens.ts";

// Changes from a device to their approvers, in the shop of `estimates.ts`.

export const costLine = (over: Partial<CostLine> = {}) => ({
  ...{ place: 1, category: "labor", text: "Move the opening", quantity: 1000, unit: "", cents: 90_000 },
  ...{ isFixed: false, isTaxable: false },
  ...over,
});

/** A change with one line. @returns its id and its line's */
export async function changed(more: Record<string, unknown> = {}) {
  const [record, lineId] = [newLocalId(), newLocalId()];
  const sets = {
    ...{ title: "Move the opening", description: "Eight inches to the left." },
    ...{ [`lines.${lineId}`]: costLine(), ...more },
  };
  expect(await send(shop, record, sets, CHANGE)).toMatchObject({ is: "held" });
  return { record, lineId };
}

/** Does something while the guest is a member of the business. */
export async function asMember(work: () => Promise<void>): Promise<void> {
  const set = (role: string, of: string | null) =>
    db.query("update businesses_members set role = $1, job_id = $2 where account_id = $3 and user_id = $4", [
      ...[role, of, shop.account, guest.who.id],
    ]);
  await set("member", null);
  try {
    await work();
  } finally {
    await set("guest", job);
  }
}

/** What its record says of where it stands. */
export const standingNow = async (record: string): Promise<Standing> =>
  standingOf(shownFields((await fetched(shop, record))!.fields));

export const act = (record: string, fields: Record<string, string>, by: Somebody = shop) =>
  visit(by.visitor, office, `/account/changes/${record}`, { changeId: record }, fields);

/** Makes a link in the office. @returns its token; empty if it was refused */
export async function handedOver(record: string, asks: "yes" | "signature" = "yes") {
  const { shown } = await act(record, { intent: "share", days: "30", passcode: "", asks });
  const token = new URL((shown as { link?: string }).link ?? "http://none/").pathname.split("/")[2] ?? "";
  return { token, shown };
}

/** Emails it to people of `client.test`. @returns their tokens, by name */
export async function sentTo(record: string, names: readonly string[], everyone: "" | "yes" | "order" = "") {
  await mayMail();
  const sent = await act(record, {
    ...{ intent: "send", to: names.map((name) => `${name}@client.test`).join(", "), words: "", days: "30" },
    ...{ passcode: "", asks: "yes", everyone, form: newLocalId() },
  });
  expect(sent, JSON.stringify(sent.shown)).toMatchObject({ status: 303 });
  const { rows } = await db.query<{ text: string; recipient: string }>(
    "select text, recipient from mail_messages where account_id = $1 and recipient like '%@client.test' order by created_at",
    [shop.account],
  );
  const tokens = new Map(
    rows.map(({ text, recipient }) => [recipient.split("@")[0]!, /\/s\/([\w-]+)/.exec(text)?.[1] ?? ""]),
  );
  return names.map((name) => tokens.get(name)!);
}

/** The emails to somebody of `client.test` about this shop's papers, the first first. */
export async function mailsTo(name: string): Promise<string[]> {
  const { rows } = await db.query<{ text: string }>(
    "select text from mail_messages where account_id = $1 and recipient = $2 order by created_at",
    [shop.account, `${name}@client.test`],
  );
  return rows.map(({ text }) => text);
}

/** What the office shows of a change. */
export const officeOf = async (record: string) =>
  (await visit(shop.visitor, office, `/account/changes/${record}`, { changeId: record })).shown;

export interface ChangePage {
  readonly view: {
    readonly document: string;
    readonly closed: string | null;
    readonly number: string;
    readonly turns: readonly { readonly who: string; readonly is: string }[];
  };
  readonly content: { readonly sheet: Sheet; readonly voided: string | null; readonly heading: string };
}
export const pageOf = async (token: string) =>
  (await visit(new Visitor(), client, `/s/${token}/change`, { token })).shown as unknown as ChangePage;

/** Approves or declines what a page shows. */
export async function reply(token: string, what: "approve" | "decline" = "approve", name = "Dana Ruiz") {
  const { view } = await pageOf(token);
  return visit(
    new Visitor(),
    client,
    `/s/${token}/change`,
    { token },
    { do: what, document: view.document, name, words: what === "decline" ? "Too much" : "" },
  );
}
