/** Longer mail (bytes) is cut: its text is read, its attachments are not. */
export const LONGEST_MAIL = 25 * 1024 * 1024;

/** How much of a longer mail is read: its headers and its text, which come before attachments. */
export const HEAD_BYTES = 512 * 1024;

const MARK = "X-Cut-From-Bytes";

/**
 * A mail's beginning, marked as cut.
 * @param size of the whole mail, in bytes
 */
export function cutMail(raw: Buffer, size: number): Buffer {
  return Buffer.concat([Buffer.from(`${MARK}: ${size}\r\n`), raw.subarray(0, HEAD_BYTES)]);
}

/** The size of the whole mail that one was cut from; undefined if it wasn't. */
export function cutFrom(headers: ReadonlyMap<string, string>): number | undefined {
  const size = Number(headers.get(MARK.toLowerCase()));
  // Anyone can write the header, but then only says that their own attachments are missing.
  return Number.isSafeInteger(size) && size > LONGEST_MAIL ? size : undefined;
}
