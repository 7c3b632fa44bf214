import { zoneOf } from "#ground/businesses/public.server.ts";
import type { AccountContext } from "#platform/db/scope.server.ts";
import { formatBytes } from "#platform/measures/bytes.ts";
import { moment } from "#platform/time/format.ts";
import { filesOfLead } from "./files.server.ts";
import type { ShownFile } from "./list.tsx";

/** A lead's files in words. */
export async function showFiles(ctx: AccountContext, leadId: string): Promise<ShownFile[]> {
  const files = await filesOfLead(ctx, leadId);
  const zone = await zoneOf(ctx);
  return files.map(({ id, name, bytes, hasThumb, isRemoved, createdAt }) => ({
    id,
    name,
    hasThumb,
    isRemoved,
    about: `${formatBytes(bytes)}, ${moment(createdAt, zone).words}`,
  }));
}
