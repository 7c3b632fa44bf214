import { createHash, randomBytes } from "node:crypto";

/** A new secret for an address that opens one thing: 144 random bits, 24 characters that need no escaping. */
export const newToken = (): string => randomBytes(18).toString("base64url");

/** Whether a text could be one of ours; nobody needs the database to know that another is not. */
export const isToken = (text: string): boolean => /^[A-Za-z0-9_-]{24}$/.test(text);

/** What is stored instead of the token, which is only in its holder's hands: SHA-256, hex. */
export const tokenHash = (token: string): string => createHash("sha256").update(token).digest("hex");

/**
 * A new secret that names its account: the account's id in front, so that it is looked up inside one
 * account's scope (and on that account's shard), then 144 random bits. See docs/decisions/0002.
 */
export function newAccountToken(accountId: string): string {
  return Buffer.concat([Buffer.from(accountId.replaceAll("-", ""), "hex"), randomBytes(18)]).toString(
    "base64url",
  );
}

/** The account that a token names, or undefined when it can't be a token of ours. Proves nothing yet. */
export function accountOfToken(token: string): string | undefined {
  if (!/^[A-Za-z0-9_-]{46}$/.test(token)) return undefined;
  const hex = Buffer.from(token, "base64url").subarray(0, 16).toString("hex");
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}
