import type { Settings } from "../../config/settings.server.ts";
import { AppError } from "../../errors/app-error.ts";
import type { FileStore } from "../../files/file-store.ts";
import { type Log, loggableError } from "../../log/log.server.ts";
import type { Clock } from "../../time/clock.ts";
import { buildMessage } from "../compose/compose.server.ts";
import { type DkimKey, dkimSigner, type SignMail, signerWith } from "../domain/dkim.server.ts";
import type { Delivery } from "./delivery.ts";
import type { MailMessage } from "../message.ts";
import { writeToOutbox } from "../outbox.server.ts";
import type { Sender } from "../sender.server.ts";
import { createSmtpDelivery } from "./smtp-delivery.server.ts";
import type { SmtpServer } from "./smtp-server.server.ts";
import { connectionsOfUrl, createSmtpLane, type SmtpTimeouts } from "./smtp.server.ts";
import type { Verdict } from "./verdict.ts";

export interface DeliveryOptions {
  readonly settings: Pick<Settings, "SMTP_URL" | "DATA_DIR" | "DKIM_KEY" | "DKIM_SELECTOR">;
  readonly sender: Sender;
  readonly files: Pick<FileStore, "get">;
  readonly clock: Clock;
  readonly log: Log;
  readonly connections?: number | undefined;
  readonly timeouts?: SmtpTimeouts | undefined;
}

// Twice nodemailer's five: storing a commit for each message takes about as long as a nearby mail server
// takes for it.
const CONNECTIONS = 10;
const OUTBOX_WRITES = 4;

/** @throws SettingsError for a DKIM key that can't sign */
export function createDelivery(options: DeliveryOptions): Delivery {
  const { settings, sender, files, clock, log, timeouts } = options;
  const build = builder({ files, clock, log, sign: dkimSigner(settings, sender.host) });

  if (!settings.SMTP_URL)
    return {
      via: "outbox",
      slots: OUTBOX_WRITES,
      async deliver(_slot, message) {
        // Writing the same file twice is harmless, so this needs no `committing`.
        const built = await build(message);
        if (!Buffer.isBuffer(built)) return { verdict: built, serverAway: false };
        try {
          await writeToOutbox(settings.DATA_DIR, message, built);
          return { verdict: { is: "sent" }, serverAway: false };
        } catch (error) {
          log.error({ error: loggableError(error) }, "mail: the outbox can't be written");
          return { verdict: { is: "retry", failure: "The outbox couldn’t be written." }, serverAway: true };
        }
      },
      abort() {},
      close() {},
    };

  const url = settings.SMTP_URL;
  const connections = options.connections ?? connectionsOfUrl(url) ?? CONNECTIONS;
  const lanes = Array.from({ length: connections }, () => createSmtpLane(url, timeouts));
  return createSmtpDelivery({ lanes, build, log });
}

/** A business's own mail server, and the sender of its mail. */
export interface BusinessServer {
  /** Changes whenever the connection is edited. */
  readonly version: string;
  readonly smtp: SmtpServer;
  readonly fromAddress: string;
  /** Signs its mail; without one, only the server may. */
  readonly dkim?: DkimKey | undefined;
}

/** Delivery over a business's own server. */
export function createBusinessDelivery(
  server: BusinessServer,
  connections: number,
  { files, clock, log, timeouts }: Omit<DeliveryOptions, "settings" | "sender" | "connections">,
): Delivery {
  const { dkim, fromAddress } = server;
  // Receivers ignore a signature of another domain than the sender's.
  const isOurs = dkim && fromAddress.toLowerCase().endsWith(`@${dkim.domain.toLowerCase()}`);
  const build = builder({ files, clock, log, sign: isOurs ? signerWith(dkim) : undefined });
  return createSmtpDelivery({
    lanes: Array.from({ length: connections }, () => createSmtpLane(server.smtp, timeouts)),
    build,
  });
}

/** Builds the bytes of messages, or reports why it can't. */
function builder({
  files,
  clock,
  log,
  sign,
}: Pick<DeliveryOptions, "files" | "clock" | "log"> & { sign: SignMail | undefined }): (
  message: MailMessage,
) => Promise<Buffer | Verdict> {
  return async (message) => {
    try {
      return await buildMessage(message, { date: clock.now(), files, sign });
    } catch (error) {
      if (error instanceof AppError && error.code === "not_found")
        return {
          is: "refused",
          failure: "An attached file no longer exists.",
          reason: "unusable",
        };
      log.error(
        { accountId: message.accountId, mailId: message.id, error: loggableError(error) },
        "mail: a message can't be built",
      );
      return { is: "retry", failure: "The message couldn’t be put together." };
    }
  };
}
