import { FRIEND } from "#trade/leads/public.server.ts";
import { findLinks } from "#platform/mail/compose/text-links.ts";
import type { MailParts } from "#platform/mail/compose/layout.ts";

/** A shared document, a personal page. */
const FOR_CLIENTS = /^\/[sp]\/[^/]+$/;

/**
 * The parts of a mail with the links to pages of ours that are for clients marked. Links elsewhere stay as
 * they were written: they lead there at once, and nobody counts who follows them. So do links to our other
 * pages, such as the one to unsubscribe.
 */
export function withMarkedLinks<Parts extends MailParts>(
  parts: Parts,
  publicUrl: string,
  mark: (address: string) => string,
): Parts {
  const { origin } = new URL(publicUrl);
  const of = (address: string) => {
    const url = URL.parse(address);
    // A link to pass on is followed by somebody else.
    return url?.origin === origin && FOR_CLIENTS.test(url.pathname) && !url.searchParams.has(FRIEND)
      ? mark(address)
      : address;
  };
  const inText = (text: string) =>
    findLinks(text).reduceRight(
      (whole, { index, url }) => whole.slice(0, index) + of(url) + whole.slice(index + url.length),
      text,
    );
  return {
    ...parts,
    paragraphs: parts.paragraphs.map(inText),
    ...(parts.action && { action: { ...parts.action, url: of(parts.action.url) } }),
    ...(parts.signature && { signature: parts.signature.map(inText) }),
  };
}
