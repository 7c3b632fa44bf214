import type { ReactNode } from "react";
import { LinkButton } from "#ui/button.tsx";
import { Page, PageHeader } from "#ui/layout.tsx";

/**
 * The frame of a list over all jobs: heading, download, views, then the list.
 * @param about what the list shows, below the heading
 * @param csv address of the download; null for none
 * @param views links to other views of the list
 * @param message the outcome of what was just done
 */
export function OfficePage({
  title,
  about,
  csv,
  views,
  message,
  children,
}: {
  title: string;
  about: ReactNode;
  csv: string | null;
  views?: ReactNode;
  message?: ReactNode;
  children: ReactNode;
}) {
  return (
    <Page className="pb-12">
      <PageHeader
        title={title}
        action={
          csv === null ? undefined : (
            <LinkButton kind="plain" href={csv} download>
              Download CSV
            </LinkButton>
          )
        }
      >
        {about}
      </PageHeader>
      {views}
      {message}
      {children}
    </Page>
  );
}
