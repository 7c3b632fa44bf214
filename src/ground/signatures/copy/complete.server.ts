import { z } from "zod";
import {
  getBusiness,
  letterheadOf,
  mailColors,
  publicProfileOf,
  mailToOwners,
  predatesTurnOff,
  mayMailOthers,
  lockIfActive,
  ownSender,
  zoneOf,
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
import { answeredMail, copyMailText } from "./mail.ts";
import { retryCopyAt } from "../rules.ts";

/** How long the signer's own link to the signed copy opens: E-SIGN wants it kept for whoever signed. */
const COPY_OPENS = Temporal.Duration.from({ years: 10 });
/** A copy up to this size goes along with the mail, in bytes: then it needs no link at all. */
const ALONG_BYTES = 6 * 1024 * 1024;

/**
 * The key of the signed copy in the file store, made now where it was not. Nothing waits in a transaction for
 * it.
 */
export async function copyOf(accountId: string, id: string): Promise<{ file: string; name: string }> {
  const { signature, business, zone } = await withAccount(accountId, async (ctx) => ({
    signature: await getSignature(ctx, id),
    business: await getBusiness(ctx),
    zone: await zoneOf(ctx),
  }));
  if (signature.state !== "signed" || signature.erasedAt)
    throw new AppError("not_found", "There is nothing here.");
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

/**
 * Makes the signed copy where somebody signed, and tells both sides by mail: once, however often it is tried.
 */
export async function completeSignature(accountId: string, id: string): Promise<void> {
  const signature = await withAccount(accountId, (ctx) => getSignature(ctx, id)).catch((error: unknown) => {
    // The account, or all that told of the person, is gone meanwhile: nobody is to be told.
    if (error instanceof AppError && error.code === "not_found") return undefined;
    throw error;
  });
  if (!signature || signature.erasedAt) return;
  const copy = signature.state === "signed" ? await copyOf(accountId, id) : undefined;
  const bytes = copy ? await installation().files.size(copy.file) : undefined;
  await withAccount(accountId, async (ctx) => {
    if (!(await claimNotification(ctx, id))) return;
    if (copy) await mailSigner(ctx, signature, { ...copy, bytes: bytes ?? 0 });
    await mailToOwners(
      ctx,
      answeredMail({
        brand: installation().brand,
        signature,
        link: `${installation().publicUrl}/account/signatures/${id}`,
      }),
    );
  });
}

/**
 * Mails the signer their copy as soon as the business may mail others, once: a copy that a link leads to was
 * mailed. Who signed before the business had shown its address gets it when it has.
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

/** Mails a signer their copy that could not be mailed when they signed. */
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
  // Whoever asked for this signature may not be the person who has proved the owner's mailbox since.
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
      replyTo: business.replyAddress ?? undefined,
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
