import type { ReactNode } from "react";
import { LinkButton } from "#ui/button.tsx";
import { EmptyState } from "#ui/messages.tsx";

/**
 * In place of a list without rows: nothing fits the filters, nobody has written anything, or there is no job.
 * @param nothingFits if there are filters; null without
 * @param first what to do when there are jobs, but nothing was written
 * @param children what will be listed here
 */
export function EmptyList({
  nothingFits,
  hasJobs,
  first,
  children,
}: {
  nothingFits: {
    readonly title: string;
    readonly advice: string;
    readonly all: { readonly href: string; readonly label: string };
  } | null;
  hasJobs: boolean;
  first: { readonly title: string; readonly label: string };
  children: ReactNode;
}) {
  if (nothingFits) {
    const { title, advice, all } = nothingFits;
    return (
      <EmptyState title={title} action={<LinkButton href={all.href}>{all.label}</LinkButton>}>
        {advice}
      </EmptyState>
    );
  }
  return (
    <EmptyState
      title={hasJobs ? first.title : "No jobs yet"}
      action={
        <LinkButton href={hasJobs ? "/account/jobs" : "/account/jobs/new"}>
          {hasJobs ? first.label : "Add a job"}
        </LinkButton>
      }
    >
      {children}
    </EmptyState>
  );
}
