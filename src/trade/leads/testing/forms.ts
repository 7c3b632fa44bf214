import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { type ActionFunctionArgs, type LoaderFunctionArgs, RouterContextProvider } from "react-router";
import { saveBusinessDetails } from "#ground/businesses/public.server.ts";
import { newId } from "#platform/db/ids.ts";
import { withAccount } from "#platform/db/scope.server.ts";
import { clientAddressContext, directLoopbackContext } from "#platform/http/contexts.ts";
import { convertCaptures } from "../capture/capture-queue.server.ts";
import { findLeadByEmail, leadHistory } from "../data.server.ts";
import { action as send } from "../form/api.ts";
import type { FormAsks } from "../form/questions.ts";
import { saveForm } from "../form/submit.server.ts";
import { openPage } from "../page/pages.server.ts";

/** A form with all questions. */
export const ASKS_ALL: FormAsks = {
  phone: "optional",
  address: "optional",
  need: "required",
  when: "optional",
  texts: true,
};

/** A business with a page that has this form. */
export async function shop(asks: FormAsks = ASKS_ALL) {
  const account = newId();
  const page = await withAccount(account, async (ctx) => {
    await ctx.db.execute(
      sql`insert into businesses_accounts (account_id, created_at) values (${account}, ${ctx.now.toString()})`,
    );
    await saveBusinessDetails(ctx, {
      businessName: "Summit Deck",
      postalAddress: "1 Main St",
      zone: "America/Denver",
    });
    const offer = {
      kind: "magnet" as const,
      magnetId: newId(),
      title: "9 questions",
      promise: "Ask.",
      file: "f",
      fileName: "f.pdf",
    };
    return openPage(ctx, "Summit Deck", offer);
  });
  await withAccount(account, (ctx) => saveForm(ctx, page.id, asks));
  return { account, page, slug: page.slug };
}

const contextFrom = (address?: string) => {
  const context = new RouterContextProvider();
  context.set(directLoopbackContext, address === undefined);
  context.set(clientAddressContext, address ?? "127.0.0.1");
  return context;
};
/** Arguments of a call to the form API, from this machine or from `address`. */
export const argsOf = (slug: string, init: RequestInit = {}, address?: string, path = "/api/forms/") =>
  ({
    request: new Request(`http://localhost:3000${path}${slug}`, init),
    params: { slug },
    context: contextFrom(address),
  }) as unknown as LoaderFunctionArgs & ActionFunctionArgs;
/** Submits a form as another site does. */
export const post = (slug: string, fields: Readonly<Record<string, string>>, address?: string) =>
  send(argsOf(slug, { method: "POST", body: new URLSearchParams(fields) }, address));
/** The fields of a valid submission. */
export const filled = (fields: Readonly<Record<string, string>> = {}) => ({
  name: "Dana Ruiz",
  email: "dana@client.test",
  need: "A new deck",
  consent: "yes",
  submission: randomUUID(),
  ...fields,
});

/** The lead of a submission, after conversion. */
export async function kept(account: string, email = "dana@client.test") {
  const { failed } = await convertCaptures(account);
  if (failed.length > 0) throw failed[0]!.cause;
  return withAccount(account, async (ctx) => {
    const lead = await findLeadByEmail(ctx, email);
    if (!lead) return undefined;
    const { rows } = await ctx.db.execute<{ phone: string | null }>(
      sql`select phone from leads where id = ${lead.id}`,
    );
    return { ...lead, phone: rows[0]!.phone, ...(await leadHistory(ctx, lead.id)) };
  });
}
