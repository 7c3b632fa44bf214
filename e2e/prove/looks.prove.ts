import { writeFileSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, describe } from "vitest";
import { closeScreens, lookAtScreens, openScreens, SCREENS, seen } from "../harness/screens.ts";

// The long form of e2e/access-public.e2e.ts and e2e/access-screens.e2e.ts: every screen at all widths, in
// both color schemes and with larger text. With SCREENSHOTS=folder each view is a picture there.

const MEASURED = path.resolve(import.meta.dirname, "../../docs/measured/screens.md");

beforeAll(openScreens);
afterAll(async () => {
  await closeScreens();
  if (seen.screens === SCREENS.length) writeFileSync(MEASURED, report());
});

/** Written only if every screen passed. */
function report(): string {
  const rows: readonly (readonly [string, number | string])[] = [
    ["screens, with their empty and refused states", seen.screens],
    ["views: 320, 390, 1280 and 1440 px wide, light and dark", seen.looks],
    ["views that axe checked (WCAG 2.2 AA and best practices)", seen.axe],
    ["violations found by axe", 0],
    ["views that scroll sideways, at 320 px and with text 40 % larger too", 0],
    ["buttons and fields under 24 px", 0],
  ];
  return `# Every screen

\`npm run prove -- looks\`, ${new Date().toISOString().slice(0, 10)}. A view that fails ends the proof.

| | |
|---|---|
${rows.map(([what, count]) => `| ${what} | ${count.toLocaleString("en")} |`).join("\n")}

\`e2e/lists.e2e.ts\`: ten names of leads, inbox, jobs and reports end above 900 px at 1440 px width. \`e2e/first-run.e2e.ts\`: from registering to
live in at most 20 actions. \`e2e/today.e2e.ts\` and \`e2e/access-account.e2e.ts\`: the account by keys alone.
`;
}

describe("every public screen", () => {
  lookAtScreens("outside", { long: true });
});

describe("every screen of an account", () => {
  lookAtScreens("an account", { long: true });
});
