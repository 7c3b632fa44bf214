import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  redirect,
  useLoaderData,
} from "react-router";
import { findPerson } from "#ground/identity/public.server.ts";
import { answering } from "#platform/http/answers.server.ts";
import { head } from "#platform/http/head.ts";
import { LinkButton, SubmitButton } from "#ui/button.tsx";
import { DataList, Page, PageHeader } from "#ui/layout.tsx";
import { chooseBusiness } from "../access/chosen-business.server.ts";
import { acceptInvite, type InviteLink, readInvite } from "./invites.server.ts";
import { maskedAddress, ROLE_LABELS } from "../rules.ts";

export const handle = { static: true };
export const meta = () =>
  head({ title: "Invitation", description: "Someone invited you to work in their business." });
export const headers = () => ({ "Referrer-Policy": "same-origin", "X-Robots-Tag": "noindex" });

const STATUS = { open: 200, used: 410, expired: 410, revoked: 410, suspended: 410, unknown: 404 } as const;

/**
 * Shows the state of the link and the next step. Changes nothing, because mail scanners follow every link.
 */
export async function loader({ request, params }: LoaderFunctionArgs) {
  return answering(async () => {
    const token = params["token"] ?? "";
    const link = await readInvite(token);
    const person = await findPerson(request);
    const next = `next=${encodeURIComponent(`/join/${token}`)}`;
    if (link.kind !== "open") {
      const isOwn = link.kind === "used" && person !== null && link.by === person.id;
      return data(
        {
          kind: isOwn ? ("joined" as const) : link.kind,
          business: isOwn && link.kind === "used" ? link.business : "",
        },
        STATUS[link.kind],
      );
    }
    const { business, inviter, role, email } = link.invite;
    const shown = { business, inviter, role };
    if (!person)
      return {
        kind: "signed-out" as const,
        ...shown,
        invited: maskedAddress(email),
        loginPath: `/login?${next}`,
        registerPath: `/register?${next}`,
      };
    if (person.email !== email)
      return { kind: "someone-else" as const, ...shown, you: person.email, invited: maskedAddress(email) };
    return { kind: "ready" as const, ...shown, you: person.email };
  });
}

/** Joins, and switches to the new business. Anyone else sees the page again, with the reason. */
export async function action({ request, params }: ActionFunctionArgs) {
  return answering(async () => {
    const token = params["token"] ?? "";
    const person = await findPerson(request);
    const joined = person ? await acceptInvite(token, person) : undefined;
    if (joined?.kind !== "joined") return redirect(`/join/${encodeURIComponent(token)}`, 303);
    return redirect("/account/dashboard", {
      status: 303,
      headers: { "Set-Cookie": chooseBusiness(joined.accountId) },
    });
  });
}

const CLOSED_LINKS: Readonly<Record<Exclude<InviteLink["kind"], "open">, { title: string; text: string }>> = {
  unknown: {
    title: "This link doesn’t work",
    text: "Make sure you have the whole link. If it was sent again, use the one in the newest email.",
  },
  expired: {
    title: "This invitation has expired",
    text: "Invitations last 14 days. Ask the person who invited you to send it again.",
  },
  revoked: {
    title: "This invitation was canceled",
    text: "If you think that’s a mistake, ask the person who invited you.",
  },
  used: {
    title: "This invitation was already used",
    text: "It works once. If you’re the one who joined, log in and you’ll find the business in your account.",
  },
  suspended: {
    title: "This business is closed right now",
    text: "No one can join right now. Ask the person who invited you.",
  },
};

export default function Join() {
  const shown = useLoaderData<typeof loader>();
  if (!("inviter" in shown))
    return shown.kind === "joined" ? (
      <Page narrow className="pb-16">
        <PageHeader title={<span className="wrap-anywhere">You joined {shown.business}</span>}>
          You’re all set.
        </PageHeader>
        <LinkButton href="/account/dashboard">Go to Today</LinkButton>
      </Page>
    ) : (
      <Page narrow className="pb-16">
        <PageHeader title={CLOSED_LINKS[shown.kind].title}>{CLOSED_LINKS[shown.kind].text}</PageHeader>
        <LinkButton href="/account/dashboard" kind="plain">
          Go to your account
        </LinkButton>
      </Page>
    );
  const { business, inviter, role } = shown;
  return (
    <Page narrow className="pb-16">
      <PageHeader title={<span className="wrap-anywhere">Join {business}</span>}>
        <span className="wrap-anywhere">{inviter} invited you.</span>
      </PageHeader>
      <DataList
        items={[
          ["Business", business],
          ["Your role", `${ROLE_LABELS[role].name}: ${ROLE_LABELS[role].words}`],
          ...("you" in shown ? [["You are logged in as", shown.you] as const] : []),
        ]}
      />
      {shown.kind === "ready" ? (
        <form method="post" className="form mt-8">
          <SubmitButton busy="Joining...">Join</SubmitButton>
        </form>
      ) : shown.kind === "someone-else" ? (
        <form method="post" action="/logout" className="form mt-8">
          <p className="max-w-measure">
            This invitation was sent to a different address, {shown.invited}. Log out, then open the link in
            the email again and log in or create an account with that address.
          </p>
          <SubmitButton busy="Logging out...">Log Out</SubmitButton>
        </form>
      ) : (
        <>
          <p className="mt-8 max-w-measure">
            Log in or create an account with the address this invitation was sent to, {shown.invited}. We’ll
            bring you back here.
          </p>
          <div className="mt-6 flex flex-wrap gap-3">
            <LinkButton href={shown.registerPath}>Create an account</LinkButton>
            <LinkButton href={shown.loginPath} kind="plain">
              Log in
            </LinkButton>
          </div>
        </>
      )}
    </Page>
  );
}
