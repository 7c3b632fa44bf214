import { expect, test } from "vitest";
import { clusterMissing } from "../harness/cluster.ts";
import { proveSoak, sparedOf } from "./soak.ts";
import { saveSection } from "./measured.ts";
import { sparedFrom } from "./soak-plan.ts";
import { grownOf, soakReport } from "./soak-report.ts";

// Hours of mixed load with kills: nothing lost, nothing twice, memory flat. Named on the command line it runs
// two hours, among all proofs ten minutes; SOAK_MINUTES says otherwise.

const minutes = Number(process.env["SOAK_MINUTES"] ?? (process.env["PROOF_NAMED"] ? 120 : 10));
const seed = Number(process.env["SOAK_SEED"] ?? Math.floor(Math.random() * 2 ** 31));
/** From the last kill of a spared process to its first sample, and from the last sample to the end. */
const ENDS_MS = 60_000;
const AFTERWARDS_MS = 15 * 60_000;

test.skipIf(clusterMissing)(
  `${minutes} minutes of mixed load with kills`,
  { timeout: minutes * 60_000 + AFTERWARDS_MS },
  async () => {
    console.log(
      `soak: seed ${seed}; the same plan again with SOAK_SEED=${seed} SOAK_MINUTES=${minutes}; ends early, judged, with kill -USR2 ${process.pid}`,
    );
    const early = new AbortController();
    const end = () => early.abort();
    process.once("SIGUSR2", end);
    const result = await proveSoak({ minutes, seed, stop: early.signal }).finally(() =>
      process.off("SIGUSR2", end),
    );
    const paragraphs = soakReport(result);
    const report = [...paragraphs, result.words].join("\n\n");
    console.log(report);
    await saveSection({ name: "soak", title: "Soak" }, "Mixed load with kills", "e2e/prove/soak.prove.ts", [
      "Two web processes behind one address, two workers, PgBouncer, PostgreSQL, a mail server and a stand-in for Twilio on one machine. One process gets SIGKILL every one to two minutes and is started again; after the first minutes never the first web process and the first worker, whose memory is measured. Whatever a person was told is saved is compared with the database and the files at the end; leads and their follow-up are judged as in [kills](kills.md).",
      ...paragraphs,
      ...(result.words ? [result.words] : []),
    ]);
    expect(result.violations, `${report}\n\n${result.output.slice(-6_000)}`).toEqual([]);
    expect(result.kills.length, report).toBeGreaterThan(0);
    expect(result.written.filter((one) => one.acknowledgedAt !== undefined).length).toBeGreaterThan(
      minutes * 20,
    );
    const lived = sparedOf(result).map(({ minutes: life }) => life);
    expect(lived, "both lived to the end").toHaveLength(2);
    expect(Math.min(...lived) * 60_000, report).toBeGreaterThan(
      result.ran * 60_000 - sparedFrom(minutes) - ENDS_MS,
    );
    expect(grownOf(result), report).toEqual([]);
  },
);
