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
  const { wording, groups, last } = content;
  const business = face.business || "The business";
  const errors: Readonly<Record<string, string>> = refusal?.errors ?? {};
  const typed = refusal?.values;
  const count = groups.flat().length;
  const isOn = (name: string, before: boolean) => (typed ? typed[name] === "yes" : before);
  return (
    <ClientPage face={face} here={here}>
      <p className="label">From {business}</p>
      <h1 className="mt-2">{count === 1 ? "May we show this photo?" : "May we show these photos?"}</h1>
      <p className="mt-4 max-w-measure">{wording.intro}</p>
      <section id="answer" aria-label="Your answer" className="mt-6">
        {did === "answered" && !refusal ? (
          <StatusLine kind="done">Saved. {business} has your answer.</StatusLine>
        ) : null}
        {last ? <LastAnswer last={last} business={business} /> : null}
      </section>
      {count === 0 ? (
        <p className="mt-6 max-w-measure">These photos are gone. Nothing is shown.</p>
      ) : (
        <form method="post" action="?#answer" className="form mt-6">
          <ErrorSummary errors={errors} />
          {refusal?.message && Object.keys(errors).length === 0 ? (
            <StatusLine kind="error">{refusal.message}</StatusLine>
          ) : null}
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
                          last?.isYes ? last.photos.includes(place) : true,
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
                defaultChecked={isOn(`use-${use}`, last?.uses.includes(use) ?? false)}
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
            defaultValue={typed ? typed["credit"] : last?.credit}
            error={errors["credit"]}
          />
          <Field
            name="name"
            label="Your name"
            hint={`Only ${business} sees it, as the person who answered.`}
            autoComplete="name"
            required
            maxLength={LONGEST.name}
            defaultValue={typed ? typed["name"] : last?.name}
            error={errors["name"]}
          />
          <p className="max-w-measure">{wording.change}</p>
          <div className="flex flex-wrap gap-3">
            <SubmitButton name="do" value="save" kind="signal" size="large" busy="One moment...">
              {last?.isYes ? "Save changes" : "Yes, show them there"}
            </SubmitButton>
            <SubmitButton
              name="do"
              value="none"
              kind="plain"
              size="large"
              busy="One moment..."
              formNoValidate
            >
              {last?.isYes ? "Stop showing all of them" : "No, don’t show them"}
            </SubmitButton>
          </div>
        </form>
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

type Last = NonNullable<Awaited<ReturnType<typeof contentOf>>["last"]>;

function LastAnswer({ last, business }: { last: Last; business: string }) {
  const when = <time dateTime={last.at.iso}>{last.at.words}</time>;
  if (last.isYes)
    return (
      <>
        <StateMark state="done">
          You said yes to {last.photos.length === 1 ? "1 photo" : `${last.photos.length} photos`}, {when}
        </StateMark>
        <p className="mt-2 max-w-measure">{last.words}.</p>
      </>
    );
  return (
    <StateMark state="stopped">
      {last.byBusiness
        ? `${business} stopped showing them for you`
        : last.wasYes
          ? "You changed your mind, and nothing is shown"
          : "You said no"}
      , {when}
    </StateMark>
  );
}

export { ClientErrorBoundary as ErrorBoundary } from "#ui/client-error.tsx";
