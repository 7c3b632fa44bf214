import { append, type Json } from "#ground/evidence/public.server.ts";
import { newId } from "#platform/db/ids.ts";
import type { AccountContext } from "#platform/db/scope.server.ts";
import { AppError } from "#platform/errors/app-error.ts";
import { enqueue } from "#platform/queue/queue.server.ts";
import { answerAt, type Document, sha256Of, type Signature } from "../signatures.server.ts";
import { DISCLOSURE_VERSION } from "./disclosure.ts";
import type { Drawing } from "../rules.ts";
import { signatures } from "../tables.server.ts";
import { completeTask } from "../tasks.server.ts";

/** What can be known of whoever answers. */
export interface Signer {
  readonly name: string;
  readonly email: string;
  readonly phone: string;
  /** As their device says. */
  readonly zone: string | null;
  readonly address: string;
  readonly userAgent: string;
}

/** A signature as it was given. */
export type Given = { readonly means: "drawn"; readonly drawing: Drawing } | { readonly means: "typed" };

const changed = () =>
  new AppError(
    "conflict",
    "The document was replaced while this page was open. Read the new one, then sign.",
    {
      fields: { form: "The document was replaced while this page was open. Read the new one, then sign." },
    },
  );

/**
 * Signs a document, once per link: a second time, in another tab or by a second press, changes nothing and
 * finds the first.
 * @param shown SHA-256 of the document that the page was about
 * @throws AppError conflict where the link leads to another document by now
 */
export async function signDocument(
  ctx: AccountContext,
  document: Document,
  {
    signer,
    given,
    disclosure,
    shown,
  }: { signer: Signer; given: Given; disclosure: readonly string[]; shown: string | undefined },
): Promise<Signature> {
  const row = rowOf(ctx, document, signer);
  if (shown !== undefined && shown !== row.sha256) throw changed();
  const [made] = await ctx.db
    .insert(signatures)
    .values({
      ...row,
      state: "signed",
      means: given.means,
      drawing: given.means === "drawn" ? given.drawing : null,
      disclosureVersion: DISCLOSURE_VERSION,
      disclosure: disclosure.join("\n\n"),
      reason: "",
    })
    .onConflictDoNothing({ target: [signatures.accountId, signatures.linkId, signatures.state] })
    .returning();
  if (!made) return (await answerAt(ctx, document.id))!;
  await recordInJob(ctx, made);
  await enqueue(ctx.db, completeTask, { accountId: ctx.account.id, id: made.id });
  return made;
}

/** Says no to a document; the newest no counts. Whoever has signed can't take it back here. */
export async function declineDocument(
  ctx: AccountContext,
  document: Document,
  { signer, reason, shown }: { signer: Signer; reason: string; shown: string | undefined },
): Promise<Signature> {
  const row = rowOf(ctx, document, signer);
  if (shown !== undefined && shown !== row.sha256) throw changed();
  const before = await answerAt(ctx, document.id);
  if (before) return before;
  const [made] = await ctx.db
    .insert(signatures)
    .values({ ...row, state: "declined", reason })
    .onConflictDoNothing({ target: [signatures.accountId, signatures.linkId, signatures.state] })
    .returning();
  if (!made) return (await answerAt(ctx, document.id))!;
  await recordInJob(ctx, made);
  await enqueue(ctx.db, completeTask, { accountId: ctx.account.id, id: made.id });
  return made;
}

const rowOf = (
  ctx: AccountContext,
  document: Document,
  { name, email, phone, zone, address, userAgent }: Signer,
) => ({
  accountId: ctx.account.id,
  id: newId(),
  linkId: document.id,
  jobId: document.jobId,
  aboutId: document.madeFor,
  title: document.title,
  file: document.file,
  fileName: document.fileName,
  sha256: sha256Of(document.file),
  name,
  email: email || null,
  phone: phone || null,
  zone,
  address: address.slice(0, 100),
  userAgent: userAgent.slice(0, 300),
  at: ctx.now.round({ smallestUnit: "millisecond", roundingMode: "floor" }),
});

/** Puts it into the history of the job, where the document belongs to one. */
async function recordInJob(ctx: AccountContext, row: Signature): Promise<void> {
  if (row.jobId === null) return;
  const {
    id,
    title,
    sha256,
    name,
    email,
    phone,
    means,
    disclosureVersion,
    reason,
    zone,
    address,
    userAgent,
  } = row;
  const said: Readonly<Record<string, Json>> =
    row.state === "signed"
      ? {
          means: means ?? "typed",
          agreedTo: disclosureVersion ?? "",
          ...(row.drawing ? { drawing: jsonOf(row.drawing) } : {}),
        }
      : { reason };
  await append(ctx, {
    job: row.jobId,
    kind: `signatures.${row.state}`,
    author: null,
    payload: {
      signature: id,
      document: title,
      sha256,
      name,
      email: email ?? "",
      phone: phone ?? "",
      zone: zone ?? "",
      address,
      userAgent,
      ...said,
    },
    about: row.aboutId ? [row.aboutId] : [],
  });
}

const jsonOf = ({ width, height, strokes }: Drawing) => ({
  width,
  height,
  strokes: strokes.map((stroke) => stroke.map((point) => [...point])),
});
