import { unlink } from "node:fs/promises";
import path from "node:path";
import { writeFileDurably } from "../files/write-file.server.ts";
import type { TextMessage } from "./text.ts";

/**
 * `20261120T094713Z-{id}.json` in the folder where texts go while nobody is set up to send them. Written
 * again it is the same file.
 */
function outboxFile(dataDir: string, { createdAt, id }: TextMessage): string {
  const time = createdAt.round({ smallestUnit: "second", roundingMode: "floor" }).toString();
  return path.join(dataDir, "outbox", "sms", `${time.replace(/[-:]/g, "")}-${id}.json`);
}

/** Puts a text into the outbox, durably. */
export async function writeTextToOutbox(dataDir: string, message: TextMessage): Promise<void> {
  const { id, accountId, to, body, segments, aboutId, createdAt } = message;
  const content = { id, accountId, to, body, segments, aboutId, createdAt: createdAt.toString() };
  await writeFileDurably(
    outboxFile(dataDir, message),
    Buffer.from(`${JSON.stringify(content, undefined, 2)}\n`),
    0o600,
  );
}

/** Takes a text out of the outbox again that is not to be sent after all. */
export async function removeFromOutbox(dataDir: string, message: TextMessage): Promise<void> {
  await unlink(outboxFile(dataDir, message)).catch(() => {});
}
