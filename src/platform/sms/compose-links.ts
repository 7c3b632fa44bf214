/**
 * A link that opens the phone's messages app with everything filled in. `?&` is intended: iOS reads the body
 * after `&`, Android after `?`, and both accept this. Spaces are `%20`, since neither decodes `+`.
 * @param to E.164
 */
export function textLink(to: string, body: string): string {
  return `sms:${to}?&body=${encode(body)}`;
}

/**
 * A link that opens the mail program with everything filled in (RFC 6068: CRLF line endings, an encoded
 * address).
 */
export function mailLink({ to, subject, text }: { to: string; subject: string; text: string }): string {
  const address = encode(to).replaceAll("%40", "@");
  return `mailto:${address}?subject=${encode(subject)}&body=${encode(text.replace(/\r\n?|\n/g, "\r\n"))}`;
}

// encodeURIComponent leaves !'()* unchanged, and programs that detect links in a text stop at some of them.
const encode = (text: string) =>
  encodeURIComponent(text.toWellFormed()).replace(
    /[!'()*]/g,
    (sign) => `%${sign.codePointAt(0)!.toString(16).toUpperCase()}`,
  );
