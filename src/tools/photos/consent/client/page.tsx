import type { ReactNode } from "react";
import { type ActionFunctionArgs, type LoaderFunctionArgs, useActionData, useLoaderData } from "react-router";
import { loadPaper } from "#ground/papers/public.server.ts";
import { paperHeaders, paperMeta } from "#ground/papers/public.tsx";
import { SubmitButton } from "#ui/button.tsx";
import { ClientPage, ReachBusiness } from "#ui/client-page.tsx";
import { Checkbox, Field } from "#ui/field.tsx";
import { ErrorSummary, StatusLine } from "#ui/messages.tsx";
import { StateMark } from "#ui/state-mark.tsx";
import { CONSENT, LONGEST, USES } from "../rules.ts";
import { answerAtLink, contentOf } from "../view.server.ts";

export const handle = { static: true };
export const meta = paperMeta;
export const headers = paperHeaders;

export const loader = (args: LoaderFunctionArgs) => loadPaper(args, CONSENT, contentOf);

export const action = (args: ActionFunctionArgs) => answerAtLink(args);

/**
 * The photos a business would like to show, and where. Works without script, and answers can be changed here
 * at any time. Opening it says nothing: mail scanners open every link.
 */
export default function ConsentPage() {
  const { view, content } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const refusal = answer && "errors" in answer ? answer : undefined;
  const { face, here, did, token } = view;
  const { wording, groups, last, own } = content;
  const business = face.business || "The business";
  const errors: Readonly<Record<string, string>> = refusal?.errors ?? {};
  const typed = refusal?.values;
  const count = groups.flat().length;
  // After a yes nothing is left to do, but everything can still be changed.
  const isAnswered = last?.isYes === true && own !== null && count > 0;
  const isOn = (name: string, before: boolean) => (typed ? typed[name] === "yes" : before);
  return (
    <ClientPage face={face} here={here}>
      <p className="label">From {business}</p>
      <h1 className="mt-2">
        {isAnswered
          ? "Photos you’re letting us show"
          : count === 1
            ? "May we show this photo?"
            : "May we show these photos?"}
      </h1>
      {isAnswered ? null : <p className="mt-4 max-w-measure">{wording.intro}</p>}
      <section id="answer" aria-label="Your answer" className="mt-6">
        {did === "answered" && !refusal ? (
          <StatusLine kind="done">Saved. {business} has your answer.</StatusLine>
        ) : null}
        {last ? <LastAnswer last={last} business={business} /> : null}
      </section>
      {count === 0 ? (
        <form method="post" action="?#answer" className="form mt-6">
          <Refusal refusal={refusal} />
          <input type="hidden" name="form" value={view.form} />
          <p className="max-w-measure">These photos are hidden or gone, so nothing is shown now.</p>
          <div>
            <NoButton isYes={last?.isYes ?? false} />
          </div>
        </form>
      ) : (
        <Folded isFolded={isAnswered} isOpen={refusal !== undefined}>
          <form method="post" action="?#answer" className="form mt-6">
            <Refusal refusal={refusal} />
            <input type="hidden" name="form" value={view.form} />
            <fieldset>
              <legend>
                <h2 className="text-2xl">{count === 1 ? "The photo" : "The photos"}</h2>
              </legend>
              <p className="mt-1 text-pencil">
                {count === 1
                  ? "This is exactly how it would look."
                  : "Leave out any that you’d rather not show."}
              </p>
              <ul className="consent-photos">
                {groups.map((group) => (
                  <li key={group[0]!.place} data-pair={group.length === 2 || undefined}>
                    {group.map(({ place, sha256, label, width, height }) => (
                      <div key={place}>
                        <img
                          src={`/s/${token}/consent/photos/${sha256}/screen`}
                          alt={label}
                          width={width}
                          height={height}
                          loading={place < 2 ? undefined : "lazy"}
                        />
                        <Checkbox
                          name={`photo-${place}`}
                          label={`Show ${label.charAt(0).toLowerCase()}${label.slice(1)}`}
                          defaultChecked={isOn(
                            `photo-${place}`,
                            own && own.uses.length > 0 ? own.photos.includes(place) : true,
                          )}
                          error={errors[`photo-${place}`]}
                        />
                      </div>
                    ))}
                  </li>
                ))}
              </ul>
            </fieldset>
            <fieldset>
              <legend>
                <h2 className="text-2xl">Where may {count === 1 ? "it" : "they"} be shown?</h2>
              </legend>
              {USES.map((use) => (
                <Checkbox
                  key={use}
                  name={`use-${use}`}
                  label={wording.uses[use].label}
                  hint={wording.uses[use].hint}
                  defaultChecked={isOn(`use-${use}`, own?.uses.includes(use) ?? false)}
                  error={errors[`use-${use}`]}
                />
              ))}
            </fieldset>
            <p className="max-w-measure">{wording.notShown}</p>
            <Field
              name="credit"
              label="A name to show with them"
              hint="If you like: “Maria, Maple Grove.” Leave it empty to show none."
              maxLength={LONGEST.credit}
              autoComplete="off"
              defaultValue={typed ? typed["credit"] : own?.credit}
              error={errors["credit"]}
            />
            <Field
              name="name"
              label="Your name"
              hint={`Only ${business} sees it, as the person who answered.`}
              autoComplete="name"
              required
              maxLength={LONGEST.name}
              defaultValue={typed ? typed["name"] : own?.name}
              error={errors["name"]}
            />
            <p className="max-w-measure">{wording.change}</p>
            <div className="flex flex-wrap gap-3">
              <SubmitButton
                name="do"
                value="save"
                kind={last?.isYes && own ? "plain" : "signal"}
                size="large"
                busy="One moment..."
              >
                {last?.isYes && own ? "Save changes" : "Yes, show them there"}
              </SubmitButton>
              <NoButton isYes={last?.isYes ?? false} />
            </div>
          </form>
        </Folded>
      )}
      <ReachBusiness face={face} />
      <p className="mt-6">
        <a className="text-link inline-block py-2.5" href={`/s/${token}/file`}>
          The request as a PDF
        </a>
      </p>
    </ClientPage>
  );
}

