import { Form, type LoaderFunctionArgs, useLoaderData } from "react-router";
import { inAccount } from "#ground/businesses/public.server.ts";
import { OfficePage } from "#ground/worklist/public.tsx";
import { isManager } from "#trade/fieldwork/public.server.ts";
import { LinkButton, SubmitButton } from "#ui/button.tsx";
import { Field, Select } from "#ui/field.tsx";
import { EmptyState } from "#ui/messages.tsx";
import { Table } from "#ui/table.tsx";
import { SafetyPages } from "../office/pages.tsx";
import { cardsPath, OFFICE_CARDS } from "../paths.ts";
import { CARD_TYPES, TYPES } from "./card.ts";
import { CardState } from "./state.tsx";
import { type CardFilters, filtersOf, queryOf, STATES } from "./filters.ts";
import { personPath } from "./person-path.ts";
import { rowsOf } from "./rows.server.ts";

export const meta = () => [{ title: "People and cards" }];

/** The rest is found by narrowing the list, and is in the CSV. */
const MOST_SHOWN = 200;
const STATE_LABELS = { expired: "Expired", expiring: "Expires within 60 days" } as const;

export const loader = (args: LoaderFunctionArgs) =>
  inAccount(args, "work.read", async (ctx) => {
    const filters = filtersOf(new URL(args.request.url).searchParams);
    const { rows, today, total } = await rowsOf(ctx, filters);
    return {
      ...{ filters, query: queryOf(filters), today, total, found: rows.length },
      ...{ rows: rows.slice(0, MOST_SHOWN), mayErase: isManager(ctx) },
    };
  });

/** The cards of everyone, what needs renewing first. */
export default function CardsOffice() {
  const { filters, query, rows, today, total, found, mayErase } = useLoaderData<typeof loader>();
  return (
    <OfficePage
      title="People and cards"
      about="Who holds what, and until when. Owners, managers and the person get an email 60, 30 and 7 days before a card expires, and on the day."
      csv={total > 0 ? `${OFFICE_CARDS}/cards.csv${query}` : null}
      views={
        <>
          <SafetyPages here={OFFICE_CARDS} />
          <p className="mb-4">
            <LinkButton href={cardsPath("new")}>Add a card</LinkButton>
          </p>
        </>
      }
    >
      {total === 0 ? (
        <EmptyState title="No cards yet">
          Add who holds an OSHA 10, a first-aid card or a forklift certificate. Foremen look them up on the
          phone, without a signal.
        </EmptyState>
      ) : (
        <>
          <Filters filters={filters} />
          {found === 0 ? (
            <p className="mt-6">
              No card is like that.{" "}
              <a className="text-link" href={OFFICE_CARDS}>
                Show all cards
              </a>
            </p>
          ) : (
            <div className="mt-6">
              <Table
                caption="Cards, the first to expire at the top"
                rowKey={({ id }) => id}
                rows={rows}
                columns={[
                  {
                    label: "Person",
                    cell: ({ id, card }) => (
                      <a className="text-link" href={cardsPath(id)}>
                        {card.holder.name}
                      </a>
                    ),
                  },
                  { label: "Card", cell: ({ title }) => title },
                  { label: "Issued by", cell: ({ card }) => card.issuer },
                  { label: "Good through", cell: ({ card }) => <CardState card={card} today={today} /> },
                  ...(mayErase
                    ? [
                        {
                          label: "Their data",
                          cell: ({ card }: (typeof rows)[number]) => (
                            <a
                              className="text-link"
                              href={personPath(
                                card.holder.user ? { user: card.holder.user } : { name: card.holder.name },
                              )}
                            >
                              What we have<span className="sr-only"> of {card.holder.name}</span>
                            </a>
                          ),
                        },
                      ]
                    : []),
                ]}
              />
              {found > rows.length ? (
                <p className="mt-4">
                  These are the first {rows.length} of {found}. Narrow the list, or download all of them.
                </p>
              ) : null}
            </div>
          )}
        </>
      )}
    </OfficePage>
  );
}

function Filters({ filters }: { filters: CardFilters }) {
  return (
    <Form action={OFFICE_CARDS} role="search" className="office-search">
      <div className="search-line">
        <Field
          name="q"
          label="Find a person or a card"
          unmarked
          type="search"
          autoComplete="off"
          maxLength={120}
          defaultValue={filters.words}
        />
        <SubmitButton kind="plain">Search</SubmitButton>
      </div>
      <div className="office-narrow-fields">
        <Select
          name="state"
          label="Good through"
          unmarked
          placeholder="Any day"
          defaultValue={filters.state ?? ""}
          options={STATES.map((value) => ({ value, label: STATE_LABELS[value] }))}
        />
        <Select
          name="type"
          label="Kind of card"
          unmarked
          placeholder="All kinds"
          defaultValue={filters.type ?? ""}
          options={TYPES.map((value) => ({ value, label: CARD_TYPES[value] }))}
        />
      </div>
    </Form>
  );
}
