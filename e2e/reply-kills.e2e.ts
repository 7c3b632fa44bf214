import { expect, test } from "vitest";
import { proveReplies } from "./prove/replies.ts";

const seed = Number(process.env["KILLS_SEED"] ?? Math.floor(Math.random() * 2 ** 31));
const KILLS = Number(process.env["KILLS"] ?? 10);

test(
  "killed again and again between reply, forward and answer: nothing lost, nothing twice",
  { timeout: 600_000, retry: 0 },
  async () => {
    console.log(`reply kills: seed ${seed}; the same plan again with KILLS_SEED=${seed}`);
    const { kills, violations, report } = await proveReplies({ kills: KILLS, seed });
    console.log(report);
    expect(violations, report).toEqual([]);
    expect(kills).toBe(KILLS);
  },
);
