import { useActionData, useLoaderData } from "react-router";
import { SubmitButton } from "#ui/button.tsx";
import { ClientPage, ReachBusiness } from "#ui/client-page.tsx";
import { Field, TextArea } from "#ui/field.tsx";
import { StatusLine } from "#ui/messages.tsx";
import { StateMark } from "#ui/state-mark.tsx";
import { MOST_PHOTOS } from "../rules/firm.ts";
import { LONGEST } from "../rules/issue.ts";
import { answerAtLink } from "./answer.server.ts";
import { type FirmPageView, loadFirmPage } from "./page.server.ts";
import script from "./shrink-photos.ts?worker&url";

export const handle = { static: true };
export const meta = ({ loaderData }: { loaderData?: FirmPageView | undefined }) =>
  loaderData ? [{ title: `To fix at ${loaderData.place.name}` }, { name: "robots", content: "noindex" }] : [];
export const headers = () => ({
  // This site needs the referrer for the form's origin check; other sites never see the address.
  "Referrer-Policy": "same-origin",
  "X-Robots-Tag": "noindex",
  "Cache-Control": "no-store",
});
export const loader = loadFirmPage;
export const action = answerAtLink;

type Item = FirmPageView["waiting"][number];
interface Refused {
  readonly values: { readonly do: string; readonly item: string; readonly note: string };
  readonly errors: Readonly<Record<string, string>>;
  readonly message: string | null;
}

/** Everything a sub has to fix at a job, in big buttons. Works without an account, and without script. */
export default function FirmPage() {
  const view = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const refused = answer && "errors" in answer ? (answer as Refused) : undefined;
  const { face, here, firm, place, waiting, ready, closed, did, about, isSeen, isTaking } = view;
  const told = [...waiting, ...ready].find(({ id }) => id === about);
  const business = face.business || "The business";
  return (
    <ClientPage face={face} here={here}>
      <p className="label">For {firm}</p>
      <h1 className="mt-2 wrap-anywhere">
        {waiting.length === 0
          ? "Nothing to fix right now"
          : `${waiting.length} ${waiting.length === 1 ? "item" : "items"} to fix`}
      </h1>
      <p className="mt-2 text-lg wrap-anywhere">{[place.name, place.address].filter(Boolean).join(", ")}</p>
      <div id="did">
        {did && !refused ? <Done did={did} item={told} business={business} /> : null}
        {refused && !refused.values.item ? <StatusLine kind="error">{refused.message}</StatusLine> : null}
      </div>
      {isTaking ? null : (
        <StatusLine kind="error">{business} can’t take replies here right now. Please call them.</StatusLine>
      )}
      {isSeen || waiting.length === 0 ? null : (
        <form method="post" action="?" className="mt-4">
          <SubmitButton name="do" value="seen" kind="plain" size="large" wide busy="One moment...">
            Got it, I’ve seen these
          </SubmitButton>
        </form>
      )}
      <ul className="firm-items">
        {waiting.map((item) => (
          <ToFix
            key={item.id}
            item={item}
            view={view}
            refused={refused?.values.item === item.id ? refused : undefined}
          />
        ))}
      </ul>
      {ready.length > 0 ? (
        <section className="mt-10" aria-labelledby="ready">
          <h2 id="ready">Waiting for review</h2>
          <p className="mt-1 text-pencil">You said these are fixed. {business} looks at them next.</p>
          <ul className="firm-items">
            {ready.map((item) => (
              <li key={item.id} id={item.id} className="firm-item">
                <ItemHead item={item} heading="h3" />
                <StateMark state="waiting">
                  Fixed
                  {item.sent > 0 ? `, ${item.sent} ${item.sent === 1 ? "photo" : "photos"} sent` : ""}
                </StateMark>
              </li>
            ))}
          </ul>
        </section>
      ) : null}
      {closed > 0 ? (
        <p className="mt-8">
          <StateMark state="done">
            {closed === 1 ? "1 item is" : `${closed} items are`} done and closed.
          </StateMark>
        </p>
      ) : null}
      <p className="mt-8 max-w-measure text-pencil">
        Save this page: the link stays the same, and new items for this job show up here.
      </p>
      <ReachBusiness face={face} />
      <script type="module" src={script} />
    </ClientPage>
  );
}

const called = (item: Item | undefined) => item?.number ?? item?.title ?? "It";

function Done({ did, item, business }: { did: string; item: Item | undefined; business: string }) {
  return (
    <StatusLine kind="done" takesFocus>
      {did === "fixed"
        ? `Sent. ${called(item)} is waiting for review.`
        : did === "cannot"
          ? `Sent. ${business} knows why ${called(item)} can’t be fixed.`
          : did === "started"
            ? `${called(item)} is started.`
            : `Thanks. ${business} knows that you have the list.`}
    </StatusLine>
  );
}

