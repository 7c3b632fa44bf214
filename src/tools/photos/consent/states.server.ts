import { findStoredRecords, writeAsProduct } from "#ground/sync/public.server.ts";
import { recomposeEmails } from "#trade/sequences/public.server.ts";
import { canonicalJson } from "#platform/canonical/canonical-json.ts";
import type { AccountContext } from "#platform/db/scope.server.ts";
import { PHOTO } from "../rules/photo.ts";
import { readConsent } from "./rules.ts";
import { consentsOf, photosOfAsk } from "./stored.server.ts";

/**
 * Tells devices what a client says of the photos of a request, and has emails that wait with one of them
 * composed again. Nothing that decides reads what devices have: `consentsOf` does.
 */
export async function saveStates(ctx: AccountContext, askId: string): Promise<void> {
  const ids = (await photosOfAsk(ctx, askId)).map(({ photoId }) => photoId);
  const records = new Map((await findStoredRecords(ctx, ids)).map((record) => [record.id, record]));
  // As nobody: a person may not write it.
  const product = { ...ctx, user: null };
  for (const { photoId: id, job, sha256, consent } of await consentsOf(ctx, ids)) {
    const record = records.get(id);
    const is = { is: consent.is, uses: consent.uses };
    const was = readConsent(record?.fields["consent"]?.values[0]?.value);
    if (was && canonicalJson({ ...was }) === canonicalJson(is)) continue;
    await writeAsProduct(product, record ?? { id, kind: PHOTO, job }, {
      ...(record ? {} : { sha256 }),
      consent: is,
    });
  }
  await forgetInEmails(ctx, ids);
}

/** Has emails that wait to be sent with one of these pictures composed again, without what is gone. */
export const forgetInEmails = (ctx: AccountContext, photoIds: readonly string[]): Promise<void> =>
  recomposeEmails(ctx, photoIds);
