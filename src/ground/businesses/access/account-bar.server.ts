import type { LoaderFunctionArgs } from "react-router";
import { requirePerson } from "#ground/identity/public.server.ts";
import { answering } from "#platform/http/answers.server.ts";
import { may } from "../rules.ts";
import { standingOf } from "./membership.server.ts";
import { named } from "../tools.server.ts";
import type { FieldTool } from "../tools.ts";

/** What the frame of the account area shows of where somebody is. */
export interface AccountBar {
  readonly business: string | null;
  /** Whether they belong to more than one. */
  readonly several: boolean;
  readonly tools: readonly FieldTool[];
  /** Whether they see to the business's work: a guest has one job, and no other place here. */
  readonly works: boolean;
}

/**
 * For the bar of an account page. Asks for no right, and for no account to be in good standing: whoever is
 * refused a page must still find the way to another business. Opens no account.
 */
export function accountBar({ request, context }: LoaderFunctionArgs): Promise<AccountBar> {
  return answering(async () => {
    const standing = await standingOf(request, await requirePerson(request, context));
    if (!standing) return { business: null, several: false, tools: [], works: true };
    return {
      business: standing.name,
      several: standing.several,
      tools: named(standing.tools),
      works: may(standing.role, "work.read"),
    };
  });
}
