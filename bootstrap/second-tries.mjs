// Tells which tests passed only when they were tried again: a retry keeps a busy machine from failing a run,
// and must not hide a fault.
import { appendFileSync } from "node:fs";

/** A reporter of Vitest; a line for each such test goes to the file that SECOND_TRIES names. */
export default class SecondTries {
  /** @param {import("vitest/node").TestCase} test */
  onTestCaseResult(test) {
    const file = process.env.SECOND_TRIES;
    if (file && test.result().state === "passed" && test.diagnostic()?.retryCount)
      appendFileSync(file, `${test.module.relativeModuleId} > ${test.fullName}\n`);
  }
}
