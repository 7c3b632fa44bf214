import { writeFile } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { test } from "vitest";
import { KillableBrowser } from "./offline-browser.ts";
import { startDatabase } from "./database.ts";
import { databaseProcesses, processTree } from "./processes.ts";
import { startProduct, tempFolder } from "./product.ts";

// Starts what journeys start, reports the processes, and waits to be interrupted. Run only by
// e2e/cut-off.e2e.ts.

// oxlint-disable-next-line vitest/expect-expect -- the test that runs it expects
test("is cut off", async () => {
  const [product, folder] = [await startProduct(), await tempFolder("cut-off")];
  await startDatabase(folder);
  const browser = await KillableBrowser.create();
  await browser.open("about:blank");
  const databases = [product.dataDir, folder].flatMap(databaseProcesses);
  await writeFile(
    process.env["CUT_OFF_TELLS"]!,
    JSON.stringify([...processTree(process.ppid), ...databases]),
  );
  await sleep(290_000);
});
