import SMTPConnection from "nodemailer/lib/smtp-connection";
import { adoptConnection } from "./conversation.server.ts";
import { connectAndSignIn } from "./sign-in.server.ts";
import { type SmtpServer, targetOfServer } from "./smtp-server.server.ts";
import { type ConnectionError, type Trouble, troubleOf } from "./connection-error.ts";

/** How long a person waits for a check, in milliseconds. */
export const CHECK_MS = 10_000;

/**
 * Tests a business's mail server: resolves it, connects, encrypts, signs in, and asks whether it accepts mail
 * from that address. Sends nothing.
 * @returns what is wrong; undefined if everything worked
 */
export async function checkSmtp(
  server: SmtpServer,
  from: string,
  withinMs = CHECK_MS,
): Promise<Trouble | undefined> {
  let connection: SMTPConnection | undefined;
  const { promise: late, reject } = Promise.withResolvers<never>();
  const limit = setTimeout(
    () => reject(Object.assign(new Error("no answer in time"), { code: "ETIMEDOUT" })),
    withinMs,
  );
  const converse = async (): Promise<ConnectionError | undefined> => {
    const { options, ...login } = await targetOfServer(server);
    const opening = new SMTPConnection({
      ...options,
      connectionTimeout: withinMs,
      greetingTimeout: withinMs,
      socketTimeout: withinMs,
      logger: false,
    });
    connection = opening;
    const { promise: open, resolve, reject: fail } = Promise.withResolvers<void>();
    opening.on("error", fail);
    opening.once("end", () =>
      fail(Object.assign(new Error("the connection was closed"), { code: "ECONNECTION" })),
    );
    connectAndSignIn(opening, login).then(resolve, fail);
    await open;
    const conversation = adoptConnection(opening, () => opening.close());
    opening.on("error", (error: Error) => conversation.fail(error));
    opening.once("end", () =>
      conversation.fail({ message: "the connection was closed", code: "ECONNECTION" }),
    );
    return await conversation.asks(from);
  };
  try {
    const error = await Promise.race([converse(), late]);
    connection?.quit();
    return error && troubleOf(error);
  } catch (error) {
    connection?.close();
    return troubleOf(error as ConnectionError);
  } finally {
    clearTimeout(limit);
    const old = connection;
    // QUIT gets a second.
    if (old) setTimeout(() => old.close(), 1_000).unref();
  }
}
