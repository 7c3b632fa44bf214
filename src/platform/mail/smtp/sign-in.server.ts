import type SMTPConnection from "nodemailer/lib/smtp-connection";
import type { AccessToken, SmtpTarget } from "./smtp-server.server.ts";
import type { SmtpError } from "./verdict.ts";

/**
 * Connects, and signs in by password or access token where the server wants it. A connection that breaks
 * meanwhile may emit `error` instead.
 */
export async function connectAndSignIn(
  connection: SMTPConnection,
  { auth, forceAuth }: Pick<SmtpTarget, "auth" | "forceAuth">,
): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    connection.connect((error) => (error ? reject(error) : resolve()));
  });
  if (!auth || !(connection.allowsAuth || forceAuth)) return;
  if ("pass" in auth) return await logIn(connection, { user: auth.user, credentials: auth });
  await signInWithToken(connection, auth.user, auth.accessToken);
}

/**
 * XOAUTH2, as Google and Microsoft define it. A token may be refused before its time: then once more with a
 * new one. Google refuses in two steps (334 with the reason, then 535), Microsoft in one.
 */
async function signInWithToken(
  connection: SMTPConnection,
  user: string,
  accessToken: AccessToken,
): Promise<void> {
  let token = await accessToken();
  let isRenewed = false;
  let ownError: unknown;
  const renew = async () => {
    isRenewed = true;
    token = await accessToken(token);
    return token;
  };
  const oauth2 = {
    getToken(isRetry: boolean, done: (error: Error | null, token?: string) => void) {
      if (!isRetry) return done(null, token);
      renew().then(
        (renewed) => done(null, renewed),
        (error: unknown) => {
          ownError = error;
          done(new Error("no token"));
        },
      );
    },
    buildXOAuth2Token: (given: string) =>
      Buffer.from(`user=${user}\u0001auth=Bearer ${given}\u0001\u0001`).toString("base64"),
  };
  const attempt = () =>
    logIn(connection, { user, oauth2 } as unknown as Credentials).catch((error: unknown) => {
      throw ownError ?? error;
    });
  try {
    await attempt();
  } catch (error) {
    if (isRenewed || (error as SmtpError).code !== "EAUTH") throw error;
    const refused = token;
    if ((await renew()) === refused) throw error;
    await attempt().catch((second: unknown) => {
      // A server that hangs up after a refusal has refused.
      throw (second as SmtpError).code === "EAUTH" ? second : error;
    });
  }
}

type Credentials = Parameters<SMTPConnection["login"]>[0];

const logIn = (connection: SMTPConnection, credentials: Credentials): Promise<void> =>
  new Promise((resolve, reject) => {
    connection.login(credentials, (refused) => (refused ? reject(refused) : resolve()));
  });
