import { setTimeout as sleep } from "node:timers/promises";
import type { RunningProduct } from "./product.ts";

/** An email's text with quoted-printable decoded: enough to read it and find links. */
export function decodedBody(raw: string): string {
  return raw
    .replace(/=\r?\n/g, "")
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
}

/** The emails to an address in the outbox, as they left, without those that only mention it. */
export async function mailsTo(product: Pick<RunningProduct, "outbox">, address: string): Promise<string[]> {
  // A long header line continues after a line break and a space.
  const to = new RegExp(`^To: (?:.*\\r?\\n[ \\t])*.*${RegExp.escape(address)}`, "im");
  return (await product.outbox()).filter((raw) => to.test(raw));
}

/**
 * Waits for an email to an address in the outbox. Emails leave after the page that caused them has responded,
 * so a single look isn't enough.
 * @param about found in the subject or the text
 * @returns the newest such email as readable text
 * @throws Error if none came within 30 seconds
 */
export async function mailTo(
  product: Pick<RunningProduct, "outbox">,
  address: string,
  about = /^/,
): Promise<string> {
  for (let look = 0; look < 300; look++) {
    const found = (await mailsTo(product, address)).map(decodedBody).findLast((mail) => about.test(mail));
    if (found) return found;
    await sleep(100);
  }
  throw new Error(`no mail to ${address} with ${about.source}`);
}

/** The link in an email that matches a pattern. */
export function linkOf(mail: string, shape: RegExp): string {
  const found = new RegExp(`https?://[^\\s"<>]*${shape.source}[^\\s"<>]*`).exec(decodedBody(mail))?.[0];
  if (!found) throw new Error(`no link like ${shape.source} in the mail`);
  return found.replaceAll("&amp;", "&");
}
