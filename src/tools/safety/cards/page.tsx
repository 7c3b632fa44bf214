import type { ReactNode } from "react";
import { useSearchParams } from "react-router";
import { FieldScreen, useAnnouncer } from "#trade/fieldwork/public.tsx";
import { Back, type ToolUser } from "#trade/jobs/public.tsx";
import { Page } from "#ui/layout.tsx";
import { talksPath } from "../talks/start.ts";

const ID = /^[0-9a-f-]{36}$/;

/** "?job=…", so that the way back leads to the job that somebody came from. */
export function useFrom(): string {
  const job = useSearchParams()[0].get("job") ?? "";
  return ID.test(job) ? `?job=${job}` : "";
}

/** The frame of a screen about cards, which belong to the business and not to a job. */
export function CardsPage({
  me,
  title,
  back,
  children,
}: {
  me: ToolUser;
  title: string;
  /** Where the way back leads; to the job or the list of jobs if omitted. */
  back?: { readonly to: string; readonly label: string };
  children: ReactNode;
}) {
  const { tell, line } = useAnnouncer();
  const from = useFrom();
  const first = from
    ? { to: talksPath(from.slice(5)), label: "Safety on this job" }
    : { to: "/account/jobs", label: "Jobs" };
  const { to, label } = back ?? first;
  return (
    // Without a job, so that nobody draws on its photos.
    <FieldScreen job="" zone={me.zone ?? "UTC"} people={me.people} isOwnBusiness={false} tell={tell}>
      <Page className="field-page">
        <title>{title}</title>
        <Back to={to}>{label}</Back>
        <header className="field-head">
          <h1>{title}</h1>
        </header>
        {line}
        {children}
      </Page>
    </FieldScreen>
  );
}
