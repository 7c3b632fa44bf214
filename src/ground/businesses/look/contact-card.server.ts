import type { Business } from "../business.ts";

/** RFC 6350, 3.4. */
const escaped = (text: string): string =>
  text.replaceAll(/[\\;,]/g, (sign) => `\\${sign}`).replaceAll(/\r?\n/g, "\\n");

/** A business as a vCard 3.0, which every phone's contacts read, with whom clients meet. Pure. */
function contactCardOf({
  name,
  personName,
  phone,
  replyAddress,
  postalAddress,
}: Pick<Business, "name" | "personName" | "phone" | "replyAddress" | "postalAddress">): string {
  const company = escaped(name ?? "");
  const shown = escaped(personName ?? name ?? "");
  return [
    "BEGIN:VCARD",
    "VERSION:3.0",
    `N:${shown};;;;`,
    `FN:${shown}`,
    `ORG:${company}`,
    ...(phone ? [`TEL;TYPE=WORK,VOICE:${escaped(phone)}`] : []),
    ...(replyAddress ? [`EMAIL;TYPE=WORK:${escaped(replyAddress)}`] : []),
    // On one line: our address has no parts.
    ...(postalAddress ? [`ADR;TYPE=WORK:;;${escaped(postalAddress)};;;;`] : []),
    "END:VCARD",
    "",
  ].join("\r\n");
}

/** The card as a file that a phone offers to save. */
export const sendContactCard = (business: Business): Response =>
  new Response(contactCardOf(business), {
    headers: {
      "Content-Type": "text/vcard; charset=utf-8",
      "Content-Disposition": 'inline; filename="contact.vcf"',
      "Cache-Control": "no-store",
      "X-Robots-Tag": "noindex",
    },
  });
