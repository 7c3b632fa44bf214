// judgeMail(raw: Buffer): Promise<JudgedMail>: how the product judges one email. Plain TypeScript, runs under
// Node 26 directly.

import { parseMail } from "../inbound/parse.server.ts";
import { readReturned } from "../bounces/returned.ts";
import { shownReply } from "../reply/shown-reply.ts";
import { splitReply } from "../reply/split-reply.ts";

export interface JudgedMail {
  readonly kind: "reply" | "automatic" | "reaction" | "bounce" | "complaint" | "ignored";
  readonly wish: "stop" | null;
  /**
   * The text shown as the person's reply; of an automatic reply, the program's text; of a reaction, the
   * emoji.
   */
  readonly words: string;
  /** The text folded below it. */
  readonly quoted: string;
  readonly subject: string;
  readonly attachments: readonly { readonly name: string; readonly type: string; readonly size: number }[];
  /**
   * `unreachable`: the address is given up. `full`, `policy`, `retry` (temporary) and `unclear`: still
   * written to. Null if the email is no bounce.
   */
  readonly bounce: {
    readonly verdict: "unreachable" | "full" | "policy" | "retry" | "unclear";
    readonly messageId: string;
  } | null;
}

/**
 * Judges an email by its content alone, with the code for incoming mail: parsing, judging, and display.
 * @param raw one raw email, such as the bytes of a .eml file
 */
export async function judgeMail(raw: Buffer): Promise<JudgedMail> {
  const mail = await parseMail(raw);
  const returned = readReturned(mail);
  const files = mail.files.map(({ name, type, size }) => ({ name, type, size }));
  const common = {
    wish: null,
    words: "",
    quoted: "",
    subject: mail.subject ?? "",
    attachments: files,
    bounce: null,
  };
  const shown = shownReply({ body: mail.text, subject: mail.subject, files });
  switch (returned.is) {
    case "answer":
      return { ...common, kind: "reply", wish: returned.asksToStop ? "stop" : null, ...shown };
    case "automatic":
      return { ...common, kind: "automatic", wish: returned.asksToStop ? "stop" : null, ...shown };
    case "reaction":
      return {
        ...common,
        kind: "reaction",
        words: returned.emoji || shown.words,
        quoted: splitReply(mail.text ?? "").quoted,
      };
    case "complaint":
      return { ...common, kind: "complaint", attachments: [] };
    case "bounce": {
      const worst = returned.failed.find(({ isBadAddress }) => isBadAddress) ?? returned.failed[0];
      const verdict = worst?.cause === "later" ? "retry" : (worst?.cause ?? "unclear");
      return {
        ...common,
        kind: "bounce",
        attachments: [],
        bounce: { verdict, messageId: returned.messageId },
      };
    }
  }
}
