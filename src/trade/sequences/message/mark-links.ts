import { FRIEND } from "#trade/leads/public.server.ts";
import { findLinks } from "#platform/mail/compose/text-links.ts";
import type { MailParts } from "#platform/mail/compose/layout.ts";

/** Shared documents, personal pages, and pages that book visits. */
const FOR_CLIENTS = /^\/(?:[sp]|visits)\/[^/]+$/;

/**
 * Marks links to our client pages with the lead and step. Other sites' links are unchanged: we don't count
 * who follows them. So are links to our other pages, such as unsubscribe.
 */
export function withMarkedLinks<Parts extends MailParts>(
  parts: Parts,
  publicUrl: string,
  mark: (address: string) => string,
): Parts {
  const { origin } = new URL(publicUrl);
  const of = (address: string) => {
    const url = URL.parse(address);
    // Someone else follows a referral link.
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
    ...(parts.pictures && {
      pictures: { ...parts.pictures, link: { ...parts.pictures.link, url: of(parts.pictures.link.url) } },
    }),
    ...(parts.action && { action: { ...parts.action, url: of(parts.action.url) } }),
    ...(parts.signature && { signature: parts.signature.map(inText) }),
  };
}
