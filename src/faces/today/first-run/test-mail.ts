import type { TestMail } from "#trade/sequences/public.server.ts";
import { moment } from "#platform/time/format.ts";

export interface TestMailText {
  readonly state: "on its way" | "there" | "outbox" | "failed";
  readonly words: string;
  readonly iso: string;
}

/** Describes where the test email is, without claiming more than is known. */
export function describeTestMail(
  test: TestMail | undefined,
  { zone, own, brand }: { readonly zone: string; readonly own: boolean; readonly brand: string },
): TestMailText | null {
  if (!test) return null;
  const at = test.at ? moment(test.at, zone) : { words: "", iso: "" };
  const service = own ? "your email" : brand;
  switch (test.state) {
    case "sent":
      return test.via === "outbox"
        ? {
            state: "outbox",
            words: `Written ${at.words}, but not sent: no email service is connected yet. You’ll send each email from your own email app with one tap.`,
            iso: at.iso,
          }
        : {
            state: "there",
            words: `Sent ${at.words}. Check ${test.to}, and your spam folder too.`,
            iso: at.iso,
          };
    case "failed":
    case "suppressed":
      return {
        state: "failed",
        words: `We couldn’t send it through ${service}. Nothing else was changed. Try again.`,
        iso: at.iso,
      };
    case "unknown":
      return {
        state: "failed",
        words: `The connection to ${service} dropped at the last moment, so it may or may not have gone out. Check ${test.to} first.`,
        iso: at.iso,
      };
    case "queued":
    case "claimed":
    case "committing":
      return { state: "on its way", words: `On its way to ${test.to}.`, iso: at.iso };
  }
}
