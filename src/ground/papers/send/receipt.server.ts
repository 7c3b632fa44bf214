import { and, eq } from "drizzle-orm";
import {
  getBusiness,
  lockIfActive,
  mailColors,
  mayMailOthers,
  ownSender,
  replyToFor,
} from "#ground/businesses/public.server.ts";
import { duplicateLink } from "#ground/shares/public.server.ts";
import { installation } from "#platform/config/installation.server.ts";
import type { AccountContext } from "#platform/db/scope.server.ts";
import { derivedId } from "#platform/ids/derived-id.ts";
import { mailAddress } from "#platform/mail/compose/header-text.ts";
import { layOutMail } from "#platform/mail/compose/layout.ts";
import { queueMail } from "#platform/mail/queue.server.ts";
import { answersTo, type Paper, type Recipient, recipientsOf } from "../papers.server.ts";
import { papers } from "../tables.server.ts";

/** What a tool says in the email that confirms an approval. */
export interface ReceiptWords {
  readonly subject: string;
  readonly paragraphs: readonly string[];
  /** `estimate`: how the email calls the paper. */
  readonly what: string;
  /**
   * For news about what they approved, such as that it doesn't count any more, instead of the confirmation.
   * Those who signed get it too. A word for it, such as "voided": each is sent once.
   */
  readonly news?: string;
}

/** Days for which the link in a receipt works. */
const OPENS_DAYS = 365;
/** Documents up to this size, in bytes, are attached. */
const ALONG_BYTES = 6 * 1024 * 1024;

/**
 * Emails everyone who approved a paper what they approved, with the document and a link to its page. Those
 * who signed it get their signed copy instead. Call it once, in the transaction that decides the paper: each
 * email has an id of its paper and recipient, so a second call can't send it again.
 * @param describe asked only if there is somebody to email; `client` is used where a link was handed over
 * @param how.isNews whether the words are news about it (`ReceiptWords.news`)
 */
export async function mailApprovers(
  ctx: AccountContext,
  paperId: string,
  describe: () => Promise<{
    readonly client: { readonly address: string } | null;
    readonly words: ReceiptWords;
  }>,
  { isNews = false } = {},
): Promise<void> {
  const given = (await answersTo(ctx, paperId)).filter(
    ({ answer, signatureId }) => answer === "approved" && (isNews || signatureId === null),
  );
  if (given.length === 0 || !(await lockIfActive(ctx)) || !(await mayMailOthers(ctx))) return;
  const [paper] = await ctx.db
    .select()
    .from(papers)
    .where(and(eq(papers.accountId, ctx.account.id), eq(papers.id, paperId)));
  if (!paper) return;
  const { client, words } = await describe();
  const people = new Map((await recipientsOf(ctx, [paperId])).map((one) => [one.id, one]));
  const sent = new Set<string>();
  for (const { recipientId, name } of given) {
    const recipient = people.get(recipientId);
    if (!recipient) continue;
    const address = recipient.address || client?.address.toLowerCase() || "";
    if (mailAddress(address) === undefined || sent.has(address)) continue;
    sent.add(address);
    await mailReceipt(ctx, { paper, recipient, to: { name, address }, words });
  }
}

async function mailReceipt(
  ctx: AccountContext,
  of: {
    readonly paper: Paper;
    readonly recipient: Recipient;
    readonly to: { readonly name: string; readonly address: string };
    readonly words: ReceiptWords;
  },
): Promise<void> {
  const { paper, recipient, to, words } = of;
  const { publicUrl, sender, files } = installation();
  const business = await getBusiness(ctx);
  const from = business.name ?? sender.mailbox.name;
  const { token } = await duplicateLink(ctx, recipient.linkId, OPENS_DAYS);
  const bytes = await files.size(paper.file);
  const { news } = words;
  const isAlong = news === undefined && bytes !== undefined && bytes <= ALONG_BYTES;
  await queueMail(
    ctx.db,
    {
      id: derivedId(`papers.${news ?? "receipt"}`, paper.id, recipient.id),
      accountId: ctx.account.id,
      kind: "transactional",
      from: (await ownSender(ctx)) ?? { name: from, address: sender.mailbox.address },
      replyTo: await replyToFor(ctx, recipient.leadId),
      to,
      subject: words.subject.slice(0, 200),
      ...layOutMail({
        paragraphs: words.paragraphs,
        action: { label: `Open the ${words.what}`, url: `${publicUrl}/s/${token}` },
        closing: [
          isAlong
            ? `The ${words.what} is attached too. The link works for a year.`
            : "The link works for a year.",
          news === undefined
            ? "If you didn’t approve this, reply to this email right away."
            : "If you have a question, reply to this email.",
        ],
        signature: [from],
        colors: mailColors(business.color),
        footer: {
          reason: `You’re getting this because you approved this ${words.what}.`,
          postalAddress: `${from}\n${business.postalAddress ?? ""}`,
        },
      }),
      attachments: isAlong
        ? [{ name: paper.fileName, contentType: "application/pdf", file: paper.file }]
        : [],
      ...(recipient.leadId ? { aboutId: recipient.leadId } : {}),
    },
    { now: ctx.now, sender },
  );
}
