import { type MetaDescriptor, useLoaderData } from "react-router";
import { head } from "#platform/http/head.ts";
import { readLegalText } from "./legal.server.ts";
import { LegalPage } from "./page.tsx";

export const handle = { static: true };

export const loader = () => readLegalText("terms");

export function meta({
  loaderData,
}: {
  loaderData?: ReturnType<typeof loader> | undefined;
}): MetaDescriptor[] {
  if (!loaderData) return [];
  const { title, description } = loaderData;
  return head({ title, description, path: "/termsofservice" });
}

export default function TermsOfService() {
  return <LegalPage text={useLoaderData<typeof loader>()} />;
}
