import { publish } from "#ground/events/public.server.ts";
import { append, type Json } from "#ground/evidence/public.server.ts";
import { newId } from "#platform/db/ids.ts";
import type { AccountContext } from "#platform/db/scope.server.ts";
import { AppError } from "#platform/errors/app-error.ts";
import { enqueue } from "#platform/queue/queue.server.ts";
import { answerAt, type Document, sha256Of, type Signature } from "../signatures.server.ts";
import { DISCLOSURE_VERSION } from "./disclosure.ts";
import type { Choice } from "./choice.server.ts";
import type { Drawing } from "../rules.ts";
import { signatures } from "../tables.server.ts";
import { completeTask } from "../tasks.server.ts";

/** What is known about the person who answers. */
export interface Signer {
  readonly name: string;
  readonly email: string;
  readonly phone: string;
  readonly zone: string | null;
  readonly address: string;
  readonly userAgent: string;
}

/** The signature itself. */
export type SignatureInput =
  | { readonly means: "drawn"; readonly drawing: Drawing }
  | { readonly means: "typed" };

const changed = () =>
  new AppError(
    "conflict",
    "The document was replaced while this page was open. Read the new one, then sign.",
    {
      fields: { form: "The document was replaced while this page was open. Read the new one, then sign." },
    },
  );

/**
 * Signs a document, once per link: pressing again or in another tab changes nothing and returns the first.
 * @param shown SHA-256 of the document the page showed
 * @throws AppError conflict if the link now leads to another document
 */
export async function signDocument(
  ctx: AccountContext,
  document: Document,
  {
    signer,
    input,
    disclosure,
    shown,
    choice,
  }: {
    signer: Signer;
    input: SignatureInput;
    disclosure: readonly string[];
    shown: string | undefined;
    choice: Choice | null;
  },
): Promise<Signature> {
  const row = rowOf(ctx, document, signer);
  if (shown !== undefined && shown !== row.sha256) throw changed();
  const [made] = await ctx.db
    .insert(signatures)
    .values({
      ...row,
      state: "signed",
      means: input.means,
      drawing: input.means === "drawn" ? input.drawing : null,
      disclosureVersion: DISCLOSURE_VERSION,
      disclosure: disclosure.join("\n\n"),
      reason: "",
      statement: choice?.statement ?? null,
      choice: choice?.details ?? null,
    })
    .onConflictDoNothing({ target: [signatures.accountId, signatures.linkId, signatures.state] })
    .returning();
  if (!made) return (await answerAt(ctx, document.id))!;
  await recordInJob(ctx, made);
  await publishAnswer(ctx, made);
  await enqueue(ctx.db, completeTask, { accountId: ctx.account.id, id: made.id });
  return made;
}

/** Declines a document; the newest reason counts. A signature can't be withdrawn here. */
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
  await publishAnswer(ctx, made);
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

/** Whoever shared the document hears of it in this transaction. */
const publishAnswer = (
  ctx: AccountContext,
  { id, linkId, state, name, reason, choice }: Signature,
): Promise<void> =>
  publish(ctx, { type: `document.${state}`, linkId, signatureId: id, name, reason, choice });

/** Appends it to the job's history, if the document belongs to a job. */
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
  const details: Readonly<Record<string, Json>> =
    row.state === "signed"
      ? {
          means: means ?? "typed",
          agreedTo: disclosureVersion ?? "",
          ...(row.statement === null ? {} : { chose: row.statement }),
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
      ...details,
    },
    about: row.aboutId ? [row.aboutId] : [],
  });
}

const jsonOf = ({ width, height, strokes }: Drawing) => ({
  width,
  height,
  strokes: strokes.map((stroke) => stroke.map((point) => [...point])),
});
