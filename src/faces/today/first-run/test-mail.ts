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
  const server = own ? "your mail server" : `the mail server of ${brand}`;
  switch (test.state) {
    case "sent":
      return test.via === "outbox"
        ? {
            state: "outbox",
            words: `Written to the outbox, ${at.words}. No mail server is connected here yet, so it went no further. Each mail waits there for you to send it from your own mail.`,
            iso: at.iso,
          }
        : {
            state: "there",
            words: `Handed to ${server}, ${at.words}. Look in ${test.to}, and in the spam folder too.`,
            iso: at.iso,
          };
    case "failed":
    case "suppressed":
      return {
        state: "failed",
        words: `It could not be handed to ${server}. Nothing else was touched. Try it once more.`,
        iso: at.iso,
      };
    case "unknown":
      return {
        state: "failed",
        words: `The line to ${server} broke at the last moment, so it may or may not have left. Look in ${test.to} first.`,
        iso: at.iso,
      };
    case "queued":
    case "claimed":
    case "committing":
      return { state: "on its way", words: `On its way to ${server}.`, iso: at.iso };
  }
}
