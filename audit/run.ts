import { mkdir, writeFile } from "node:fs/promises";
import { publicPaths } from "./addresses.ts";
import { inspect } from "./inspect.ts";
import { allMisses, document, table } from "./report.ts";
import { startSite } from "./site.ts";

// `npm run audit:site` inspects every public page and writes docs/measured/site.md. `npm run audit:site --
// /leadMagnet` inspects only the given pages.
const RUNS = 3;

const wanted = process.argv.slice(2);
const site = await startSite();
try {
  const paths = wanted.length ? wanted : await publicPaths(site.product.port);
  const reports = await inspect(site, paths, RUNS, (report) => {
    const missed = allMisses(report);
    process.stderr.write(
      `${report.path}: ${missed.length ? "" : "every target met"}\n${missed.map((miss) => `  ${miss}\n`).join("")}`,
    );
  });
  process.stdout.write(`\n${table(reports)}\n`);
  if (!wanted.length) {
    await mkdir("docs/measured", { recursive: true });
    await writeFile("docs/measured/site.md", document(reports, RUNS));
  }
  const missed = reports.flatMap((report) => allMisses(report).map((miss) => `${report.path}: ${miss}`));
  process.stdout.write(
    missed.length
      ? `\nMissed:\n${missed.map((miss) => `  ${miss}\n`).join("")}`
      : "\nEvery target was met.\n",
  );
  process.exitCode = missed.length ? 1 : 0;
} finally {
  await site.stop();
}
