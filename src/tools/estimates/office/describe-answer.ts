import type { PaperAnswer } from "#ground/papers/public.server.ts";
import { moment } from "#platform/time/format.ts";

const DID = { approved: "approved it", declined: "declined it", asked: "asked about it" } as const;

/** "Dana Ruiz approved it, Sat, Nov 28, 9:36 AM MST". @param zone of the job */
export const describeAnswer = (
  { name, answer, at }: Pick<PaperAnswer, "name" | "answer" | "at">,
  zone: string,
): string => `${name || "Your client"} ${DID[answer]}, ${moment(at, zone).words}`;
