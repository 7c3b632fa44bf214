import { data, type LoaderFunctionArgs, redirect, useLoaderData } from "react-router";
import { AppError } from "#platform/errors/app-error.ts";
import { answering } from "#platform/http/answers.server.ts";
import { head } from "#platform/http/head.ts";
import { tokenScreenHeaders } from "../forms.server.ts";
import {
  findProvider,
  redirectToProvider,
  isConnectMark,
  type Problem,
  PROVIDERS_PATH,
} from "./openid.server.ts";
import { ProblemPage, problemStatus } from "./problem-page.tsx";
import { isRecentlyConfirmed } from "../login/recent-proof.server.ts";
import { safeNext, withNext } from "../rules.ts";
import { findPerson } from "../session/sessions.server.ts";

export const handle = { static: true };
export const headers = tokenScreenHeaders;
export const meta = () => head({ title: "Log in", description: "Log in with an account you already have." });

/**
 * Redirects to the provider. A link rather than a form, because our policy only lets forms post to this site.
 * Connecting requires a signature that only our own page can make (see connectPath).
 */
export async function loader(args: LoaderFunctionArgs) {
  return answering(async () => {
    const provider = findProvider(args.params["provider"]);
    if (!provider) throw new AppError("not_found", "Page not found.");
    const query = new URL(args.request.url).searchParams;
    const next = query.get("next");
    const problem = (outcome: Problem) =>
      data({ name: provider.name, problem: outcome }, problemStatus(outcome));
    const mark = query.get("connect");
    if (mark !== null) {
      const person = await findPerson(args.request);
      if (!person) return redirect(withNext("/login", PROVIDERS_PATH));
      // Then back to the list of providers, where the person starts over.
      if (!(await isRecentlyConfirmed(args.request)))
        return redirect(withNext("/account/confirm", PROVIDERS_PATH));
      const outcome = isConnectMark(mark, provider, person.id)
        ? await redirectToProvider(provider, args, { connect: person.id })
        : ("stale" as const);
      return outcome instanceof Response ? outcome : problem(outcome);
    }
    if (await findPerson(args.request)) return redirect(safeNext(next));
    const outcome = await redirectToProvider(provider, args, { next });
    return outcome instanceof Response ? outcome : problem(outcome);
  });
}

export default function OpenIdBegin() {
  return <ProblemPage {...useLoaderData<typeof loader>()} />;
}
