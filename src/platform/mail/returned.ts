import { isAutomatic } from "./automatic.ts";
import type { Bounce } from "./bounce.ts";
import { bounceInWords } from "./bounce-words.ts";
import { readReport } from "./delivery-report.ts";
import type { ReceivedMail } from "./parse.server.ts";
import { asksToStop } from "./written.ts";

/** What a mail that came in is. A bounce and a complaint name the message that they are about by its Message-ID, or they are neither. */
export type Returned =
  | { readonly is: "answer"; readonly asksToStop: boolean }
  /** Written by a program, such as an out-of-office note or a receipt: nobody answered, and nothing is known to have failed. */
  | { readonly is: "automatic" }
  | ({ readonly is: "bounce" } & Bounce)
  | { readonly is: "complaint"; readonly messageId: string };

/** Says what a mail is, by the mail alone. Whether it may be believed is for the caller to find out, who knows the message that it names. */
export function readReturned(mail: ReceivedMail): Returned {
  return (
    readReport(mail) ?? bounceInWords(mail) ?? (isAutomatic(mail) ? { is: "automatic" } : { is: "answer", asksToStop: asksToStop(mail) })
  );
}