/** What can still be changed, out of the way of what was answered. Works without a script. */
function Folded({ isFolded, isOpen, children }: { isFolded: boolean; isOpen: boolean; children: ReactNode }) {
  if (!isFolded) return children;
  return (
    <details className="fold mt-6" open={isOpen || undefined}>
      <summary>Change your answer</summary>
      {children}
    </details>
  );
}

/** Also where nothing else can be chosen: a no is always possible. */
const NoButton = ({ isYes }: { isYes: boolean }) => (
  <SubmitButton name="do" value="none" kind="plain" size="large" busy="One moment..." formNoValidate>
    {isYes ? "Stop showing all of them" : "No, don’t show them"}
  </SubmitButton>
);

function Refusal({
  refusal,
}: {
  refusal: { readonly errors: Readonly<Record<string, string>>; readonly message: string | null } | undefined;
}) {
  if (!refusal) return null;
  const { errors, message } = refusal;
  return (
    <>
      <ErrorSummary errors={errors} />
      {message && Object.keys(errors).length === 0 ? <StatusLine kind="error">{message}</StatusLine> : null}
    </>
  );
}

type Last = NonNullable<Awaited<ReturnType<typeof contentOf>>["last"]>;

function LastAnswer({ last, business }: { last: Last; business: string }) {
  const when = <time dateTime={last.at.iso}>{last.at.words}</time>;
  if (last.isYes)
    return (
      <>
        <StateMark state="done">
          {last.by === "other" ? "Someone with another link" : "You"} said yes to{" "}
          {last.count === 1 ? "1 photo" : `${last.count} photos`}, {when}
        </StateMark>
        <p className="mt-2 max-w-measure">{last.words}.</p>
      </>
    );
  return (
    <StateMark state="stopped">
      {stoppedWords(last, business)}, {when}
    </StateMark>
  );
}

function stoppedWords({ by, isEnded, wasYes }: Last, business: string): string {
  if (by === "business") return `${business} stopped showing them for you`;
  const who = by === "other" ? "Someone with another link" : "You";
  if (isEnded) return `Nothing is shown: ${business} closed the link of the last yes`;
  if (!wasYes) return `${who} said no`;
  return by === "other"
    ? `${who} said no, and nothing is shown`
    : "You changed your mind, and nothing is shown";
}

export { ClientErrorBoundary as ErrorBoundary } from "#ui/client-error.tsx";
