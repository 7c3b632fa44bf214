import type { LoaderFunctionArgs } from "react-router";
import { type Business, getBusiness } from "#ground/businesses/public.server.ts";
import { atShare } from "#ground/shares/public.server.ts";
import { answering } from "#platform/http/answers.server.ts";

/** RFC 6350, 3.4. */
const escaped = (text: string): string =>
  text.replaceAll(/[\\;,]/g, (sign) => `\\${sign}`).replaceAll(/\r?\n/g, "\\n");

/** A business as a vCard 3.0, which every phone's contacts read. Pure. */
export function cardOf({
  name,
  phone,
  replyAddress,
  postalAddress,
}: Pick<Business, "name" | "phone" | "replyAddress" | "postalAddress">): string {
  const shown = escaped(name ?? "");
  return [
    "BEGIN:VCARD",
    "VERSION:3.0",
    `N:${shown};;;;`,
    `FN:${shown}`,
    `ORG:${shown}`,
    ...(phone ? [`TEL;TYPE=WORK,VOICE:${escaped(phone)}`] : []),
    ...(replyAddress ? [`EMAIL;TYPE=WORK:${escaped(replyAddress)}`] : []),
    // On one line: our address has no parts.
    ...(postalAddress ? [`ADR;TYPE=WORK:;;${escaped(postalAddress)};;;;`] : []),
    "END:VCARD",
    "",
  ].join("\r\n");
}

/** The business that sent a paper, for the contacts of its reader's phone. */
export const loader = ({ request, params }: LoaderFunctionArgs): Promise<Response> =>
  answering(async () => {
    const business = await atShare(request, params["token"], (ctx) => getBusiness(ctx));
    return new Response(cardOf(business), {
      headers: {
        "Content-Type": "text/vcard; charset=utf-8",
        "Content-Disposition": 'inline; filename="contact.vcf"',
        "Cache-Control": "no-store",
        "X-Robots-Tag": "noindex",
      },
    });
  });
