import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  redirectDocument,
  useActionData,
  useLoaderData,
} from "react-router";
import { inAccount } from "#ground/businesses/public.server.ts";
import { findPerson, withNext } from "#ground/identity/public.server.ts";
import { answering, refuseForm } from "#platform/http/answers.server.ts";
import { head } from "#platform/http/head.ts";
import { LinkButton, SubmitButton } from "#ui/button.tsx";
import { Page, PageHeader } from "#ui/layout.tsx";
import { StatusLine } from "#ui/messages.tsx";
import { acceptInvitation, findInvitation } from "./invitations.server.ts";

export const handle = { static: true };
export const meta = () =>
  head({ title: "Early access", description: "You’re invited to try a tool before everyone else." });

/** The address contains a token: send it to no one and keep it out of search engines. */
export const headers = () => ({ "Referrer-Policy": "same-origin", "X-Robots-Tag": "noindex" });

/** Shows the invitation's state for the visitor. Looking changes nothing: mail programs open links too. */
export function loader({ request, params }: LoaderFunctionArgs) {
  return answering(async () => {
    const found = await findInvitation(params["token"] ?? "");
    const gone = {
      standing: "gone",
      name: "",
      page: "",
      email: "",
      login: "",
      register: "",
      opens: "",
    } as const;
    if (!found) return data(gone, { status: 404 });
    const { tool, state, email } = found;
    const person = await findPerson(request);
    const here = new URL(request.url).pathname;
    const standing =
      state === "expired"
        ? "expired"
        : !person
          ? "signed-out"
          : person.email.toLowerCase() !== email
            ? "someone-else"
            : state === "accepted"
              ? "accepted"
              : "ready";
    const ways = {
      login: withNext("/login", here),
      register: withNext("/register", here),
      opens: tool.opens,
    };
    return data({ standing, name: tool.name, page: tool.page, email, ...ways } as const, {
      status: state === "expired" ? 410 : 200,
    });
  });
}

/** Accepts the invitation for the person's current business and goes to the tool. */
export async function action(args: ActionFunctionArgs) {
  return inAccount(args, "work.write", async (ctx) => {
    try {
      const tool = await acceptInvitation(ctx, args.params["token"] ?? "", ctx.account.id);
      return redirectDocument(tool.opens, 303);
    } catch (error) {
      return refuseForm(error, {});
    }
  });
}

export default function EarlyAccess() {
  const { standing, name, page, email, login, register, opens } = useLoaderData<typeof loader>();
  const refusal = useActionData<typeof action>();
  return (
    <Page narrow className="pb-16">
      <PageHeader
        title={
          standing === "gone" || standing === "expired"
            ? "This link no longer works"
            : `${name} is open for you`
        }
      />
      {standing === "gone" ? (
        <p className="max-w-measure">
          Look for a newer email from us, since its link replaces this one. If there isn’t one,{" "}
          <a className="text-link" href="/contact">
            write to us
          </a>
          .
        </p>
      ) : standing === "expired" ? (
        <p className="max-w-measure">
          Invitations last 90 days.{" "}
          <a className="text-link" href="/contact">
            Write to us
          </a>{" "}
          and we’ll send you a new one.
        </p>
      ) : standing === "signed-out" ? (
        <>
          <p className="max-w-measure">
            Log in with <b>{email}</b>, the address this invitation was sent to, or create an account with it.
            We’ll bring you back here.
          </p>
          <p className="mt-6 flex flex-wrap gap-4">
            <LinkButton href={register}>Create an account</LinkButton>
            <LinkButton href={login} kind="plain">
              Log in
            </LinkButton>
          </p>
        </>
      ) : standing === "someone-else" ? (
        <form method="post" action="/logout" className="form">
          <p className="max-w-measure">
            This invitation was sent to a different address. Log out, then open the link again.
          </p>
          <SubmitButton busy="Logging out...">Log Out</SubmitButton>
        </form>
      ) : standing === "accepted" ? (
        <>
          <p className="max-w-measure">Your business already has {name}.</p>
          <p className="mt-6">
            <LinkButton href={opens}>Open {name}</LinkButton>
          </p>
        </>
      ) : (
        <form method="post" className="form">
          <p className="max-w-measure">
            {name} will be added to your account, for everyone on your team.{" "}
            <a className="text-link" href={page}>
              See what it does
            </a>
          </p>
          <SubmitButton busy="Opening...">Open {name}</SubmitButton>
          <StatusLine kind="error">{refusal?.message}</StatusLine>
        </form>
      )}
    </Page>
  );
}
