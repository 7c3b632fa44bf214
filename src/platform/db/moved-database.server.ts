import { readFile } from "node:fs/promises";
import path from "node:path";
import { writeFileDurably } from "../files/write-file.server.ts";

// In DATA_DIR, beside the embedded database that was moved away. While it is there, that database is not
// started: whatever were written to it would be missing on the server.
const MARKER = "database-moved";

/** When the embedded database of a data folder was moved to a server, if it was. */
export async function movedTo(
  dataDir: string,
): Promise<{ readonly at: string; readonly file: string } | undefined> {
  const file = path.join(dataDir, MARKER);
  const at = await readFile(file, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "ENOENT") throw error;
  });
  return at === undefined ? undefined : { at: at.trim(), file };
}

/** Says that it was. */
export async function markMoved(dataDir: string, at: Temporal.Instant): Promise<void> {
  await writeFileDurably(
    path.join(dataDir, MARKER),
    Buffer.from(`${at.toString({ smallestUnit: "second" })}\n`),
  );
}

/** @throws Error with one sentence, and the way back, when it was */
export async function refuseMoved(dataDir: string): Promise<void> {
  const moved = await movedTo(dataDir);
  if (moved)
    throw new Error(
      `The database of ${dataDir} was moved to a PostgreSQL server on ${moved.at}: start with DATABASE_URL set to that. To go back to the database as it was then, without anything that was saved since, delete ${moved.file} first.`,
    );
}
