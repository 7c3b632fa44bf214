import type { Page } from "playwright-core";
import type { Visitor } from "../e2e/harness/visitor.ts";
import { newId } from "../src/platform/db/ids.ts";

/** A change as a device sends it. */
export interface Change {
  readonly kind: string;
  readonly record: string;
  readonly sets: object;
  readonly media: readonly string[];
}

/** Creates a job as a device would. @returns its id, and a function that sends further changes */
export async function newJob(
  visitor: Visitor,
): Promise<{ job: string; send: (all: readonly Change[]) => Promise<void> }> {
  const job = newId();
  const send = async (all: readonly Change[]) => {
    const commands = all.map((one) => ({
      id: newId(),
      job,
      replaces: {},
      capturedAt: Date.now(),
      skew: 0,
      zone: "UTC",
      ...one,
    }));
    const answer = await visitor.send("/account/sync/commands", {
      method: "POST",
      headers: { "Content-Type": "application/json", "Sec-Fetch-Site": "same-origin" },
      body: JSON.stringify({ version: 1, device: newId(), commands }),
    });
    const { outcomes } = (await answer.json()) as { outcomes: { is: string; why?: string }[] };
    const bad = outcomes.find(({ is }) => is !== "held");
    if (bad || outcomes.length !== all.length)
      throw new Error(`a command was refused: ${JSON.stringify(bad)}`);
  };
  await send([
    {
      kind: "jobs.job",
      record: job,
      sets: { name: "Miller house", status: "active", zone: "UTC" },
      media: [],
    },
  ]);
  return { job, send };
}

/** Types into the field that has the focus. @returns milliseconds per key, to the frame that shows it */
export async function typeKeys(page: Page, text: string): Promise<number[]> {
  const took: number[] = [];
  for (const key of text) {
    // Listening before the key is pressed, however slow the page is.
    const listening = await page.evaluateHandle(() => ({
      took: new Promise<number>((resolve) => {
        addEventListener(
          "keydown",
          (event) =>
            requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - event.timeStamp))),
          { once: true, capture: true },
        );
      }),
    }));
    await page.waitForTimeout(30);
    await page.keyboard.press(key === " " ? "Space" : key);
    took.push(await listening.evaluate(({ took: shown }) => shown));
  }
  return took;
}
