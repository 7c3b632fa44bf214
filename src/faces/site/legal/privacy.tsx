import { type MetaDescriptor, useLoaderData } from "react-router";
import { head } from "#platform/http/head.ts";
import { readLegalText } from "./legal.server.ts";
import { LegalPage } from "./page.tsx";

export const handle = { static: true };

export const loader = () => readLegalText("privacy");

export function meta({
  loaderData,
}: {
  loaderData?: ReturnType<typeof loader> | undefined;
}): MetaDescriptor[] {
  if (!loaderData) return [];
  const { title, description } = loaderData;
  return head({ title, description, path: "/privacy" });
}

export default function PrivacyPolicy() {
  return <LegalPage text={useLoaderData<typeof loader>()} />;
}
