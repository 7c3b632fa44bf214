import type { ReactNode } from "react";
import { Form, useNavigation } from "react-router";
import { LinkButton, SubmitButton } from "#ui/button.tsx";
import { Page, PageHeader } from "#ui/layout.tsx";
import { StatusLine } from "#ui/messages.tsx";

/**
 * Screen for a rewritten text in the account: use it, write another, or discard it.
 * @param home address of the current text; `/another` below it is this screen
 * @param number the writer's version shown, and `next` the following one, or null if there is only this one
 * @param basis the newest saved version when the screen was rendered
 * @param children the text
 */
export function RewrittenText({
  title,
  home,
  number,
  next,
  basis,
  message,
  children,
}: {
  title: string;
  home: string;
  number: number;
  next: number | null;
  basis: number;
  message: string | undefined;
  children: ReactNode;
}) {
  const sending = useNavigation().state === "submitting";
  return (
    <Page className="pb-12">
      <PageHeader title="Another version">
        A new version from the same answers. “{title}” stays as it is until you choose this one.
      </PageHeader>
      <Form method="post" action={`${home}/another`} className="flex flex-wrap items-center gap-3">
        <input type="hidden" name="write" value={number} />
        <input type="hidden" name="basis" value={basis} />
        <SubmitButton busy="Using it..." sending={sending}>
          Use this version
        </SubmitButton>
        {next === null ? null : (
          <LinkButton href={`${home}/another?write=${next}`} kind="plain">
            Write another
          </LinkButton>
        )}
        <LinkButton href={home} kind="quiet">
          Keep what I have
        </LinkButton>
      </Form>
      <StatusLine kind="error">{message}</StatusLine>
      <p className="mt-3 text-sm text-pencil">
        {next === null
          ? "This is the only version we have for these answers. "
          : next === 1
            ? "This is the last version. After it comes the first again. "
            : null}
        Your current version stays under Versions.
      </p>
      <div className="mt-8 border-t border-rule pt-8">{children}</div>
    </Page>
  );
}
