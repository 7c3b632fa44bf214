import { sql } from "drizzle-orm";
import { enterOwnAccount } from "#ground/businesses/queries.server.ts";
import { saveBusinessDetails } from "#ground/businesses/public.server.ts";
import { openPage } from "#trade/leads/page/pages.server.ts";
import { capture } from "#trade/leads/testing/capture.ts";
import { ledgerOfLead } from "#trade/sequences/status/ledger.server.ts";
import { installation } from "#platform/config/installation.server.ts";
import { newId } from "#platform/db/ids.ts";
import { type Person, withAccount, withPerson, withSystem } from "#platform/db/scope.server.ts";

/**
 * A business in Denver with a personal page, and functions to work with it. Needs a test installation with
 * its listeners wired up.
 */
export async function openBusiness({
  verified = true,
  zone = "America/Denver",
  postalAddress = "1 Main St, Denver",
} = {}) {
  const person: Person = { id: newId(), email: `${newId()}@owner.test`, emailVerified: verified };
  await withSystem((ctx) =>
    ctx.db.execute(sql`insert into identity_users (id, name, email, email_verified, created_at, updated_at)
      values (${person.id}, '', ${person.email}, ${person.emailVerified}, ${ctx.now.toString()}, ${ctx.now.toString()})`),
  );
  const { accountId: account } = await withPerson(person.id, (ctx) => enterOwnAccount(ctx, person));
  const file = await installation().files.put(account, Buffer.from("%PDF-1.7 guide"), "pdf");
  const page = await withAccount(account, async (ctx) => {
    await saveBusinessDetails(ctx, {
      businessName: "Summit Deck",
      postalAddress,
      zone,
    });
    return openPage(ctx, "Summit Deck", {
      kind: "magnet",
      magnetId: newId(),
      title: "9 questions",
      promise: "p",
      file,
      fileName: "guide.pdf",
    });
  });
  const captured = async (email: string, name = "Dana Ruiz") =>
    (await capture(page.slug, { name, email })).leadId;
  const ledger = (leadId: string) => withAccount(account, (ctx) => ledgerOfLead(ctx, leadId));
  const messages = () =>
    withAccount(
      account,
      async (ctx) =>
        (
          await ctx.db.execute<{
            id: string;
            subject: string;
            text: string;
            recipient: string;
            state: string;
            reason: string | null;
          }>(sql`select * from mail_messages order by id`)
        ).rows,
    );
  return { account, owner: person, page, captured, ledger, messages };
}
