import { z } from "zod";
import {
  getBusiness,
  letterheadOf,
  mailColors,
  publicProfileOf,
  predatesTurnOff,
  mayMailOthers,
  lockIfActive,
  ownSender,
  replyToFor,
  jobZone,
} from "#ground/businesses/public.server.ts";
import { isShared, shareDocument } from "#ground/shares/public.server.ts";
import { installation } from "#platform/config/installation.server.ts";
import { type AccountContext, withAccount } from "#platform/db/scope.server.ts";
import { AppError } from "#platform/errors/app-error.ts";
import { mailAddress } from "#platform/mail/compose/header-text.ts";
import { layOutMail } from "#platform/mail/compose/layout.ts";
import { queueMail } from "#platform/mail/queue.server.ts";
import { enqueue, type Task } from "#platform/queue/queue.server.ts";
import { copyName, makeCopy } from "./make-copy.server.ts";
import {
  claimNotification,
  getSignature,
  lockSignature,
  saveCopyFile,
  type Signature,
} from "../signatures.server.ts";
import { notifyOfAnswer } from "./answered.server.ts";
import { copyMailText } from "./mail.ts";
import { retryCopyAt } from "../rules.ts";

/** Lifetime of the signer's link to the signed copy: E-SIGN requires that signers can keep it. */
const COPY_OPENS = Temporal.Duration.from({ years: 10 });
/** Copies up to this size, in bytes, are attached to the email and need no link. */
const ALONG_BYTES = 6 * 1024 * 1024;

/** Key of the signed copy in the file store, making it if missing. No transaction waits for that. */
export async function copyOf(accountId: string, id: string): Promise<{ file: string; name: string }> {
  const { signature, business, zone } = await withAccount(accountId, async (ctx) => {
    const found = await getSignature(ctx, id);
    return { signature: found, business: await getBusiness(ctx), zone: await jobZone(ctx, found.jobId) };
  });
  if (signature.state !== "signed" || signature.erasedAt) throw new AppError("not_found", "Page not found.");
  const name = copyName(signature);
  if (signature.copyFile) return { file: signature.copyFile, name };
  const { files } = installation();
  const copy = await makeCopy(signature, {
    letterhead: await letterheadOf(business),
    zone,
    original: await files.get(signature.file),
  });
  const file = await files.put(accountId, copy, "pdf");
  await withAccount(accountId, (ctx) => saveCopyFile(ctx, id, file));
  return { file, name };
}

/** Makes the signed copy if someone signed, and emails both sides once, even if retried. */
export async function completeSignature(accountId: string, id: string): Promise<void> {
  const signature = await withAccount(accountId, (ctx) => getSignature(ctx, id)).catch((error: unknown) => {
    // The account or the person was erased meanwhile, so there is nobody to notify.
    if (error instanceof AppError && error.code === "not_found") return undefined;
    throw error;
  });
  if (!signature || signature.erasedAt) return;
  const copy = signature.state === "signed" ? await copyOf(accountId, id) : undefined;
  const bytes = copy ? await installation().files.size(copy.file) : undefined;
  await withAccount(accountId, async (ctx) => {
    if (!(await claimNotification(ctx, id))) return;
    if (copy) await mailSigner(ctx, signature, { ...copy, bytes: bytes ?? 0 });
    await notifyOfAnswer(ctx, signature);
  });
}

/**
 * Emails the signer their copy once the business may email others; a link to the copy means it was sent. If
 * the business had not shown its address at signing, the email waits until it has.
 */
async function sendCopyLater(accountId: string, id: string): Promise<void> {
  const copy = await copyOf(accountId, id).catch((error: unknown) => {
    if (error instanceof AppError && error.code === "not_found") return undefined;
    throw error;
  });
  if (!copy) return;
  const bytes = (await installation().files.size(copy.file)) ?? 0;
  await withAccount(accountId, async (ctx) => {
    const signature = await lockSignature(ctx, id);
    if (!signature || signature.erasedAt || (await isShared(ctx, copy.file))) return;
    await mailSigner(ctx, signature, { ...copy, bytes });
  });
}

/** Emails a copy that could not be emailed at signing. */
export const sendCopyTask: Task<{ readonly accountId: string; readonly id: string }> = {
  name: "signatures.send-copy",
  payload: z.object({ accountId: z.uuid(), id: z.uuid() }),
  run: ({ accountId, id }) => sendCopyLater(accountId, id),
};

async function mailSigner(
  ctx: AccountContext,
  signature: Signature,
  copy: { file: string; name: string; bytes: number },
): Promise<void> {
  const { id, email, name, title, jobId, aboutId, at } = signature;
  if (!email || mailAddress(email) === undefined) return;
  // The person who asked for this signature may not be the one who has since proved the owner's mailbox.
  if (await predatesTurnOff(ctx, at)) return;
  if (!(await lockIfActive(ctx)) || !(await mayMailOthers(ctx))) {
    const again = retryCopyAt(at, ctx.now);
    if (again) await enqueue(ctx.db, sendCopyTask, { accountId: ctx.account.id, id }, { startAfter: again });
    return;
  }
  const { publicUrl, sender } = installation();
  const business = await getBusiness(ctx);
  const from = business.name ?? sender.mailbox.name;
  const { logo } = publicProfileOf(business);
  const { token } = await shareDocument(
    ctx,
    { kind: "signed", title: `${title}, signed`, file: copy.file, fileName: copy.name },
    { lifetime: COPY_OPENS, ...(jobId ? { jobId } : {}), ...(aboutId ? { aboutId } : {}) },
  );
  const isAlong = copy.bytes <= ALONG_BYTES;
  const { subject, paragraphs, button, closing } = copyMailText({ title, business: from, isAlong });
  await queueMail(
    ctx.db,
    {
      accountId: ctx.account.id,
      kind: "transactional",
      from: (await ownSender(ctx)) ?? { name: from, address: sender.mailbox.address },
      replyTo: await replyToFor(ctx, aboutId),
      to: { name, address: email },
      subject,
      ...layOutMail({
        paragraphs,
        action: { label: button, url: `${publicUrl}/s/${token}` },
        closing,
        signature: [from],
        logo: logo === null ? undefined : { url: `${publicUrl}${logo}`, alt: from },
        colors: mailColors(business.color),
        footer: { postalAddress: `${from}\n${business.postalAddress ?? ""}` },
      }),
      attachments: isAlong ? [{ name: copy.name, contentType: "application/pdf", file: copy.file }] : [],
      aboutId: aboutId ?? undefined,
    },
    { now: ctx.now, sender },
  );
}
