import { mkdir, rm, writeFile } from "node:fs/promises";
import { cpus, totalmem } from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { buildOfflinePage } from "../harness/offline-browser.ts";
import { proveOffline } from "./offline.ts";

// A browser is killed while it saves: the long form of e2e/offline-store.e2e.ts. See offline.ts for how it is
// judged.

const MEASURED = path.resolve(import.meta.dirname, "../../docs/measured/offline.md");
const seed = Number(process.env["OFFLINE_SEED"] ?? Math.floor(Math.random() * 2 ** 31));
const kills = Number(process.env["OFFLINE_KILLS"] ?? 200);

test(`kill -9 of a browser in the middle of saves with photos, ${kills} times`, async () => {
  console.log(`offline: seed ${seed}; the same plan again with OFFLINE_SEED=${seed} OFFLINE_KILLS=${kills}`);
  const script = await buildOfflinePage();
  try {
    const result = await proveOffline({ script, kills, seed });
    console.log(result);
    await mkdir(path.dirname(MEASURED), { recursive: true });
    await writeFile(
      MEASURED,
      [
        "# Offline",
        `Written by \`npm run prove -- offline\` (\`e2e/prove/offline.prove.ts\`) on ${new Date().toISOString().slice(0, 10)}, ${cpus().length} × ${cpus()[0]!.model}, ${Math.round(totalmem() / 2 ** 30)} GB, Node ${process.version}; again with \`OFFLINE_SEED=${seed} OFFLINE_KILLS=${kills}\`. All processes of a real browser get SIGKILL at a random moment while two writers save notes with up to three photos each; it is opened again with the same profile. The way to the server is cut, fine, or loses replies. What was killed when follows from the seed; what it met is the machine's affair. A battery taken out of the device is not the same: the operating system lives on here.`,
        [
          "| What | |",
          "| --- | ---: |",
          `| Kills | ${result.kills} |`,
          `| Saves that were acknowledged | ${result.acknowledged} |`,
          `| Photos in them | ${result.photos} |`,
          `| Saves that were whole on the disk before the page could be told | ${result.unsaid} |`,
          `| Commands sent again because a reply was lost | ${result.again} |`,
          `| Acknowledged and lost, in part, with other bytes, or twice | ${result.violations.length} |`,
          `| Time | ${Math.round(result.seconds)} s |`,
        ].join("\n"),
        "",
      ].join("\n\n"),
    );
    expect(result.violations).toEqual([]);
    expect(result.acknowledged).toBeGreaterThan(kills);
  } finally {
    await rm(path.dirname(script), { recursive: true, force: true });
  }
});
