import { createSequence } from "#trade/sequences/create.server.ts";
import { sendDueSteps } from "#trade/sequences/sending/send-due.server.ts";
import type { NewSequence } from "#trade/sequences/schema.ts";
import { startSequence } from "#trade/sequences/enrollment/start.server.ts";
import { withAccount } from "#platform/db/scope.server.ts";
import { deliver } from "#platform/mail/testing/deliver.ts";
import { openBusiness } from "./business.ts";

export type Steps = NewSequence["steps"];
export const mail = (subject: string, amount = 1): Steps[number] => ({
  kind: "mail",
  delay: { amount, unit: "days" },
  subject,
  body: "Hi.",
});
export const gift: Steps[number] = { kind: "gift", subject: "The guide", body: "Here." };

export async function open() {
  const shop = await openBusiness();
  const within = <T>(work: Parameters<typeof withAccount<T>>[1]) => withAccount(shop.account, work);
  const make = (
    trigger: NewSequence["trigger"],
    steps: Steps = [mail("First", 0), mail("Second")],
    name = "Made",
  ) => within((ctx) => createSequence(ctx, { name, trigger, steps }));
  const start = (id: string, leads: readonly string[]) => within((ctx) => startSequence(ctx, id, leads));
  const send = async () => {
    await sendDueSteps(shop.account);
    await deliver(shop.account);
  };
  /** The ledger's state of each step, one line per enrollment. */
  const story = async (lead: string) =>
    [...Map.groupBy(await shop.ledger(lead), ({ enrolmentId }) => enrolmentId).values()].map((lines) =>
      lines.map(({ state, reason }) => (reason ? `${state}: ${reason}` : state)).join(", "),
    );
  const subjects = async () =>
    (await shop.messages()).filter(({ state }) => state === "sent").map(({ subject }) => subject);
  return { ...shop, within, make, start, send, story, subjects };
}
