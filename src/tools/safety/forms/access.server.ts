import type { ActionFunctionArgs, LoaderFunctionArgs } from "react-router";
import { actInAccount, inAccount } from "#ground/businesses/public.server.ts";
import type { AccountContext } from "#platform/db/scope.server.ts";
import { requireReader } from "../incidents/stored/cases.server.ts";

/** Runs `work` for owners and the people they name to read injuries, and answers everybody else 403. */
export const inForms = <T>(
  args: LoaderFunctionArgs | ActionFunctionArgs,
  work: (ctx: AccountContext) => Promise<T>,
): Promise<T> =>
  inAccount(args, "work.read", (ctx) => {
    requireReader(ctx);
    return work(ctx);
  });

/** As `inForms`, for actions that show refusals in their form. @throws AppError from `work`, rolled back */
export const actInForms = <T>(
  args: ActionFunctionArgs,
  work: (ctx: AccountContext) => Promise<T>,
): Promise<T> =>
  actInAccount(args, "work.read", (ctx) => {
    requireReader(ctx);
    return work(ctx);
  });
