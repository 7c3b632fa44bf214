import { and, eq } from "drizzle-orm";
import { z } from "zod";
import { installation } from "#platform/config/installation.server.ts";
import { withAccount } from "#platform/db/scope.server.ts";
import { AppError } from "#platform/errors/app-error.ts";
import { drawPhoto, type PhotoKind } from "#platform/pictures/photo.server.ts";
import type { Task } from "#platform/queue/queue.server.ts";
import { isVideo } from "#platform/pictures/kinds.ts";
import { findOriginal } from "./originals.server.ts";
import { derivativeExtension, DERIVATIVES, JPEGS, SIDES } from "./rules.ts";
import { mediaDerivatives, mediaOriginals } from "./tables.server.ts";

/**
 * Renders the derivatives of an original. Does nothing if they exist or the original was erased meanwhile.
 */
export async function drawDerivatives(accountId: string, sha256: string): Promise<void> {
  const original = await withAccount(accountId, (ctx) => findOriginal(ctx, sha256));
  if (!original || original.state !== "waiting" || isVideo(original.kind)) return;
  const { files } = installation();
  const mine = and(eq(mediaOriginals.accountId, accountId), eq(mediaOriginals.sha256, sha256));
  try {
    const { drawn, thumbhash, likeness } = await drawPhoto(
      () => files.get(original.file),
      original.kind as PhotoKind,
      SIDES,
      JPEGS,
    );
    const stored: (typeof mediaDerivatives.$inferInsert)[] = [];
    for (const name of DERIVATIVES) {
      const one = drawn[name];
      const file = await files.put(accountId, one.bytes, derivativeExtension(name));
      stored.push({
        accountId,
        sha256,
        name,
        file,
        bytes: one.bytes.byteLength,
        width: one.width,
        height: one.height,
      });
    }
    await withAccount(accountId, async ({ db }) => {
      const [there] = await db
        .update(mediaOriginals)
        .set({ state: "ready", thumbhash: Buffer.from(thumbhash).toString("base64"), likeness })
        .where(mine)
        .returning({ sha256: mediaOriginals.sha256 });
      // Erased while rendering: nothing names these files, so delete them too.
      if (there) await db.insert(mediaDerivatives).values(stored).onConflictDoNothing();
      else for (const { file } of stored) await files.remove(file);
    });
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== "invalid") throw error;
    await withAccount(accountId, ({ db }) =>
      db.update(mediaOriginals).set({ state: "refused", problem: error.message }).where(mine),
    );
  }
}

/** Renders derivatives in the background. */
export const drawTask: Task<{ accountId: string; sha256: string }> = {
  name: "media.draw-derivatives",
  isHeavy: true,
  payload: z.object({ accountId: z.uuid(), sha256: z.string() }),
  run: ({ accountId, sha256 }) => drawDerivatives(accountId, sha256),
};
