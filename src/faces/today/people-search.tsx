import type { ReactNode } from "react";
import { Form } from "react-router";
import { SubmitButton } from "#ui/button.tsx";
import { Field } from "#ui/field.tsx";

/** A person to choose, with the address that chooses them. */
export interface Choice {
  readonly id: string;
  readonly name: string;
  /** Their email, number, or both. */
  readonly contact: string | null;
  readonly href: string;
}

/**
 * Finds a person and offers them as links; works without script.
 * @param label what the list is without a search, for screen readers
 * @param empty shown instead of an empty list
 * @param children hidden fields of the search
 */
export function PeopleSearch({
  search,
  people,
  label,
  empty,
  sending,
  children,
}: {
  search: string;
  people: readonly Choice[];
  label: string;
  empty: ReactNode;
  sending: boolean;
  children?: ReactNode;
}) {
  return (
    <>
      <Form method="get" className="form" role="search">
        {children}
        <Field
          name="search"
          label="Name, email, or phone"
          type="search"
          unmarked
          defaultValue={search}
          autoComplete="off"
        />
        <SubmitButton kind="plain" size="small" busy="Searching..." sending={sending}>
          Search
        </SubmitButton>
      </Form>
      {people.length ? (
        <ul className="mt-6 border-t border-rule" aria-label={search ? "Matches" : label}>
          {people.map(({ id, name, contact, href }) => (
            <li key={id} className="border-b border-rule">
              <a className="block py-3" href={href}>
                <span className="text-link text-lg font-bold">{name}</span>
                <span className="block text-pencil wrap-anywhere">{contact}</span>
              </a>
            </li>
          ))}
        </ul>
      ) : (
        empty
      )}
    </>
  );
}
