// The environment that tests run in: no setting of the shell they were started from reaches them.
import { environmentFor } from "./processes.mjs";

// Tests state the settings they need. One that leaked in from a shell could be a real database or mail
// server.
const SETTING =
  /^(PORT|HOST|ROLE|SECRET|PUBLIC_URL|DATA_DIR|SITE_FILE|MAIL_FROM|TRUST_PROXY|LOG_LEVEL|DNS_SERVERS|NWS_URL|(DATABASE|FILES|MEDIA|S3|SMTP|IMAP|TWILIO|OPENAI|OPEN_METEO|OPERATOR|DKIM|METRICS|OIDC|ANALYTICS)_\w+)$/;

/**
 * @param {string} scratch the temporary folder of everything the tests start
 * @returns {Record<string, string | undefined>}
 */
export function testEnvironment(scratch) {
  const env = environmentFor(process.execPath, { TMPDIR: scratch });
  for (const name of Object.keys(env)) if (SETTING.test(name)) delete env[name];
  return env;
}
