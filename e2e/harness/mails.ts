import { setTimeout as sleep } from "node:timers/promises";
import type { RunningProduct } from "./product.ts";

/** The text of a mail with quoted-printable undone: enough to read it and find links. */
export function decodedBody(raw: string): string {
  return raw
    .replace(/=\r?\n/g, "")
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
}

/**
 * Waits for mail in the outbox to an address, as readable text. A mail leaves after the page that caused it
 * has answered, so a test never looks only once.
 * @param about found in the subject or the text
 * @returns the newest such mail
 * @throws Error when none came within 30 seconds
 */
export async function mailTo(product: RunningProduct, address: string, about = /^/): Promise<string> {
  // A long line of the head goes on after a line break and a space.
  const to = new RegExp(`^To: (?:.*\\r?\\n[ \\t])*.*${RegExp.escape(address)}`, "im");
  for (let look = 0; look < 300; look++) {
    const found = (await product.outbox())
      .filter((raw) => to.test(raw))
      .map(decodedBody)
      .findLast((mail) => about.test(mail));
    if (found) return found;
    await sleep(100);
  }
  throw new Error(`no mail to ${address} with ${about.source}`);
}

/** The address in a mail, as readable text, that has a certain shape. */
export function linkOf(mail: string, shape: RegExp): string {
  const found = new RegExp(`https?://[^\\s"<>]*${shape.source}[^\\s"<>]*`).exec(decodedBody(mail))?.[0];
  if (!found) throw new Error(`no link like ${shape.source} in the mail`);
  return found.replaceAll("&amp;", "&");
}
