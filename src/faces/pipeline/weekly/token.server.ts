import { isSigned, sign } from "#platform/config/signing.server.ts";

const PURPOSE = "weekly";
const ID_BYTES = 16;
const CONTENT_BYTES = 2 * ID_BYTES;
const SIGNATURE_BYTES = 16;

const bytesOf = (id: string) => Buffer.from(id.replaceAll("-", ""), "hex");
const idOf = (bytes: Buffer) =>
  bytes.toString("hex").replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");

/** The owner and business of an unsubscribe link. */
export interface WeeklyLink {
  readonly accountId: string;
  readonly userId: string;
}

/** The token of `/w/{token}`: signed and self-contained, so nothing is stored for it. */
export function weeklyToken({ accountId, userId }: WeeklyLink): string {
  const content = Buffer.concat([bytesOf(accountId), bytesOf(userId)]);
  return Buffer.concat([content, sign(PURPOSE, content).subarray(0, SIGNATURE_BYTES)]).toString("base64url");
}

/** The content of a token, or undefined when we didn't make it. */
export function readWeeklyToken(token: string): WeeklyLink | undefined {
  if (!/^[A-Za-z0-9_-]{64}$/.test(token)) return undefined;
  const bytes = Buffer.from(token, "base64url");
  const content = bytes.subarray(0, CONTENT_BYTES);
  if (!isSigned(PURPOSE, content, bytes.subarray(CONTENT_BYTES))) return undefined;
  return { accountId: idOf(content.subarray(0, ID_BYTES)), userId: idOf(content.subarray(ID_BYTES)) };
}
