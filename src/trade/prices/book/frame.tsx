import type { ReactNode } from "react";
import { Link } from "react-router";
import type { Announcer, useAnnouncer } from "#trade/fieldwork/public.tsx";
import type { Person } from "#trade/fieldwork/public.ts";
import { Icon } from "#ui/icons.tsx";
import { Page } from "#ui/layout.tsx";

/** The person on this device, as the price book's screens get them. */
export interface PricesUser {
  readonly role: string;
  /** IANA zone of the business. */
  readonly zone: string | null;
  /** Everyone who may have written something. */
  readonly people: readonly Person[];
}

export const mayChange = ({ role }: Pick<PricesUser, "role">): boolean =>
  role === "owner" || role === "manager";

export const PRICES = "/account/prices";

const PARTS = [
  [PRICES, "Items"],
  [`${PRICES}/kits`, "Kits"],
  [`${PRICES}/raise`, "Raise prices"],
] as const;

/** The frame of the price book's screens. @param here the path of this one */
export function PricesFrame({
  here,
  title,
  line,
  children,
}: {
  here: string;
  title: string;
  /** What was just done, from `useAnnouncer`. */
  line: ReturnType<typeof useAnnouncer>["line"];
  children: ReactNode;
}) {
  return (
    <Page className="field-page">
      <title>{title}</title>
      <Link className="field-back" to="/account/jobs">
        <Icon name="back" />
        Jobs
      </Link>
      <header className="field-head">
        <h1>{title}</h1>
      </header>
      <nav className="choices mb-4" aria-label="Price book">
        {PARTS.map(([to, name]) => (
          <Link key={to} className="choice-chip" to={to} aria-current={to === here ? "page" : undefined}>
            {name}
          </Link>
        ))}
      </nav>
      {line}
      {children}
    </Page>
  );
}

/** Does something and announces it, with its undo, or why it wasn't saved. @returns whether it was saved */
export async function announced(
  tell: Announcer,
  words: string,
  act: () => Promise<(() => Promise<unknown>) | undefined>,
): Promise<boolean> {
  try {
    tell.done(words, await act());
    return true;
  } catch (error) {
    tell.failed(error);
    return false;
  }
}
