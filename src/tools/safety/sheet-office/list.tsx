import { Form, type LoaderFunctionArgs, useLoaderData, useSubmit } from "react-router";
import { useRef } from "react";
import { inAccount, zoneOf } from "#ground/businesses/public.server.ts";
import { itemsInContexts } from "#ground/worklist/public.server.ts";
import { filterQuery, OfficePage, readFilters } from "#ground/worklist/public.tsx";
import { LinkButton, SubmitButton } from "#ui/button.tsx";
import { Field } from "#ui/field.tsx";
import { EmptyState } from "#ui/messages.tsx";
import { SafetyViews } from "../office/pages.tsx";
import { describeReview } from "../sheets/review.ts";
import { SHEET } from "../sheets/sheet.ts";
import { listSheets } from "../sheets/stored.server.ts";
import { describeSheet } from "../sheets/facts.ts";
import { filtersOf, VIEWS } from "./filters.ts";
import { LIBRARY, libraryPath } from "../sheets/path.ts";

export const meta = () => [{ title: "Safety library" }];

const A_PAGE = 50;
const MOST_FROM = 10_000;

export const loader = (args: LoaderFunctionArgs) =>
  inAccount(args, "work.read", async (ctx) => {
    const { searchParams } = new URL(args.request.url);
    const filters = readFilters(searchParams, VIEWS);
    const from = Math.min(MOST_FROM, Math.max(0, Math.trunc(Number(searchParams.get("skip")) || 0)));
    const today = ctx.now
      .toZonedDateTimeISO(await zoneOf(ctx))
      .toPlainDate()
      .toString();
    const found = await listSheets(ctx, filtersOf(filters, today), { from, most: A_PAGE });
    const sheets = found.slice(0, A_PAGE);
    const on = Map.groupBy(
      await itemsInContexts(
        ctx,
        SHEET,
        sheets.map(({ id }) => id),
      ),
      ({ context }) => context,
    );
    return {
      ...{ filters, from, hasMore: found.length > A_PAGE },
      sheets: sheets.map((sheet) => {
        const jobs = on.get(sheet.id)?.length ?? 0;
        return {
          ...{ id: sheet.id, name: sheet.name, version: sheet.version, hasText: sheet.hasText },
          about: [
            describeSheet(sheet),
            ...(sheet.version > 1 ? [`version ${sheet.version}`] : []),
            jobs === 1 ? "on 1 job" : `on ${jobs} jobs`,
          ].join(", "),
          review: describeReview(sheet, today),
        };
      }),
    };
  });

const PAUSE_MS = 250;

/** The sheets and plans of the business. */
export default function LibraryOffice() {
  const { filters, from, hasMore, sheets } = useLoaderData<typeof loader>();
  const submit = useSubmit();
  const pause = useRef<ReturnType<typeof setTimeout>>(undefined);
  const isNarrowed = Boolean(filters.words || filters.type);
  const pageAt = (skip: number) =>
    `${LIBRARY}${filterQuery(filters, skip > 0 ? { skip: String(skip) } : {})}`;
  return (
    <OfficePage
      title="Library"
      about="Safety data sheets and safety plans. Put them on jobs, and everyone there can open them."
      csv={`${LIBRARY}/library.csv${filterQuery(filters)}`}
      views={
        <SafetyViews
          here={LIBRARY}
          filters={filters}
          states={[
            ["sds", "SDS"],
            ["plan", "Safety plans"],
            ["due", "To review"],
          ]}
        />
      }
    >
      <p className="mb-4">
        <LinkButton href={`${LIBRARY}/new`} kind="signal">
          Add a sheet or plan
        </LinkButton>
      </p>
      <Form
        action={LIBRARY}
        role="search"
        className="office-search"
        onInput={({ currentTarget }) => {
          clearTimeout(pause.current);
          pause.current = setTimeout(
            () => void submit(currentTarget, { replace: true, preventScrollReset: true }),
            PAUSE_MS,
          );
        }}
      >
        {filters.type ? <input type="hidden" name="type" value={filters.type} /> : null}
        <div className="search-line">
          <Field
            name="q"
            label="Search the library"
            hint="A name, a maker, a CAS number, or words in it: “acetone”, “67‑64‑1”, “flammable”."
            unmarked
            type="search"
            defaultValue={filters.words}
            maxLength={100}
            autoComplete="off"
          />
          <SubmitButton kind="plain">Search</SubmitButton>
        </div>
      </Form>
      {sheets.length > 0 ? (
        <ul className="office-found">
          {sheets.map(({ id, name, about, review, hasText }) => (
            <li key={id}>
              <a className="office-checklist" href={libraryPath(id)}>
                <b>{name}</b>
                <span className="estimate-quiet">
                  {about}
                  {hasText ? "" : ". A scan: only its name and maker find it"}
                </span>
                {review ? <span className="sheet-due">Review {review}</span> : null}
              </a>
            </li>
          ))}
        </ul>
      ) : (
        <EmptyState title={isNarrowed ? "No matches" : "No sheets yet"}>
          {isNarrowed ? (
            <>
              Try fewer words, or <a href={LIBRARY}>show the whole library</a>. A scan is found only by its
              name and maker.
            </>
          ) : (
            "Add the SDS of what’s in your truck, or your fall protection plan. A PDF is searched whole."
          )}
        </EmptyState>
      )}
      <p className="mt-6 flex flex-wrap gap-4">
        {from > 0 ? (
          <LinkButton kind="plain" href={pageAt(Math.max(0, from - A_PAGE))}>
            Previous page
          </LinkButton>
        ) : null}
        {hasMore ? (
          <LinkButton kind="plain" href={pageAt(from + A_PAGE)}>
            Next page
          </LinkButton>
        ) : null}
      </p>
    </OfficePage>
  );
}
