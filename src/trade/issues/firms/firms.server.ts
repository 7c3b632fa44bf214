import { sql } from "drizzle-orm";
import { z } from "zod";
import { getBusiness } from "#ground/businesses/public.server.ts";
import {
  allRecordsOfKind,
  findStoredRecord,
  shownFields,
  writeAsProduct,
} from "#ground/sync/public.server.ts";
import { newId } from "#platform/db/ids.ts";
import { type AccountContext, isId } from "#platform/db/scope.server.ts";
import { AppError } from "#platform/errors/app-error.ts";
import { formatPhone, phoneCountry, readPhone } from "#platform/phones/phone.ts";
import { FIRM, type Firm, firmOf } from "../rules/firm.ts";
import { LONGEST } from "../rules/issue.ts";

export interface ListedFirm extends Firm {
  readonly id: string;
  /** Issues that aren't closed. */
  readonly open: number;
  /** From finding an issue to fixing it, on average; null for none fixed yet. */
  readonly days: number | null;
}

/** The subs and suppliers of the business, by name. */
export async function listFirms(ctx: AccountContext): Promise<ListedFirm[]> {
  const { rows } = await ctx.db.execute<{ id: string; open: number; days: number | null }>(sql`
    select firm_id as id, count(*) filter (where state <> 'closed')::int as open,
           round(extract(epoch from avg(fixed_at - created_at)) / 86400)::int as days
      from issues_issues where account_id = ${ctx.account.id} and firm_id is not null group by firm_id`);
  const figures = new Map(rows.map((row) => [row.id, row]));
  return (await allRecordsOfKind(ctx, FIRM, {}))
    .flatMap(({ id, fields }) => {
      const values = shownFields(fields);
      const { open = 0, days = null } = figures.get(id) ?? {};
      return values["removed"] === true ? [] : [{ id, ...firmOf(values), open, days }];
    })
    .toSorted((one, other) => one.name.localeCompare(other.name));
}

const words = (most: number) =>
  z
    .string()
    .transform((typed) => typed.replace(/\s+/g, " ").trim())
    .pipe(z.string().max(most, `Use at most ${most} characters.`))
    .transform((typed) => typed || null);

/** A firm as typed. @param zone of the business, for phone numbers without a country */
const firmSchema = (zone: string | null) =>
  z
    .object({
      name: words(LONGEST.name).pipe(z.string("Enter the name.")),
      trade: words(LONGEST.trade),
      contact: words(LONGEST.name),
      email: z
        .string()
        .trim()
        .transform((typed) => typed || null)
        .pipe(z.email("That doesn’t look like an email address.").max(254).nullable()),
      phone: z
        .string()
        .trim()
        .transform((typed, context) => {
          if (!typed) return null;
          const read = readPhone(typed, phoneCountry(zone));
          if (!("wrong" in read)) return formatPhone(read.number);
          context.addIssue({ code: "custom", message: read.wrong });
          return z.NEVER;
        }),
      texts: z.literal("yes").optional(),
    })
    .superRefine(({ texts, phone }, context) => {
      if (texts && !phone)
        context.addIssue({ code: "custom", path: ["phone"], message: "Enter the number for texts." });
    })
    .transform(({ texts, ...firm }) => ({ ...firm, texts: texts === "yes" }));

/** Saves a new firm, or changes one. @throws AppError invalid with a message per field, not_found */
export async function saveFirm(
  ctx: AccountContext,
  id: string | undefined,
  form: { check<S extends z.ZodType>(schema: S): z.output<S> },
): Promise<void> {
  const sets = form.check(firmSchema((await getBusiness(ctx)).zone));
  const record = id ? await storedFirm(ctx, id) : { id: newId(), kind: FIRM, job: null };
  await writeAsProduct(ctx, record, sets);
}

/** Removes a firm, or takes that back. Its issues keep its name, and its links open nothing. */
export async function removeFirm(ctx: AccountContext, id: string, removed: boolean): Promise<void> {
  await writeAsProduct(ctx, await storedFirm(ctx, id), { removed });
}

async function storedFirm(ctx: AccountContext, id: string) {
  const record = isId(id) ? await findStoredRecord(ctx, id) : null;
  if (record?.kind !== FIRM) throw new AppError("not_found", "That sub isn’t there anymore.");
  return record;
}
