import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  redirect,
  useActionData,
  useLoaderData,
} from "react-router";
import { inAccount } from "#ground/businesses/public.server.ts";
import { AppError } from "#platform/errors/app-error.ts";
import { refuseForm } from "#platform/http/answers.server.ts";
import { readForm } from "#platform/http/request/form.server.ts";
import { formatNumber } from "#ui/bars.tsx";
import { LinkButton, SubmitButton } from "#ui/button.tsx";
import { Field } from "#ui/field.tsx";
import { DataList, Page, PageHeader, Section } from "#ui/layout.tsx";
import { StatusLine } from "#ui/messages.tsx";
import { jobParam } from "./job-param.server.ts";
import { checkStored, readStored } from "../verify/check-stored.server.ts";
import { CheckFound } from "./check-result.tsx";
import { loadStanding } from "../entries.server.ts";
import { correctEntry, correctionSchema } from "./correct.server.ts";
import { EntryList } from "./entry-list.tsx";
import { sealAndMail } from "../seal/seal.server.ts";
import { historyView } from "./view.server.ts";

/** No client script, so every button works once, with or without it. */
export const handle = { static: true };

export const meta = () => [{ title: "History of a job" }];

export function loader(args: LoaderFunctionArgs) {
  return inAccount(args, "work.read", async (ctx) => {
    const query = new URL(args.request.url).searchParams;
    const before = Number(query.get("before"));
    const view = await historyView(
      ctx,
      jobParam(args),
      Number.isSafeInteger(before) && before > 0 ? Math.min(before, 2 ** 31 - 1) : null,
    );
    return { ...view, notice: query.get("notice") };
  });
}

/** `Lock the history now`, `Verify`, and `Correct`. */
export async function action(args: ActionFunctionArgs) {
  const form = await readForm(args.request);
  const { do: what = "", words = "", entry = "", text = "" } = form;
  const values = { what, words, entry, text };
  // Reads too much to do inside the request's transaction.
  if (what === "check") {
    const stored = await inAccount(args, "work.read", (ctx) => readStored(ctx, jobParam(args)));
    try {
      return data({ ...NOTHING_REFUSED, found: await checkStored(stored) });
    } catch (error) {
      return refuseForm(error, values);
    }
  }
  return inAccount(args, "work.write", async (ctx) => {
    const asked = jobParam(args);
    if ((await loadStanding(ctx, asked)).number === 0)
      throw new AppError("not_found", "Nothing has happened on this job yet.");
    try {
      if (what === "seal") await sealAndMail(ctx, asked, words.trim());
      else if (what === "correct") await correctEntry(ctx, asked, form.check(correctionSchema));
      else throw new AppError("invalid", "Choose what to do.");
    } catch (error) {
      return refuseForm(error, values);
    }
    const address = `/account/evidence/${asked}`;
    return redirect(
      what === "seal" ? `${address}?notice=sealed` : `${address}?notice=corrected#entries`,
      303,
    );
  });
}

const NOTHING_REFUSED = { values: null, errors: {}, message: null };

const NOTICES: Readonly<Record<string, string>> = {
  sealed: "Locked. We emailed the hash to the owners.",
  corrected: "Correction added. Both stay.",
};

