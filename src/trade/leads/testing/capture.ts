import { setTimeout as sleep } from "node:timers/promises";
import { withAccount } from "#platform/db/scope.server.ts";
import { acceptCapture, convertCaptures } from "../capture/capture-queue.server.ts";
import { findLeadByEmail } from "../data.server.ts";
import { pageBehind } from "../page/pages.server.ts";
import { captureSchema } from "../form/schema.ts";

/** Submits a personal page's form and converts the capture, as the web and the worker do together. */
export async function capture(
  slug: string,
  person: { name: string; email: string; submission?: string },
  source: Record<string, string> = {},
): Promise<{ leadId: string }> {
  await acceptCapture(slug, captureSchema.parse({ ...person, consent: "yes" }), source);
  const { accountId } = await pageBehind(slug);
  for (let look = 0; look < 100; look++) {
    const { failed } = await convertCaptures(accountId);
    if (failed.length) throw failed[0]!.cause;
    const lead = await withAccount(accountId, (ctx) => findLeadByEmail(ctx, person.email));
    if (lead) return { leadId: lead.id };
    // Another worker has claimed it and not committed yet.
    await sleep(50);
  }
  throw new Error(`${person.email} did not become a lead`);
}
