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
  const server = own ? "your mail server" : `the mail server at ${brand}`;
  switch (test.state) {
    case "sent":
      return test.via === "outbox"
        ? {
            state: "outbox",
            words: `Saved to your outbox, ${at.words}. No mail server is connected yet, so it stopped there. You can send emails from the outbox with your own email app.`,
            iso: at.iso,
          }
        : {
            state: "there",
            words: `Sent through ${server}, ${at.words}. Check ${test.to}, and your spam folder too.`,
            iso: at.iso,
          };
    case "failed":
    case "suppressed":
      return {
        state: "failed",
        words: `We couldn’t send it through ${server}. Nothing else was changed. Try again.`,
        iso: at.iso,
      };
    case "unknown":
      return {
        state: "failed",
        words: `The connection to ${server} dropped at the last moment, so it may or may not have gone out. Check ${test.to} first.`,
        iso: at.iso,
      };
    case "queued":
    case "claimed":
    case "committing":
      return { state: "on its way", words: `On its way to ${server}.`, iso: at.iso };
  }
}