export default function JobHistoryPage() {
  const view = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const found = answer && "found" in answer ? answer.found : null;
  const refused = answer && "values" in answer && answer.values ? answer : null;
  const { job, name, number, hash, sealedTo, sealedOn, seals, mayWrite, notice } = view;
  const message = refused?.message ?? (answer ? undefined : NOTICES[notice ?? ""]);
  const address = `/account/evidence/${job}`;
  return (
    <Page className="pb-16">
      <PageHeader
        title={<>History{name ? <span className="wrap-anywhere"> of {name}</span> : " of a job"}</>}
        action={
          name ? (
            <LinkButton kind="plain" href={`/account/job/${job}`}>
              Open the job
            </LinkButton>
          ) : undefined
        }
      >
        Everything recorded on this job, in order. No one can change or remove an entry, not even you. If the
        law makes us delete someone’s details, that shows here. Mistakes get a correction next to them.
      </PageHeader>
      <div className={message ? "mb-6" : undefined}>
        <StatusLine kind={refused ? "error" : "done"} takesFocus={message !== undefined}>
          {message}
        </StatusLine>
      </div>
      <p className="text-xl font-semibold" data-standing="">
        {formatStanding(number, sealedTo, sealedOn?.words)}
      </p>
      {found ? <CheckFound found={found} /> : null}
      <div className="mt-6 flex flex-wrap gap-3">
        <form method="post" action={address}>
          <SubmitButton name="do" value="check" kind="plain" busy="Checking...">
            Verify
          </SubmitButton>
        </form>
        <LinkButton kind="plain" href={`${address}/history.zip`} download>
          Download ZIP
        </LinkButton>
        <LinkButton kind="plain" href={`${address}/certification.pdf`} download>
          Download PDF
        </LinkButton>
      </div>
      <p className="mt-3 max-w-measure text-pencil">
        The ZIP has every photo as it was taken, without anything drawn or blurred on it, and a page that
        verifies it all in any browser, without us. The PDF is the same on paper, ready to certify.
      </p>
      {mayWrite ? (
        <Section title="Lock the history" id="seal">
          {sealedTo === number ? (
            <p className="mt-4 max-w-measure">
              Everything so far is locked. Lock again once something new is added.
            </p>
          ) : (
            <>
              <p className="mt-4 max-w-measure">
                Locking signs everything so far and emails its hash to the owners. Anything added later about
                an earlier time shows as late. This can’t be undone.
              </p>
              <form method="post" action={`${address}#seal`} className="form mt-4 max-w-narrow">
                <Field
                  name="words"
                  label="Note"
                  hint="For example: final walkthrough done, or roof dried in."
                  maxLength={500}
                  defaultValue={refused?.values?.what === "seal" ? refused.values.words : ""}
                />
                <SubmitButton name="do" value="seal" busy="Locking...">
                  Lock entries 1 to {formatNumber(number)}
                </SubmitButton>
              </form>
            </>
          )}
        </Section>
      ) : null}
      <EntryList view={view} refused={refused} />
      <Section title="Locked so far" id="seals">
        {seals.length === 0 ? (
          <p className="mt-4 max-w-measure">
            Nothing is locked yet. Lock a day, a phase, or the whole job when it’s done.
          </p>
        ) : (
          <ol className="mt-4" reversed>
            {seals.map((seal) => (
              <li key={seal.id} className="mb-8">
                <DataList
                  items={[
                    ["Locked", `Entries 1 to ${formatNumber(seal.number)}`],
                    [
                      "When",
                      <time key="at" dateTime={seal.at.iso}>
                        {seal.at.words}
                      </time>,
                    ],
                    ...(seal.by
                      ? [
                          [
                            "By",
                            <span key="by" className="wrap-anywhere">
                              {seal.by}
                            </span>,
                          ] as const,
                        ]
                      : []),
                    ...(seal.words
                      ? [
                          [
                            "Note",
                            <span key="words" className="wrap-anywhere">
                              {seal.words}
                            </span>,
                          ] as const,
                        ]
                      : []),
                    ["Hash", <Hash key="hash" of={seal.hash} />],
                    ["Key", <Hash key="key" of={seal.key} />],
                  ]}
                />
              </li>
            ))}
          </ol>
        )}
      </Section>
      <p className="mt-6 text-sm text-pencil">
        Hash of entry {formatNumber(number)}, the newest: <Hash of={hash} />
      </p>
    </Page>
  );
}

const Hash = ({ of }: { of: string }) => <span className="text-sm wrap-anywhere">{of}</span>;

/** "214 entries, locked to 200 on Nov 23, 2026." */
function formatStanding(number: number, sealedTo: number, on: string | undefined): string {
  const entries = `${formatNumber(number)} ${number === 1 ? "entry" : "entries"}`;
  if (sealedTo === 0) return `${entries}, not locked yet.`;
  return sealedTo === number
    ? `${entries}, all locked on ${on}.`
    : `${entries}, locked through ${formatNumber(sealedTo)} on ${on}.`;
}
