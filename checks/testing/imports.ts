import { mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { sql } from "drizzle-orm";
import { getImport } from "#trade/leads/import/data.server.ts";
import { runImport } from "#trade/leads/import/run.server.ts";
import { startImport, undoImport } from "#trade/leads/import/start.server.ts";
import { undoBatch } from "#trade/leads/import/undo.server.ts";
import { storeFile } from "#trade/leads/import/upload.server.ts";
import { withAccount } from "#platform/db/scope.server.ts";

/** Stores a list of people for an account, as an upload would. @returns the waiting import */
export async function uploaded(
  accountId: string,
  content: string | Uint8Array,
  name = "people.csv",
): Promise<string> {
  const folder = mkdtempSync(path.join(tmpdir(), "plumbline-people-"));
  try {
    const file = path.join(folder, "people.csv");
    writeFileSync(file, content);
    return await storeFile(accountId, file, { name, bytes: statSync(file).size });
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Marks an import as started without running it. */
export const started = (accountId: string, id: string, pageId: string | null = null) =>
  withAccount(accountId, (ctx) => startImport(ctx, id, { origin: "Our list of 2025", pageId }));

export const found = (accountId: string, id: string) => withAccount(accountId, (ctx) => getImport(ctx, id));

/** Runs a whole import now. */
export async function imported(
  accountId: string,
  content: string | Uint8Array,
  pageId: string | null = null,
  name?: string,
) {
  const id = await uploaded(accountId, content, name);
  await started(accountId, id, pageId);
  await runImport(accountId, id);
  return found(accountId, id);
}

/** Undoes an import now. */
export async function undone(accountId: string, id: string) {
  await withAccount(accountId, (ctx) => undoImport(ctx, id));
  await undoBatch(accountId, id);
  return found(accountId, id);
}

/**
 * Everything that an import can change, without the parts that differ between two businesses that did the
 * same.
 */
export function everything(accountId: string) {
  return withAccount(accountId, async ({ db }) => {
    const rows = async (text: string) =>
      (await db.execute<{ row: string }>(sql.raw(text))).rows.map(({ row }) =>
        row.replace(/ \/p\/.*/, " /p/…"),
      );
    return {
      leads: await rows("select concat_ws(' ', email, name, phone) as row from leads order by 1"),
      touches: await rows(
        "select concat_ws(' ', email, source) as row from leads_touches t join leads l on l.id = t.lead_id order by 1",
      ),
      consents: await rows(
        "select concat_ws(' ', email, wording_version, source) as row from leads_consents c join leads l on l.id = c.lead_id order by 1",
      ),
      enrolments: await rows(
        "select concat_ws(' ', email, started_at at time zone 'UTC', stop_reason) as row from sequences_enrolments e join leads l on l.id = e.lead_id order by 1",
      ),
      steps: await rows(
        "select concat_ws(' ', state, count(*)) as row from sequences_steps group by state order by 1",
      ),
    };
  });
}

export function listOf(many: number, prefix = "person"): string {
  const rows = Array.from(
    { length: many },
    (_, at) =>
      `Person ${at},${prefix}${at}@client.test,(303) 555-${String(at % 10_000).padStart(4, "0")},12 Main St`,
  );
  return `Name,Email,Phone,Address\r\n${rows.join("\r\n")}\r\n`;
}
