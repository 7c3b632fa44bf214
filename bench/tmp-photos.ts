import { startServerPostgres } from "../e2e/harness/postgres.ts";
import { startProduct, removeData } from "../e2e/harness/product.ts";
import { openShop } from "../e2e/harness/visitor.ts";
import { newJob } from "./device.ts";
import { fill } from "./photos.ts";
import { writeFileSync } from "node:fs";
const postgres = await startServerPostgres();
const product = await startProduct({
  DATABASE_URL: postgres.ownerUrl,
  SECRET: "p".repeat(40),
  LOG_LEVEL: "error",
});
const { visitor } = await openShop(product, "bench@owner.test", "Bench Decks");
await postgres.sql("insert into businesses_open_tools (tool, since) values ('photos', now())");
const { job } = await newJob(visitor);
await fill(postgres, job);
writeFileSync(
  "/tmp/pd-env.json",
  JSON.stringify({ owner: postgres.ownerUrl, url: product.url, cookie: visitor.cookies(), job }),
);
process.stdout.write("ready\n");
await new Promise<void>((r) => process.once("SIGTERM", () => r()));
await product.stop();
await removeData(product.dataDir);
await postgres.remove();
