// Reports tests that passed only on retry: a retry keeps a busy machine from failing a run, but must not hide
// a defect.
import { appendFileSync } from "node:fs";

/** A Vitest reporter; appends a line for each such test to the file named in SECOND_TRIES. */
export default class SecondTries {
  /** @param {import("vitest/node").TestCase} test */
  onTestCaseResult(test) {
    const file = process.env.SECOND_TRIES;
    if (file && test.result().state === "passed" && test.diagnostic()?.retryCount)
      appendFileSync(file, `${test.module.relativeModuleId} > ${test.fullName}\n`);
  }
}
