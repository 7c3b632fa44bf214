import { isSigned, sign } from "#platform/config/signing.server.ts";

const PURPOSE = "heads-up";
const ID_BYTES = 16;
const STEP_AT = 2 * ID_BYTES;
const DAY_AT = STEP_AT + 1;
const CONTENT_BYTES = DAY_AT + 2;
const SIGNATURE_BYTES = 16;
const EPOCH = Temporal.PlainDate.from("1970-01-01");

const bytesOf = (id: string) => Buffer.from(id.replaceAll("-", ""), "hex");
const idOf = (bytes: Buffer) =>
  bytes.toString("hex").replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");

export interface HeadsUpLink {
  readonly accountId: string;
  readonly enrolmentId: string;
  readonly step: number;
  /** Of the email, in the business's zone. */
  readonly day: Temporal.PlainDate;
}

/** Makes the token of `/h/{token}`: signed data, nothing stored. */
export function headsUpToken({ accountId, enrolmentId, step, day }: HeadsUpLink): string {
  const content = Buffer.alloc(CONTENT_BYTES);
  bytesOf(accountId).copy(content);
  bytesOf(enrolmentId).copy(content, ID_BYTES);
  content.writeUInt8(step, STEP_AT);
  content.writeUInt16BE(EPOCH.until(day).days, DAY_AT);
  return Buffer.concat([content, sign(PURPOSE, content).subarray(0, SIGNATURE_BYTES)]).toString("base64url");
}

/** The prefix of all tokens of an enrollment: the characters that encode the two ids. */
export function headsUpTokenStart(accountId: string, enrolmentId: string): string {
  const ids = Buffer.concat([bytesOf(accountId), bytesOf(enrolmentId)]);
  return ids.subarray(0, STEP_AT - (STEP_AT % 3)).toString("base64url");
}

/** Parses a token; undefined if we did not sign it. Doesn't check its age. */
export function readHeadsUpToken(token: string): HeadsUpLink | undefined {
  if (!/^[A-Za-z0-9_-]{68}$/.test(token)) return undefined;
  const bytes = Buffer.from(token, "base64url");
  const content = bytes.subarray(0, CONTENT_BYTES);
  if (!isSigned(PURPOSE, content, bytes.subarray(CONTENT_BYTES))) return undefined;
  return {
    accountId: idOf(content.subarray(0, ID_BYTES)),
    enrolmentId: idOf(content.subarray(ID_BYTES, STEP_AT)),
    step: content.readUInt8(STEP_AT),
    day: EPOCH.add({ days: content.readUInt16BE(DAY_AT) }),
  };
}
