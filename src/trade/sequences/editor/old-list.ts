import { type LoaderFunctionArgs, redirect } from "react-router";

/** `/account/sequences`, the list's address in earlier releases. */
export const loader = ({ request }: LoaderFunctionArgs) =>
  redirect(`/account/follow-up${new URL(request.url).search}`);
