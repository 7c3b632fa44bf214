import { createHash, randomBytes, randomUUID } from "node:crypto";
import { headerBytes, payloadBytes } from "../src/ground/evidence/verify/entry-bytes.ts";
import { nodeChecks, sha256 } from "../src/ground/evidence/verify/hashing.server.ts";
import { historyLine, readHistory } from "../src/ground/evidence/export/history-file.ts";
import { type Entry, FORMAT } from "../src/ground/evidence/rules.ts";
import { hashedBytes, verifyChain } from "../src/ground/evidence/verify/verify-chain.ts";
import type { Figure } from "./figure.ts";
import { median } from "./tools.ts";

const ENTRIES = 10_000;
const ROUNDS = 5;
const LIMIT_MS = 2_000;

/**
 * How long it takes to read and check a history of 10,000 entries, compared with two seconds and with bare
 * SHA-256 of the same bytes.
 */
export async function benchEvidence(): Promise<Figure[]> {
  const entries = history();
  const file = Buffer.from(entries.map((entry) => `${historyLine(entry)}\n`).join(""));
  const pieces = hashedBytes(entries);
  const ours: number[] = [];
  const bare: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    ours.push(
      await timed(async () => {
        const { problems, entries: found } = await verifyChain(readHistory(file).lines, nodeChecks);
        if (problems.length > 0 || found.size !== ENTRIES)
          throw new Error("the history that was made does not verify");
      }),
    );
    bare.push(
      await timed(async () => {
        for (const piece of pieces) createHash("sha256").update(piece).digest("hex");
      }),
    );
  }
  const [check, hashing] = [median(ours), median(bare)];
  return [
    {
      what: `Reading and checking a history of ${ENTRIES.toLocaleString("en-US")} entries (bare SHA-256 of the same bytes: ${hashing.toFixed(0)} ms), beside 2 s`,
      ours: `${check.toFixed(0)} ms`,
      limit: `${LIMIT_MS} ms`,
      ratio: LIMIT_MS / check,
      aim: 1,
    },
  ];
}

async function timed(work: () => Promise<void>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

function history(): Entry[] {
  const [account, job] = [randomUUID(), randomUUID()];
  const entries: Entry[] = [];
  for (let number = 1; number <= ENTRIES; number++) {
    const payload = {
      by: "ana@summit.test",
      text: `Course ${number} of the flashing at the north wall. `.repeat(6),
      lines: [1, 2.5, number],
    };
    const salt = randomBytes(32).toString("hex");
    const at = new Date(1_790_000_000_000 + number * 60_000).toISOString();
    const header = {
      v: FORMAT,
      account,
      job,
      number,
      at,
      occurredAt: at,
      capturedAt: at,
      author: null,
      kind: "jobs.note",
      corrects: null,
      media: number % 3 ? [] : [sha256(salt)],
      payloadHash: sha256(payloadBytes(payload, salt)),
      previousHash: entries.at(-1)?.hash ?? null,
    } as const;
    entries.push({ ...header, hash: sha256(headerBytes(header)), payload, salt });
  }
  return entries;
}
