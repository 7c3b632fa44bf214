import { describe, expect, test } from "vitest";
import { concernsOf, type Overview } from "./concerns.ts";

describe("what needs a hand", () => {
  const calm: Overview = {
    messages: 0,
    waitlistToday: 0,
    waitlist: 900,
    deadTasks: 0,
    failedMails: 0,
    unknownMails: 0,
    sentMails: 40,
    mailWaitsMinutes: 9,
    failedTexts: 0,
    textsWaitMinutes: 9,
    overdueSteps: 0,
    viewsToday: 5,
    accounts: 3,
    diskFree: 40 * 1024 ** 3,
    diskShare: 0.4,
  };

  test("is nothing on a calm day, and where the disk cannot be seen", () => {
    expect(concernsOf(calm)).toEqual([]);
    expect(concernsOf({ ...calm, diskFree: null, diskShare: null })).toEqual([]);
  });

  test.each([
    [{ messages: 1 }, "1 message needs a reply", "/operator/messages"],
    [{ messages: 1200 }, "1,200 messages need a reply", "/operator/messages"],
    [{ waitlistToday: 2 }, "2 people joined a waitlist today", "/operator/waitlist"],
    [{ deadTasks: 1 }, "1 task failed for good", "/operator/tasks"],
    [{ failedMails: 3 }, "3 emails failed in 24 hours", "/operator/sending"],
    [{ unknownMails: 1 }, "1 email today may or may not have arrived", "/operator/sending"],
    [{ mailWaitsMinutes: 10 }, "Email has been waiting for 10 minutes", "/operator/sending"],
    [{ failedTexts: 2 }, "2 texts failed in 24 hours", "/operator/sending#texts"],
    [{ textsWaitMinutes: 10 }, "Texts have been waiting for 10 minutes", "/operator/sending#texts"],
    [{ overdueSteps: 1 }, "1 follow-up step is overdue", "/operator/sending"],
    [{ diskFree: 1024 ** 3 }, "The disk is nearly full: 1\u00a0GB left", "/operator#machine"],
    [{ diskShare: 0.04 }, "The disk is nearly full: 40\u00a0GB left", "/operator#machine"],
  ])("of %j is “%s”", (change, text, to) => {
    expect(concernsOf({ ...calm, ...change })).toMatchObject([{ text, to }]);
  });

  test("puts what is broken before who waits", () => {
    const order = concernsOf({ ...calm, messages: 1, deadTasks: 1, waitlistToday: 1 }).map(
      (one) => one.isBroken,
    );
    expect(order).toEqual([true, false, false]);
  });
});
