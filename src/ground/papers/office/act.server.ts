import { type ActionFunctionArgs, data, redirect } from "react-router";
import { actInAccount, type Action } from "#ground/businesses/public.server.ts";
import type { AccountContext } from "#platform/db/scope.server.ts";
import { AppError } from "#platform/errors/app-error.ts";
import { refuseForm } from "#platform/http/answers.server.ts";
import { type PostedForm, readForm } from "#platform/http/request/form.server.ts";
import { madeLink } from "../send/made-link.ts";

/** A form of a document's page in the office, as it was submitted. */
export interface Posted {
  readonly id: string;
  readonly form: PostedForm;
  /** Runs work in a transaction as the person who submitted it, if they may. Drawing a PDF needs several. */
  within<T>(work: (ctx: AccountContext) => Promise<T>): Promise<T>;
}

/** Where the page opens again, "#deposit"; or an address elsewhere, or a link that was made. */
export type Outcome = { readonly at: string } | { readonly to: string } | { readonly made: string };

/** What each form of the page does, by its `intent`. */
export type Does<Intent extends string> = Readonly<Record<Intent, (posted: Posted) => Promise<Outcome>>>;

/**
 * Does what a form of a document's page in the office asks for.
 * @param of.path of the page
 * @param of.values the fields that are shown again after a refusal, with what they are without one
 * @param of.refuse throws if this person may do none of it
 */
export async function actInOffice<Intent extends string, Values extends Readonly<Record<string, string>>>(
  args: ActionFunctionArgs,
  of: {
    readonly acts: Readonly<Record<Intent, { readonly right: Action }>>;
    readonly does: Does<Intent>;
    readonly id: string;
    readonly path: string;
    readonly values: Values;
    refuse?(ctx: AccountContext): void;
  },
) {
  const form = await readForm(args.request);
  const { intent = "" } = form;
  try {
    if (!isIntent(of.acts, intent)) throw new AppError("invalid", "Reload the page, then try again.");
    const { right } = of.acts[intent];
    const within: Posted["within"] = (work) =>
      actInAccount(args, right, (ctx) => {
        of.refuse?.(ctx);
        return work(ctx);
      });
    const outcome = await of.does[intent]({ id: of.id, form, within });
    if ("made" in outcome) return data({ ...madeLink(outcome.made) });
    return redirect("to" in outcome ? outcome.to : `${of.path}${outcome.at}`, 303);
  } catch (error) {
    const typed = Object.entries(of.values).map(([name, none]) => [name, form[name] ?? none]);
    return refuseForm(error, { intent, ...(Object.fromEntries(typed) as Values) });
  }
}

const isIntent = <Intent extends string>(
  acts: Readonly<Record<Intent, unknown>>,
  typed: string,
): typed is Intent => Object.hasOwn(acts, typed);
