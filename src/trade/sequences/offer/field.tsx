import { Checkbox } from "#ui/field.tsx";
import type { FollowUpOffer } from "./offer.server.ts";

/** Whether to follow up, in the form that sends something to a client, with every email that would go out. */
export function FollowUpField({ offer }: { offer: FollowUpOffer }) {
  const { isPossible, isOn, isFirst, needsAddress, shown } = offer;
  if (shown.length === 0) return null;
  if (!isPossible) return <p>Automatic follow-up needs a client from your leads. Choose one on the job.</p>;
  return (
    <div>
      <Checkbox
        name="followUp"
        value="yes"
        label="Follow up if they don’t reply"
        hint="Any reply, approval, or new version stops it. You can turn it off under Follow-up."
        defaultChecked={isOn}
      />
      {needsAddress ? (
        <p className="mt-2">
          These emails need your mailing address, which the law requires.{" "}
          <a className="text-link" href="/account/settings">
            Add it
          </a>
        </p>
      ) : null}
      <details className="steps mt-3">
        <summary>Read the emails</summary>
        {shown.map(({ id, name, when, edit, mails }) => (
          <section key={id} className="mt-4" aria-label={name}>
            <p>
              <b>{name}.</b> {when}{" "}
              {edit ? (
                <a className="text-link" href={edit}>
                  Edit
                </a>
              ) : null}
            </p>
            {mails.map(({ subject, body }) => (
              <blockquote key={subject} className="mt-3 max-w-measure whitespace-pre-line">
                <b>{subject}</b>
                {`\n\n${body}`}
              </blockquote>
            ))}
          </section>
        ))}
        {isFirst ? (
          <p className="mt-4">You can edit them under Follow-up after the first one is sent.</p>
        ) : null}
      </details>
    </div>
  );
}
