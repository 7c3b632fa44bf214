import { z } from "zod";
import type { AnyTask, Task } from "#platform/queue/queue.server.ts";
import { beginDates } from "./enrollment/start-by-date.server.ts";
import { sendHeadsUps } from "./heads-up/send.server.ts";

/**
 * Looks for businesses to tell what goes out today. Every zone's half past seven is a multiple of five
 * minutes.
 */
const headsUpTask: Task<object> = {
  name: "sequences.send-heads-ups",
  payload: z.object({}),
  every: "*/5 * * * *",
  run: () => sendHeadsUps(),
};

/** Looks for what a day starts; every zone's opening is found within five minutes of it. */
const datesTask: Task<object> = {
  name: "sequences.begin-dates",
  payload: z.object({}),
  every: "*/5 * * * *",
  run: () => beginDates(),
};

export const sequencesTasks: readonly AnyTask[] = [headsUpTask, datesTask];
