import type { LoaderFunctionArgs } from "react-router";
import { inAccount, zoneOf } from "#ground/businesses/public.server.ts";
import { AppError } from "#platform/errors/app-error.ts";
import { readAudit } from "./gather.server.ts";
import { readRange } from "./range.ts";

/**
 * The audit report of the days in a request's address, for a person of the business.
 * @throws AppError invalid for days that make no range
 */
export const findAudit = (args: LoaderFunctionArgs) =>
  inAccount(args, "work.read", async (ctx) => {
    const today = ctx.now.toZonedDateTimeISO(await zoneOf(ctx)).toPlainDate();
    const { values, errors } = readRange(new URL(args.request.url).searchParams, today.toString());
    const [error] = Object.values(errors);
    if (error) throw new AppError("invalid", error);
    const audit = await readAudit(ctx, { ...values, job: values.job || null });
    return { audit, account: ctx.account.id, user: ctx.user!, member: ctx.member! };
  });

/** "safety-audit-2026-01-01-to-2026-11-30" */
export const nameOf = ({ range: { from, to } }: Awaited<ReturnType<typeof readAudit>>): string =>
  `safety-audit-${from}-to-${to}`;
