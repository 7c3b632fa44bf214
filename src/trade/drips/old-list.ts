import { type LoaderFunctionArgs, redirect } from "react-router";

/** `/account/drips`, the list's address in earlier releases. */
export const loader = ({ request }: LoaderFunctionArgs) =>
  redirect(`/account/follow-up${new URL(request.url).search}#drafts`);