function ItemHead({
  item: { number, title, where, due, isLate, priority },
  heading: Heading = "h2",
}: {
  item: Item;
  heading?: "h2" | "h3";
}) {
  return (
    <>
      <p className="firm-facts">
        {number ? <b>{number}</b> : null}
        {due ? (
          <span data-late={isLate || undefined}>{isLate ? `Past due: ${due}` : `Due ${due}`}</span>
        ) : null}
        {priority ? <span>{priority}</span> : null}
      </p>
      <Heading className="firm-title">{title}</Heading>
      {where ? <p className="text-lg">{where}</p> : null}
    </>
  );
}

function ToFix({ item, view, refused }: { item: Item; view: FirmPageView; refused: Refused | undefined }) {
  const { id, details, state, reason, blocked, photos } = item;
  const { token, needsPhoto, form, isTaking } = view;
  const path = `/s/${token}/issues/photos`;
  const error = (what: string, field: string) =>
    refused?.values.do === what ? refused.errors[field] : undefined;
  const note = (what: string) => (refused?.values.do === what ? refused.values.note : undefined);
  const isRefused = (what: string) => refused?.values.do === what || undefined;
  const hidden = (
    <>
      <input type="hidden" name="form" value={form} />
      <input type="hidden" name="item" value={id} />
    </>
  );
  const name = called(item);
  return (
    <li id={id} className="firm-item">
      <ItemHead item={item} />
      {reason ? (
        <div className="panel firm-back" data-tone="brick">
          <b>Not accepted yet</b>
          <p className="whitespace-pre-line wrap-anywhere">{reason}</p>
        </div>
      ) : null}
      {details ? <p className="whitespace-pre-line wrap-anywhere">{details}</p> : null}
      {photos.length > 0 ? (
        <ul className="firm-photos">
          {photos.map(({ sha256, width, height }, at) => (
            <li key={sha256}>
              <a href={`${path}/${sha256}/screen`}>
                <img
                  src={`${path}/${sha256}/thumb`}
                  alt={`${name} as found, ${at + 1} of ${photos.length}`}
                  {...{ width, height }}
                  loading="lazy"
                  decoding="async"
                />
              </a>
            </li>
          ))}
        </ul>
      ) : null}
      {state === "working" ? <StateMark state="now">You started this</StateMark> : null}
      {blocked ? <StateMark state="stopped">You said it can’t be fixed yet: {blocked}</StateMark> : null}
      {refused && Object.keys(refused.errors).length === 0 ? (
        <StatusLine kind="error">{refused.message}</StatusLine>
      ) : null}
      {isTaking ? (
        <div className="firm-acts">
          <details className="firm-act" open={isRefused("fixed")}>
            <summary className="button" data-size="large">
              Fixed
            </summary>
            <form
              method="post"
              action={`?#${id}`}
              encType="multipart/form-data"
              className="form"
              data-lost="You have no signal. Your photos are still here. Try again when you have one."
            >
              {hidden}
              <Field
                id={`photos-${id}`}
                name="photos"
                type="file"
                accept="image/*"
                multiple
                required={needsPhoto}
                data-shrink=""
                label="Photos of the fix"
                hint={`Up to ${MOST_PHOTOS} photos.`}
                error={error("fixed", "photos")}
              />
              <TextArea
                id={`note-${id}`}
                name="note"
                label="Note"
                rows={2}
                maxLength={LONGEST.details}
                defaultValue={note("fixed")}
                error={error("fixed", "note")}
              />
              <input type="hidden" name="do" value="fixed" />
              <SubmitButton
                kind="signal"
                size="large"
                wide
                busy="Sending..."
                aria-label={`Send: ${name} is fixed`}
              >
                Send: it’s fixed
              </SubmitButton>
              <StatusLine kind="error" />
            </form>
          </details>
          {state === "working" ? null : (
            <form method="post" action={`?#${id}`}>
              {hidden}
              <SubmitButton
                name="do"
                value="started"
                kind="plain"
                size="large"
                wide
                busy="One moment..."
                aria-label={`Started ${name}`}
              >
                Started
              </SubmitButton>
            </form>
          )}
          <details className="firm-act" open={isRefused("cannot")}>
            <summary className="button" data-kind="plain" data-size="large">
              Can’t fix it
            </summary>
            <form method="post" action={`?#${id}`} className="form">
              {hidden}
              <TextArea
                id={`why-${id}`}
                name="note"
                label="Why not?"
                rows={3}
                required
                maxLength={LONGEST.reason}
                defaultValue={note("cannot")}
                error={error("cannot", "note")}
              />
              <SubmitButton
                name="do"
                value="cannot"
                kind="plain"
                size="large"
                wide
                busy="Sending..."
                aria-label={`Send why ${name} can’t be fixed`}
              >
                Send
              </SubmitButton>
            </form>
          </details>
        </div>
      ) : null}
    </li>
  );
}

export { ClientErrorBoundary as ErrorBoundary } from "#ui/client-error.tsx";
