import { createPrivateKey, createPublicKey } from "node:crypto";
import { readFileSync } from "node:fs";
import DKIM from "nodemailer/lib/dkim";
import { type Settings, SettingsError } from "../../config/settings.server.ts";

/** Returns a built message with its signature prepended. */
export type SignMail = (message: Buffer) => Promise<Buffer>;

// nodemailer's own list lacks List-Unsubscribe-Post, and RFC 8058 requires both to be signed.
const SIGNED_HEADERS = [
  ...["From", "Sender", "Reply-To", "To", "Cc", "Subject", "Date", "Message-ID", "In-Reply-To", "References"],
  ...[
    "MIME-Version",
    "Content-Type",
    "Content-Transfer-Encoding",
    "Auto-Submitted",
    "List-Unsubscribe",
    "List-Unsubscribe-Post",
  ],
].join(":");

/**
 * The signer from the settings; undefined without a key.
 * @param domain the domain of the sender's address: receivers compare the two
 * @throws SettingsError for a key that can't be read or isn't RSA (nodemailer would silently leave mail
 * unsigned)
 */
export function dkimSigner(
  settings: Pick<Settings, "DKIM_KEY" | "DKIM_SELECTOR">,
  domain: string,
): SignMail | undefined {
  if (!settings.DKIM_KEY || !settings.DKIM_SELECTOR) return undefined;
  return signerWith({ domain, selector: settings.DKIM_SELECTOR, privateKey: readKey(settings.DKIM_KEY) });
}

/**
 * The installation's public key for its DNS record, and its selector; undefined without a key.
 * @throws SettingsError
 */
export function dkimPublished(
  settings: Pick<Settings, "DKIM_KEY" | "DKIM_SELECTOR">,
): { selector: string; publicKey: string } | undefined {
  if (!settings.DKIM_KEY || !settings.DKIM_SELECTOR) return undefined;
  const publicKey = createPublicKey(readKey(settings.DKIM_KEY))
    .export({ type: "spki", format: "der" })
    .toString("base64");
  return { selector: settings.DKIM_SELECTOR, publicKey };
}

/** A signing key, and where its public key is: `{selector}._domainkey.{domain}`. */
export interface DkimKey {
  readonly domain: string;
  readonly selector: string;
  /** RSA, PKCS #8 in PEM. */
  readonly privateKey: string;
}

export function signerWith({ domain, selector, privateKey }: DkimKey): SignMail {
  // Parsed once: nodemailer passes it to node:crypto unchanged, and text would be parsed again for every
  // message, which takes as long as signing.
  const key = createPrivateKey(privateKey) as unknown as string;
  const signer = new DKIM({
    domainName: domain,
    keySelector: selector,
    privateKey: key,
    headerFieldNames: SIGNED_HEADERS,
  });
  return async (message) => {
    const parts: Buffer[] = [];
    for await (const part of signer.sign(message)) parts.push(part as Buffer);
    const signed = Buffer.concat(parts);
    if (!signed.subarray(0, 15).equals(MARK)) throw new Error("the message could not be signed");
    return signed;
  };
}

const MARK = Buffer.from("DKIM-Signature:");

function readKey(setting: string): string {
  // Environment variables often have line breaks as \n.
  const inline = setting.includes("-----BEGIN");
  try {
    const pem = inline ? setting.replaceAll("\\n", "\n") : readFileSync(setting, "utf8");
    const key = createPrivateKey(pem);
    if (key.asymmetricKeyType === "rsa") return key.export({ type: "pkcs8", format: "pem" }).toString();
  } catch {
    // Falls through, because the error may quote the key or its path.
  }
  throw new SettingsError(
    "The setting DKIM_KEY is not valid: it accepts an RSA private key in PEM, or the path of a file that holds one.",
  );
}
