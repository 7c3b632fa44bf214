import { expect, test } from "vitest";
import { saveSection } from "./measured.ts";
import { proveReplies } from "./replies.ts";

const seed = Number(process.env["KILLS_SEED"] ?? Math.floor(Math.random() * 2 ** 31));

test("100 kills between reply, forward, answer and booking: nothing lost, nothing twice", async () => {
  console.log(`reply kills: seed ${seed}`);
  const { violations, report } = await proveReplies({ kills: 100, seed });
  console.log(report);
  expect(violations, report).toEqual([]);
  await saveSection(
    { name: "replies", title: "Replies and visits" },
    "Killed between reply, forward, answer and booking",
    "e2e/prove/replies.prove.ts",
    ["Judged by what an independent mail server accepted, and by the database.", `${report.trim()}.`],
  );
});
