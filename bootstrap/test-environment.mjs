// The environment for tests, without the settings of the shell that started them.
import { environmentFor } from "./processes.mjs";

// Tests set what they need. A setting from the shell could point to a real database or mail server.
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
