import { createHash, randomBytes } from "node:crypto";

/** A new secret for a URL that opens one thing: 144 random bits as 24 URL-safe characters. */
export const newToken = (): string => randomBytes(18).toString("base64url");

/** Whether a text has the form of our tokens; saves a query for any other. */
export const isToken = (text: string): boolean => /^[A-Za-z0-9_-]{24}$/.test(text);

/** The SHA-256 (hex) that we store in place of the token. */
export const tokenHash = (token: string): string => createHash("sha256").update(token).digest("hex");

/**
 * A new secret that names its account: the account's id, so that it is looked up inside one account's scope
 * (and on that account's shard), then 144 random bits. See docs/decisions/0002.
 */
export function newAccountToken(accountId: string): string {
  return Buffer.concat([Buffer.from(accountId.replaceAll("-", ""), "hex"), randomBytes(18)]).toString(
    "base64url",
  );
}

/** The account a token names, or undefined if it can't be one of our tokens. Proves nothing yet. */
export function accountOfToken(token: string): string | undefined {
  if (!/^[A-Za-z0-9_-]{46}$/.test(token)) return undefined;
  const hex = Buffer.from(token, "base64url").subarray(0, 16).toString("hex");
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}
