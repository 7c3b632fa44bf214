import { and, desc, eq } from "drizzle-orm";
import type { Drawing } from "#ground/signatures/public.ts";
import type { AccountContext } from "#platform/db/scope.server.ts";
import { AppError } from "#platform/errors/app-error.ts";
import {
  safetyCertificates,
  safetyCompanyYears,
  safetyEstablishments,
  safetyYears,
} from "../tables.server.ts";
import type { StepsDone } from "../incidents/forms/dates.ts";
import type { CertifiedForm } from "../incidents/forms/open-cases.ts";

/** What an establishment typed for a year. Null: not known yet. */
export interface Figures {
  readonly headcount: number | null;
  readonly averageEmployees: number | null;
  readonly hours: number | null;
}

/** What the whole company typed for a year. */
export interface CompanyFigures {
  /** The most people employed at the same time in the year before. */
  readonly mostInCompany: number | null;
  /** The insurer’s experience modification rate, in hundredths. */
  readonly emr: number | null;
}

/** What was typed for an establishment, by year. */
export async function figuresOf(
  { db, account }: AccountContext,
  establishment: string,
): Promise<ReadonlyMap<number, Figures>> {
  const rows = await db
    .select()
    .from(safetyYears)
    .where(and(eq(safetyYears.accountId, account.id), eq(safetyYears.establishmentId, establishment)));
  return new Map(rows.map((row) => [row.year, row]));
}

/** What was done for a year’s forms, and when. */
export async function stepsDone(
  { db, account }: AccountContext,
  establishment: string,
  year: number,
): Promise<StepsDone> {
  const [row] = await db
    .select({ done: safetyYears.done })
    .from(safetyYears)
    .where(
      and(
        eq(safetyYears.accountId, account.id),
        eq(safetyYears.establishmentId, establishment),
        eq(safetyYears.year, year),
      ),
    );
  return row?.done ?? {};
}

/** Saves that a step was done on a day, or, with null, that it wasn’t. */
export async function saveStep(
  ctx: AccountContext,
  establishmentId: string,
  year: number,
  step: { readonly key: keyof StepsDone; readonly on: string | null },
): Promise<void> {
  const { [step.key]: _, ...others } = await stepsDone(ctx, establishmentId, year);
  const done = step.on === null ? others : { ...others, [step.key]: step.on };
  await ctx.db
    .insert(safetyYears)
    .values({ accountId: ctx.account.id, establishmentId, year, done })
    .onConflictDoUpdate({
      target: [safetyYears.accountId, safetyYears.establishmentId, safetyYears.year],
      set: { done },
    });
}

export async function saveFigures(
  { db, account }: AccountContext,
  establishmentId: string,
  year: number,
  figures: Figures,
): Promise<void> {
  await db
    .insert(safetyYears)
    .values({ accountId: account.id, establishmentId, year, ...figures })
    .onConflictDoUpdate({
      target: [safetyYears.accountId, safetyYears.establishmentId, safetyYears.year],
      set: figures,
    });
}

/** What the whole company typed, by year. */
export async function companyFigures({
  db,
  account,
}: AccountContext): Promise<ReadonlyMap<number, CompanyFigures>> {
  const rows = await db.select().from(safetyCompanyYears).where(eq(safetyCompanyYears.accountId, account.id));
  return new Map(rows.map((row) => [row.year, row]));
}

/** Saves what the form of one screen has, and leaves the rest as it is. */
export async function saveCompanyFigures(
  { db, account }: AccountContext,
  year: number,
  figures: Partial<CompanyFigures>,
): Promise<void> {
  await db
    .insert(safetyCompanyYears)
    .values({ accountId: account.id, year, ...figures })
    .onConflictDoUpdate({ target: [safetyCompanyYears.accountId, safetyCompanyYears.year], set: figures });
}

/** Form 300A as somebody certified it. */
export interface Certificate {
  readonly id: string;
  readonly version: number;
  readonly form: CertifiedForm;
  readonly name: string;
  readonly title: string;
  readonly phone: string;
  /** "2027-01-28" */
  readonly day: string;
  readonly drawing: Drawing;
  /** Why it was amended; "" for the first. */
  readonly reason: string;
}

/** The certificates of a year, the newest first. */
export async function certificatesOf(
  { db, account }: AccountContext,
  establishment: string,
  year: number,
): Promise<Certificate[]> {
  return db
    .select()
    .from(safetyCertificates)
    .where(
      and(
        eq(safetyCertificates.accountId, account.id),
        eq(safetyCertificates.establishmentId, establishment),
        eq(safetyCertificates.year, year),
      ),
    )
    .orderBy(desc(safetyCertificates.version));
}

/**
 * Saves a certificate as the next version of its year; the same id saves once.
 * @throws AppError invalid for an amended one without a reason
 */
export async function saveCertificate(
  ctx: AccountContext,
  establishment: string,
  year: number,
  certificate: Omit<Certificate, "version">,
): Promise<void> {
  const { db, account, user, now } = ctx;
  // Two at the same time get two versions, one after the other.
  await db
    .select({ id: safetyEstablishments.id })
    .from(safetyEstablishments)
    .where(and(eq(safetyEstablishments.accountId, account.id), eq(safetyEstablishments.id, establishment)))
    .for("update");
  const before = await certificatesOf(ctx, establishment, year);
  if (before.some(({ id }) => id === certificate.id)) return;
  if (before.length > 0 && certificate.reason === "")
    throw new AppError("invalid", "Some fields need another look.", {
      fields: { reason: "Say why form 300A changed after it was certified." },
    });
  await db.insert(safetyCertificates).values({
    ...{ ...certificate, accountId: account.id, establishmentId: establishment, year },
    ...{ version: (before[0]?.version ?? 0) + 1, certifiedBy: user?.id ?? null, certifiedAt: now },
  });
}
