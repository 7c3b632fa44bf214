import type { AccountContext } from "#platform/db/scope.server.ts";
import { describeRoute, type RepliesNote } from "./describe-route.ts";
import { ownerAddresses } from "./forward.server.ts";
import { returnedForward } from "./returned-forward.server.ts";
import { replyRoute } from "./reply-route.server.ts";

/** Where this business's replies by email go, and whether we see them. */
export async function repliesNote(ctx: AccountContext): Promise<RepliesNote> {
  const { by, address = null } = await replyRoute(ctx);
  const targets = by === "ours" ? (await ownerAddresses(ctx)).forwardTo : [];
  const [forwardTo = null] = targets;
  const returned = await returnedForward(ctx, targets);
  return describeRoute({ by, address: by === "ours" ? forwardTo : address, returned });
}
