import { data, type LoaderFunctionArgs, useLoaderData } from "react-router";
import { AppError } from "#platform/errors/app-error.ts";
import { answering } from "#platform/http/answers.server.ts";
import { head } from "#platform/http/head.ts";
import { tokenScreenHeaders } from "../forms.server.ts";
import { acceptProviderReturn, findProvider, providerCookie } from "./openid.server.ts";
import { ProblemPage, problemStatus } from "./problem-page.tsx";

export const handle = { static: true };
export const headers = tokenScreenHeaders;
export const meta = () => head({ title: "Log in", description: "Log in with an account you already have." });

/** Where providers return people to. The URL contains a single-use code and must not leak. */
export async function loader(args: LoaderFunctionArgs) {
  return answering(async () => {
    const provider = findProvider(args.params["provider"]);
    if (!provider) throw new AppError("not_found", "Page not found.");
    const outcome = await acceptProviderReturn(provider, args);
    if (outcome instanceof Response) {
      outcome.headers.append("Set-Cookie", providerCookie.clear());
      return outcome;
    }
    return data({ name: provider.name, problem: outcome }, problemStatus(outcome));
  });
}

export default function OpenIdReturn() {
  return <ProblemPage {...useLoaderData<typeof loader>()} />;
}
