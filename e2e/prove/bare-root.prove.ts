import { readFile, writeFile } from "node:fs/promises";
import { existsSync } from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type BareRoot, cannotMakeBareRoot, commitOf, makeBareRoot } from "../harness/bare-root.ts";
import { freePort } from "../harness/product.ts";

// Bare Debian 12 (debootstrap's minbase), Node 20 and npm are enough for `npm start` and `npm test`, as root
// in a home that others can't read. BARE_ROOT=start skips `npm test`, which takes as long as outside.

const why = cannotMakeBareRoot();
const ONLY = process.env["BARE_ROOT"];
const MEASURED = path.resolve("docs/measured/start.md");
const BEGIN = "## In a bare root";

let root: BareRoot;
let commit = "";
const lastLines: string[] = [];

beforeAll(async () => {
  if (why) return;
  root = await makeBareRoot();
  commit = await commitOf(root);
}, 600_000);
afterAll(async () => {
  await root?.remove();
  if (!why && ONLY === undefined && lastLines.length > 1) await writeMeasured();
}, 120_000);

/** The last lines of output without progress messages, for the docs. */
const ending = (output: string, lines: number) => output.trimEnd().split("\n").filter(Boolean).slice(-lines);

describe.skipIf(why)(`a bare Debian${why ? ` (skipped: ${why})` : ""}`, () => {
  it("tells anyone but root what is missing, for the tests too, in one sentence", async () => {
    const { code, output } = await root.run(`
      set -e
      cp -r /root/plumbline /srv/plumbline && chown -R nobody /srv/plumbline
      cd /srv/plumbline
      HOME=/srv/plumbline/.home setpriv --reuid=nobody --regid=nogroup --clear-groups npm test --silent`);
    await root.run("rm -rf /srv/plumbline");
    expect(code, output).not.toBe(0);
    const said = output.split("\n").filter((line) => line && !line.startsWith("Fetching Node.js"));
    expect(said, output).toHaveLength(1);
    expect(said[0]).toMatch(
      /^Node\.js [\d.]+ needs the shared library libatomic\.so\.1, which this machine lacks: .*apt-get install libatomic1 postgresql poppler-utils chromium-headless-shell fonts-liberation libfaketime python3\b.*\.$/,
    );
  });

  it("runs npm start", async () => {
    const port = await freePort();
    const began = performance.now();
    let output = "";
    const ended = root.run(
      `cd /root/plumbline
      PORT=${port} npm start & pid=$!
      while kill -0 $pid 2>/dev/null && [ ! -e /root/stop ]; do sleep 0.2; done
      kill -TERM $pid 2>/dev/null
      wait $pid; echo "npm start ended with $?"
      sleep 1
      for one in /proc/[0-9]*; do echo "still there: $(cat $one/comm 2>/dev/null)"; done`,
      (text) => (output += text),
    );
    let over = false;
    void ended.finally(() => (over = true));
    while (!output.includes("is ready at") && !over) await sleep(100);
    const seconds = Math.round((performance.now() - began) / 1000);
    const answer = over ? undefined : await fetch(`http://127.0.0.1:${port}/`);
    await writeFile(path.join(root.folder, "root/stop"), "");
    await ended;
    expect(answer?.status, output).toBe(200);
    expect(await answer!.text()).toContain("</html>");
    const left = [...output.matchAll(/^still there: (.*)$/gm)].map((match) => match[1]);
    expect(
      left.filter((name) => /node|npm|postgres/.test(name!)),
      output,
    ).toEqual([]);
    lastLines.push(
      `npm start: ${seconds} s from the clone to ready, GET / says 200`,
      ...ending(output.replaceAll(/^still there.*\n?/gm, ""), 4),
    );
    console.log(lastLines.join("\n"));
  });

  it.skipIf(ONLY === "start")(
    "runs npm test",
    async () => {
      const began = performance.now();
      const { code, output } = await root.run("stat -c %a /root && cd /root/plumbline && npm test", (text) =>
        process.stdout.write(text),
      );
      expect(output).toMatch(/^700$/m);
      expect(code, output.slice(-4000)).toBe(0);
      expect(output.trimEnd()).toMatch(/\n\d+ passed, 0 failed$/);
      lastLines.push(
        `npm test: ${Math.round((performance.now() - began) / 60_000)} min`,
        ...ending(output, 16),
      );
    },
    10_800_000,
  );
});

/** Replaces this proof's section of docs/measured/start.md. */
async function writeMeasured(): Promise<void> {
  const now = existsSync(MEASURED) ? await readFile(MEASURED, "utf8") : "# Start\n";
  const before = now.split(`\n${BEGIN}\n`, 1)[0]!.trimEnd();
  const day = new Date().toISOString().slice(0, 10);
  await writeFile(
    MEASURED,
    `${before}\n\n${BEGIN}\n\nWritten by \`npm run prove -- bare-root\` on ${day}, at ${commit}: Debian 12 from debootstrap's minbase, Node 20 and npm, as root with \`/root\` closed to others.\n\n\`\`\`\n${lastLines.join("\n")}\n\`\`\`\n`,
  );
}
