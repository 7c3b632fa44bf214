import type { LoaderFunctionArgs } from "react-router";
import { requirePerson } from "#ground/identity/public.server.ts";
import { answering } from "#platform/http/answers.server.ts";
import { may } from "../rules.ts";
import { standingOf } from "./membership.server.ts";
import { type FieldTool, toolsNamed } from "../tools.ts";

/** The account area's header: the current business and its tools. */
export interface AccountBar {
  readonly business: string | null;
  readonly several: boolean;
  readonly tools: readonly FieldTool[];
  /** False for guests, who have one job and no other pages. */
  readonly works: boolean;
  /** Whether they are in a business: the first one is opened by the first page that needs it. */
  readonly isMember: boolean;
}

/**
 * The header of an account page. Requires no right and no good standing, because a person who is refused a
 * page must still reach another business. Doesn't open an account.
 */
export function accountBar({ request, context }: LoaderFunctionArgs): Promise<AccountBar> {
  return answering(async () => {
    const standing = await standingOf(request, await requirePerson(request, context));
    if (!standing) return { business: null, several: false, tools: [], works: true, isMember: false };
    return {
      business: standing.name,
      several: standing.several,
      tools: toolsNamed(standing.tools),
      works: may(standing.role, "work.read"),
      isMember: true,
    };
  });
}
