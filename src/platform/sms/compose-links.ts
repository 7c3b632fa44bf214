/**
 * A link that opens the telephone's own messages with everything filled in. `?&` is no slip: iOS reads the
 * body after `&`, Android after `?`, and both take this. Spaces are `%20`, since neither reads `+` as one.
 * @param to E.164
 */
export function textLink(to: string, body: string): string {
  return `sms:${to}?&body=${encode(body)}`;
}

/**
 * A link that opens the own mail program with everything filled in (RFC 6068: lines end in CRLF, the address
 * is encoded too).
 */
export function mailLink({ to, subject, text }: { to: string; subject: string; text: string }): string {
  const address = encode(to).replaceAll("%40", "@");
  return `mailto:${address}?subject=${encode(subject)}&body=${encode(text.replace(/\r\n?|\n/g, "\r\n"))}`;
}

// encodeURIComponent leaves !'()* as they are, and programs that look for the end of a link in a text stop at
// some of them.
const encode = (text: string) =>
  encodeURIComponent(text.toWellFormed()).replace(
    /[!'()*]/g,
    (sign) => `%${sign.codePointAt(0)!.toString(16).toUpperCase()}`,
  );
