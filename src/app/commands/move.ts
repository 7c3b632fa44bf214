import path from "node:path";
import { moveDatabase } from "#platform/backup/database/move-database.server.ts";
import { readSettings, type Settings } from "#platform/config/settings.server.ts";
import { connectServer } from "#platform/db/connect.server.ts";
import { hasDatabase } from "#platform/db/embedded/attach.ts";
import { markMoved, movedTo } from "#platform/db/moved-database.server.ts";
import { writeFileDurably } from "#platform/files/write-file.server.ts";
import { systemClock } from "#platform/time/clock.ts";
import { untilInterrupted } from "./until-interrupted.ts";

type Told = Settings & { readonly SECRET: string };

/** Environment settings to use after the move. The file is in DATA_DIR because it contains secrets. */
const ENVIRONMENT_FILE = "moved.env";

/**
 * Moves the embedded database into a PostgreSQL server and prints the settings to use from then on. Files,
 * outbox and secret stay in DATA_DIR. So does the embedded database, unchanged, as a way back.
 * @param url of the server, as the owner of an empty database
 * @throws Error with one sentence for the operator
 */
export async function moveTo(settings: Told, url: string, root: string): Promise<void> {
  if (settings.DATABASE_URL)
    throw new Error(
      "There is no embedded database to move: DATABASE_URL is set. Between two servers, use backup and restore.",
    );
  if (!hasDatabase(settings.DATA_DIR))
    throw new Error(
      `There is nothing to move: the product has not been started on ${settings.DATA_DIR} yet.`,
    );
  const there: Told = { ...settings, DATABASE_URL: checkedUrl(url, settings) };
  const moved = await movedTo(settings.DATA_DIR);
  if (moved)
    throw new Error(
      `The database of ${settings.DATA_DIR} was already moved on ${moved.at}. Start with the settings in ${path.join(settings.DATA_DIR, ENVIRONMENT_FILE)}.`,
    );
  await untilInterrupted(async (signal) => {
    // Fails while the product is running on the folder; from here on the product can't start there.
    const here = await connectServer(settings, tell);
    try {
      const server = await connectServer(there, tell);
      tell("Copying. Don’t start the product until this is done.");
      const done = await moveDatabase({
        from: here.owner,
        to: server.owner,
        appRole: server.appRole.name,
        migrationsFolder: path.join(root, "migrations"),
        signal,
      });
      const file = path.join(settings.DATA_DIR, ENVIRONMENT_FILE);
      await writeFileDurably(file, Buffer.from(environmentOf(there)), 0o600);
      // Last: until this mark exists, moving again is safe; afterwards, starting on the old database is
      // wrong.
      await markMoved(settings.DATA_DIR, systemClock.now());
      const amount = `${done.rows.toLocaleString("en-US")} rows in ${done.tables} tables`;
      say(
        done.before
          ? `An earlier move already copied everything: ${amount}.`
          : `Moved ${amount}, each counted and compared.`,
      );
      say(
        `From now on, start with the settings in ${file}. It holds secrets, so protect it like a password and delete it once they’re in place.`,
      );
      say(
        `Files, outbox, and secret stay in ${settings.DATA_DIR}. The embedded database stays there too, unchanged, but it won’t start again.`,
      );
    } finally {
      await here.stop();
    }
  });
}

function checkedUrl(url: string, settings: Told): string {
  // Reuses the settings' check of addresses and its error message.
  return readSettings(
    { DATABASE_URL: url, SECRET: settings.SECRET, DATA_DIR: settings.DATA_DIR },
    settings.DATA_DIR,
  ).DATABASE_URL!;
}

/** Formats lines that a shell and systemd's EnvironmentFile both read the same way. */
function environmentOf({ DATABASE_URL, SECRET }: Told): string {
  const quoted = (text: string) => `'${text.replaceAll("'", "%27")}'`;
  return `DATABASE_URL=${quoted(DATABASE_URL!)}\nSECRET=${quoted(SECRET)}\n`;
}

const say = (line: string) => process.stdout.write(`${line}\n`);
// Progress goes to standard error; standard output is for the result.
const tell = (line: string) => process.stderr.write(`${line}\n`);
