import { useRef } from "react";
import { Form, type LoaderFunctionArgs, useLoaderData, useSubmit } from "react-router";
import { inAccount } from "#ground/businesses/public.server.ts";
import { searchPeople, statusMark } from "#trade/leads/public.server.ts";
import { SubmitButton } from "#ui/button.tsx";
import { Field } from "#ui/field.tsx";
import { Page, PageHeader } from "#ui/layout.tsx";
import { StateMark } from "#ui/state-mark.tsx";

export const meta = () => [{ title: "Search" }];

const LONGEST = 100;
/** How long typing must pause before a search, in milliseconds. */
const PAUSE_MS = 250;

/** People whose name, address, number or request contains the words. */
export function loader(args: LoaderFunctionArgs) {
  return inAccount(args, "work.read", async (ctx) => {
    const words = (new URL(args.request.url).searchParams.get("q") ?? "")
      .toWellFormed()
      .replaceAll("\0", "")
      .trim()
      .slice(0, LONGEST);
    const { people, more } = words ? await searchPeople(ctx, words) : { people: [], more: false };
    return {
      words,
      more,
      people: people.map((one) => ({
        id: one.id,
        name: one.name,
        email: one.email,
        phone: one.phone,
        need: one.need,
        mark: statusMark(one),
      })),
    };
  });
}

export default function Search() {
  const { words, people, more } = useLoaderData<typeof loader>();
  const submit = useSubmit();
  const pause = useRef<ReturnType<typeof setTimeout>>(undefined);
  return (
    <Page className="pb-12">
      <PageHeader title="Search" />
      <Form
        action="/account/search"
        role="search"
        className="form max-w-measure sm:grid-cols-[1fr_auto] sm:items-end"
        onInput={({ currentTarget }) => {
          clearTimeout(pause.current);
          pause.current = setTimeout(
            () => void submit(currentTarget, { replace: true, preventScrollReset: true }),
            PAUSE_MS,
          );
        }}
      >
        <Field
          name="q"
          label="Name, address, number, or what they need"
          unmarked
          type="search"
          defaultValue={words}
          maxLength={LONGEST}
          autoFocus={words === ""}
          autoComplete="off"
          data-search=""
        />
        <SubmitButton kind="plain">Search</SubmitButton>
      </Form>
      <p className="mt-4" role="status">
        {words ? foundWords(people.length, more) : ""}
      </p>
      {people.length ? (
        <ul className="day-lines mt-2">
          {people.map(({ id, name, email, phone, need, mark }) => (
            <li key={id} className="day-line" data-item="" tabIndex={-1}>
              <div>
                <p>
                  <a className="text-link font-bold" href={`/account/leads/${id}`} data-key="Enter">
                    {name}
                  </a>
                </p>
                <p className="text-pencil wrap-anywhere">{[email, phone].filter(Boolean).join(", ")}</p>
                {need ? <p className="max-w-measure">“{need}”</p> : null}
              </div>
              <StateMark state={mark.state}>{mark.words}</StateMark>
            </li>
          ))}
        </ul>
      ) : null}
      {words && !people.length ? (
        <p className="max-w-measure">
          Try part of the name, the end of the number, or a word from their request, such as “porch”.
        </p>
      ) : null}
    </Page>
  );
}

function foundWords(count: number, more: boolean): string {
  if (!count) return "No matches.";
  if (more) return `The first ${count}. Type more to narrow it down.`;
  return count === 1 ? "1 person" : `${count} people`;
}
