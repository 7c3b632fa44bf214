import { useRef } from "react";
import { Form, type LoaderFunctionArgs, useLoaderData, useSubmit } from "react-router";
import { inAccount } from "#ground/businesses/public.server.ts";
import { countOf } from "#trade/jobs/public.ts";
import { listJobs } from "#trade/jobs/public.server.ts";
import { searchPeople, statusMark } from "#trade/leads/public.server.ts";
import { SubmitButton } from "#ui/button.tsx";
import { Field } from "#ui/field.tsx";
import { Page, PageHeader } from "#ui/layout.tsx";
import { StateMark } from "#ui/state-mark.tsx";
import { findRecords } from "./find-records.server.ts";

export const meta = () => [{ title: "Search" }];

const LONGEST = 100;
const MOST_JOBS = 12;
const MOST_RECORDS = 40;
/** How long typing must pause before a search, in milliseconds. */
const PAUSE_MS = 250;

/** People, jobs, and records of every tool that have the words. */
export function loader(args: LoaderFunctionArgs) {
  return inAccount(args, "work.read", async (ctx) => {
    const words = (new URL(args.request.url).searchParams.get("q") ?? "")
      .toWellFormed()
      .replaceAll("\0", "")
      .trim()
      .slice(0, LONGEST);
    const { people, more } = words ? await searchPeople(ctx, words) : { people: [], more: false };
    const jobs = words ? await listJobs(ctx, words, MOST_JOBS) : [];
    return {
      words,
      more,
      found: [
        ...jobs.map(({ jobId, name, address }) => ({
          ...{ kind: "Job", name, to: `/account/job/${jobId}`, about: address ?? "" },
        })),
        ...(words ? await findRecords(ctx, words, MOST_RECORDS) : []),
      ],
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
  const { words, people, more, found } = useLoaderData<typeof loader>();
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
          label="Person, job, photo, change order, or any word in them"
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
        {words ? foundWords(people.length, found.length, more) : ""}
      </p>
      {people.length ? (
        <ul aria-label="People" className="day-lines mt-2">
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
      {found.length ? (
        <ul className="day-lines mt-2" aria-label="Jobs and records">
          {found.map(({ kind, name, to, about }) => (
            <li key={to} className="day-line" data-item="" tabIndex={-1}>
              <div>
                <p>
                  <a className="text-link font-bold" href={to} data-key="Enter">
                    {name}
                  </a>
                </p>
                <p className="text-pencil wrap-anywhere">{about}</p>
              </div>
              <span className="text-pencil">{kind}</span>
            </li>
          ))}
        </ul>
      ) : null}
      {words && !people.length && !found.length ? (
        <p className="max-w-measure">
          Try part of the name, the end of the number, or a word from what was written, such as “porch”.
        </p>
      ) : null}
    </Page>
  );
}

function foundWords(people: number, records: number, more: boolean): string {
  if (people + records === 0) return "No matches.";
  const parts = [
    ...(people === 0 ? [] : [more ? `The first ${people} people` : countOf(people, "person", "people")]),
    ...(records === 0 ? [] : [countOf(records, "job or record", "jobs and records")]),
  ];
  return `${parts.join(", ")}.${more ? " Type more to narrow it down." : ""}`;
}
