import { Form } from "react-router";
import { SubmitButton } from "#ui/button.tsx";
import { Confirm } from "#ui/confirm.tsx";
import { DataList, Section } from "#ui/layout.tsx";
import { FormAnswer } from "../story/form-answer.tsx";

/** A request that a lead has yet to confirm, as the owner sees it. */
export interface ShownRequest {
  readonly key: string;
  readonly iso: string;
  readonly words: string;
  readonly title: string;
  readonly from: string;
  readonly answers: readonly { readonly name: string; readonly text: string; readonly dials?: string }[];
}

export interface ConfirmationView {
  /**
   * True when nothing is sent to them before they confirm. Further requests of a lead who already gets
   * email wait separately.
   */
  readonly isBarred: boolean;
  readonly isAsked: boolean;
  /** When the newest link expires; null if it has expired or none was sent. */
  readonly until: string | null;
  readonly requests: readonly ShownRequest[];
}

/** What waits for a lead to confirm their address. Renders nothing when nothing waits. */
export function LeadUnconfirmed({
  email,
  confirmation,
  sending,
}: {
  email: string;
  confirmation: ConfirmationView;
  sending: boolean;
}) {
  const { isBarred, isAsked, until, requests } = confirmation;
  if (!isBarred && !requests.length) return null;
  return (
    <Section title={until || !isAsked ? "Waiting for their confirmation" : "Not confirmed"} id="confirmation">
      <p className="mt-3 max-w-measure">
        {!isAsked
          ? `The email asking ${email} to confirm hasn’t gone out. Either your own email isn’t verified yet, or their address bounces.`
          : until
            ? `We asked ${email} to confirm by email. Until they tap the button, ${isBarred ? "nothing is sent to them" : "none of this is sent"}. The button works until ${until}.`
            : `They didn’t tap the button in the email to ${email}, so ${isBarred ? "nothing is sent to them" : "none of this is sent"}. If they ask again, we’ll send a new email.`}
      </p>
      {requests.map(({ key, iso, words, title, from, answers }) => (
        <div key={key} className="mt-4 max-w-measure">
          <DataList
            items={[
              ["Asked for", title],
              [
                "On",
                <>
                  <time dateTime={iso}>{words}</time>
                  {from ? <span className="block text-pencil wrap-anywhere">{from}</span> : null}
                </>,
              ],
              ...answers.map(
                ({ name, text, dials }) =>
                  [name, <FormAnswer key={name} text={text} dials={dials} />] as const,
              ),
            ]}
          />
        </div>
      ))}
      {isBarred ? (
        <Form method="post" className="mt-4 grid justify-items-start gap-3">
          <p className="max-w-measure">
            Not a real person? Delete them and everything they sent. This can’t be undone.
          </p>
          <Confirm label="Delete them" question="Delete this person and everything they sent?">
            <SubmitButton kind="stop" name="do" value="delete" busy="Deleting..." sending={sending}>
              Delete for good
            </SubmitButton>
          </Confirm>
        </Form>
      ) : null}
    </Section>
  );
}
