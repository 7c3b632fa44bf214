import { createHmac, timingSafeEqual } from "node:crypto";

// https://www.twilio.com/docs/usage/security: HMAC-SHA1, keyed with the auth token, over the requested URL
// followed by every form field, sorted by name, names and values concatenated.

/** The value of `X-Twilio-Signature` for a webhook request. */
export function twilioSignature(token: string, url: string, fields: URLSearchParams): string {
  const signed = [...new Set(fields.keys())]
    .toSorted()
    .flatMap((name) => [...new Set(fields.getAll(name))].toSorted().map((value) => name + value))
    .join("");
  return createHmac("sha1", token)
    .update(url + signed)
    .digest("base64");
}

/** Whether a request was signed with this token. Twilio may include or omit the URL's port. */
export function isTwilioSigned(
  token: string,
  url: string,
  fields: URLSearchParams,
  signature: string,
): boolean {
  const actual = Buffer.from(signature);
  return spellings(url).some((spelling) => {
    const expected = Buffer.from(twilioSignature(token, spelling, fields));
    return expected.length === actual.length && timingSafeEqual(expected, actual);
  });
}

function spellings(url: string): string[] {
  const match = /^(https?):\/\/([^/:?]+|\[[^\]]+\])(:\d+)?(.*)$/.exec(url);
  if (!match) return [url];
  const [, scheme, host, port, rest] = match;
  const other = port ? "" : scheme === "https" ? ":443" : ":80";
  return [url, `${scheme}://${host}${other}${rest}`];
}
