import { type Log, loggableError } from "../../log/log.server.ts";
import type { Announcement } from "./conversation.server.ts";
import type { Delivery } from "./delivery.ts";
import type { MailMessage } from "../message.ts";
import type { SmtpLane } from "./smtp.server.ts";
import { isAboutSession, judge, type Verdict } from "./verdict.ts";

/** A message ready to send, or why it can't be. */
type Prepared =
  | { readonly message: MailMessage; readonly built: Buffer; readonly announcement: Announcement }
  | { readonly message: MailMessage; readonly built: Verdict; readonly announcement?: undefined };

/** Sends messages to a mail server over these connections, one slot each. */
export function createSmtpDelivery({
  lanes,
  build,
  log,
}: {
  lanes: readonly SmtpLane[];
  build: (message: MailMessage) => Promise<Buffer | Verdict>;
  /**
   * Gets a line if the server can't be reached. Omitted for a business's own server: its text may name
   * people.
   */
  log?: Log;
}): Delivery {
  const prepared: (Prepared | undefined)[] = [];

  async function prepare(message: MailMessage): Promise<Prepared> {
    const built = await build(message);
    if (!Buffer.isBuffer(built)) return { message, built };
    return {
      message,
      built,
      announcement: { from: message.fromAddress, to: message.recipient, size: built.length },
    };
  }

  return {
    via: "smtp",
    slots: lanes.length,
    async deliver(slot, message, { commit, ahead }) {
      const early = prepared[slot];
      prepared[slot] = undefined;
      const { built, announcement } = early?.message === message ? early : await prepare(message);
      if (!announcement) return { verdict: built, serverAway: false };
      let lost = false;
      const { error, opened, connected } = await lanes[slot]!.send(announcement, built, {
        async open() {
          const may = await commit();
          lost = !may;
          return may;
        },
        async ahead() {
          const next = ahead?.();
          return next && (prepared[slot] = await prepare(next)).announcement;
        },
      });
      if (!connected) log?.warn({ error: loggableError(error) }, "mail: the mail server can't be reached");
      const trouble = !connected || isAboutSession(error) ? error : undefined;
      return { verdict: lost ? { is: "lost" } : judge(error, opened), serverAway: !connected, trouble };
    },
    abort() {
      for (const lane of lanes) lane.abort();
    },
    close() {
      for (const lane of lanes) lane.close();
    },
  };
}
