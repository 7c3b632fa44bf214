import { sql } from "drizzle-orm";
import { RouterContextProvider } from "react-router";
import { expect } from "vitest";
import { action as here } from "#ground/events/presence.ts";
import { type Deed, deedsOf } from "#ground/events/public.server.ts";
import { loader as guide } from "#trade/leads/guide/page.tsx";
import { loader as page } from "#trade/leads/page/page.tsx";
import { action as press, loader as shared } from "#ground/shares/shared.tsx";
import { newId } from "#platform/db/ids.ts";
import { withAccount } from "#platform/db/scope.server.ts";
import { clientAddressContext } from "#platform/http/contexts.ts";
import { type Business, business, waiting } from "./follow-ups.ts";
import type { Args } from "./screens.ts";

/** A lead who got their gift, and the marked link in its email. */
export async function client(shop?: Business) {
  const of = shop ?? (await business());
  const lead = await waiting(of, `${newId()}@client.test`);
  const { rows } = await withAccount(of.account, (ctx) =>
    ctx.db.execute<{ text: string; html: string }>(
      sql`select text, html from mail_messages where about_id = ${lead}`,
    ),
  );
  const link = /http:\S+\/s\/\S+/.exec(rows[0]!.text)![0];
  expect(rows[0]!.html).toContain(`href="${link}"`);
  const enrolment = (await of.ledger(lead))[0]!.enrolmentId;
  const deeds = () => withAccount(of.account, (ctx) => deedsOf(ctx, lead));
  return { shop: of, lead, link, clicked: `${enrolment}/0`, deeds };
}
type Client = Awaited<ReturnType<typeof client>>;

/** Actions of a lead with their counts, for comparison. */
export const brief = (deeds: readonly Deed[]) => deeds.map(({ what, times }) => `${what} ${times}`).sort();

/** Arguments of a loader or an action of a client's page. */
export function args(address: string, init: RequestInit = {}, ip = "203.0.113.9"): Args {
  const url = new URL(address);
  const [, first, second] = url.pathname.split("/");
  const context = new RouterContextProvider();
  context.set(clientAddressContext, ip);
  const params = first === "s" ? { token: second } : { slug: second };
  return { request: new Request(url, init), params, context, url, pattern: url.pathname };
}

/** The slug of the lead's personal page. */
export const slugOf = async ({ shop }: Client) =>
  (
    await withAccount(shop.account, (ctx) =>
      ctx.db.execute<{ slug: string }>(sql`select slug from leads_pages where id = ${shop.pageId}`),
    )
  ).rows[0]!.slug;

/** The guide's page, to which its link leads. */
export async function guidePage(address: string, init: RequestInit = {}) {
  const led = await shared(args(address, init)).catch((error: unknown) => error);
  const to = (led as Response).headers.get("location");
  expect(to).toContain("/guide");
  return guide(args(new URL(to!, address).href, init));
}

/** Opens a link and returns the mark that its page contains. */
export async function open(address: string, headers: HeadersInit = {}): Promise<string | undefined> {
  const shown = await (address.includes("/p/")
    ? page(args(address, { headers }))
    : guidePage(address, { headers }));
  return shown.here || undefined;
}

/** Sends what the page's script sends by itself. */
export const beacon = (mark: string, init: RequestInit = {}, ip?: string) =>
  here(args("http://localhost:3000/api/here", { method: "POST", body: mark, ...init }, ip));

/** Presses the button of the guide's page, with the Sec-Fetch headers of a browser. */
export const pressed = (
  address: string,
  mark: string | undefined,
  headers: HeadersInit = { "Sec-Fetch-Mode": "navigate", "Sec-Fetch-User": "?1" },
): Promise<Response> =>
  press(
    args(address, {
      method: "POST",
      headers,
      body: new URLSearchParams({ do: "read", ...(mark && { here: mark }) }),
    }),
  ) as Promise<Response>;
