import { type ActionFunctionArgs, redirect } from "react-router";
import { answering } from "#platform/http/answers.server.ts";
import { head } from "#platform/http/head.ts";
import { SubmitButton } from "#ui/button.tsx";
import { Page, PageHeader } from "#ui/layout.tsx";
import { signOut } from "./sessions.server.ts";
import { signedOutHeaders } from "../start.server.ts";

export const handle = { static: true };
export const meta = () => head({ title: "Log out", description: "Log out of your account on this device." });

/**
 * Signs out and goes home. If the session can't be ended, the cookie stays, so that a retry can still end it.
 */
export async function action({ request, context }: ActionFunctionArgs) {
  return answering(async () => {
    await signOut(request, context);
    return redirect("/", { status: 303, headers: signedOutHeaders() });
  });
}

/** Opening the page changes nothing; its button signs out. */
export default function Logout() {
  return (
    <Page narrow className="pb-16">
      <PageHeader title="Log out">On this device. Your other devices stay logged in.</PageHeader>
      <form method="post" className="form">
        <SubmitButton busy="Logging out...">Log Out</SubmitButton>
      </form>
      <p className="mt-6">
        <a className="text-link" href="/account/dashboard">
          Back to Today
        </a>
      </p>
    </Page>
  );
}
