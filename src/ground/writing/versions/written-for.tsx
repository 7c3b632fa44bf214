import { SubmitButton } from "#ui/button.tsx";

/**
 * One line that says what a follow-up was written for, and a way back to the answers.
 * @param post address that gets `intent=again`, if there is no `again`
 * @param again address of the form with the answers; null to ask for one by POST
 */
export function WrittenFor({
  understood,
  post,
  again,
}: {
  understood: string;
  post: string;
  again: string | null;
}) {
  if (again !== null)
    return (
      <p className="mb-4 max-w-measure text-sm text-pencil">
        {understood} Not right?{" "}
        <a className="text-link" href={again}>
          Change your answers
        </a>
      </p>
    );
  return (
    <form
      method="post"
      action={post}
      className="flex max-w-measure flex-wrap items-baseline gap-x-2 text-sm text-pencil"
    >
      <p>{understood} Not right?</p>
      <SubmitButton kind="quiet" size="small" name="intent" value="again" busy="One moment...">
        Change your answers
      </SubmitButton>
    </form>
  );
}

/**
 * The stages of a lead that a follow-up may be for instead.
 * @param post address that gets `intent=stage` with a `stage`
 */
export function OtherStages({
  others,
  post,
}: {
  others: readonly { readonly stage: string; readonly label: string }[];
  post: string;
}) {
  return (
    <form
      method="post"
      action={post}
      className="mb-4 flex max-w-measure flex-wrap items-baseline gap-x-5 text-sm text-pencil"
    >
      <input type="hidden" name="intent" value="stage" />
      <span>Or write it for:</span>
      {others.map(({ stage, label }) => (
        <SubmitButton key={stage} kind="quiet" size="small" name="stage" value={stage} busy="Generating...">
          {label}
        </SubmitButton>
      ))}
    </form>
  );
}
