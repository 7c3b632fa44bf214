import type { ReactNode } from "react";
import { LinkButton } from "#ui/button.tsx";

/** In place of a form that opens leads to others, until the person has confirmed who they are. */
export function ConfirmFirst({ path, children }: { path: string; children: ReactNode }) {
  return (
    <>
      <p className="mt-4 mb-6 max-w-measure">
        {children} Confirm it’s you first. We’ll ask again after 15 minutes.
      </p>
      <LinkButton href={path} kind="plain">
        Confirm it’s you
      </LinkButton>
    </>
  );
}
