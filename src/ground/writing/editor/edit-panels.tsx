import { Button, LinkButton, SubmitButton } from "#ui/button.tsx";
import { Panel } from "#ui/layout.tsx";
import { DifferenceList } from "../versions/difference-list.tsx";
import type { Difference } from "../versions/differences.ts";

/** A version someone else saved during editing. */
export interface Meanwhile {
  readonly number: number;
  /** "pat@example.com, Fri, Nov 20, 3:04 PM". */
  readonly who: string;
  readonly differences: readonly Difference[];
}

/** Offers to restore text that was typed in this tab and not saved. */
export function UnsavedOffer({
  at,
  onTake,
  onForget,
}: {
  at: number;
  onTake: () => void;
  onForget: () => void;
}) {
  return (
    <Panel tone="chalk" className="mb-6">
      <h2 className="text-xl">You have unsaved changes</h2>
      <p className="mt-2">This browser saved them: {ago(at)}.</p>
      <div className="mt-4 flex flex-wrap gap-3">
        <Button onClick={onTake}>Restore</Button>
        <Button kind="plain" onClick={onForget}>
          Discard
        </Button>
      </div>
    </Panel>
  );
}

/** Two people saved: shows both texts, and nothing is overwritten. */
export function ConflictPanel({
  meanwhile,
  address,
  sending,
  onDrop,
}: {
  meanwhile: Meanwhile;
  address: string;
  sending: boolean;
  onDrop: () => void;
}) {
  return (
    <Panel tone="brick" className="mb-6">
      <div role="alert" tabIndex={-1} autoFocus data-refusal="">
        <h2 className="text-xl">This text changed while you were editing it</h2>
        <p className="mt-2">
          {meanwhile.who} saved version {meanwhile.number}. Nothing is lost. Theirs is saved, and yours is in
          the form below.
        </p>
      </div>
      <div className="mt-4">
        <DifferenceList differences={meanwhile.differences} before="Theirs" after="Yours" />
      </div>
      <div className="mt-4 flex flex-wrap gap-3">
        <SubmitButton name="over" value={meanwhile.number} busy="Saving..." sending={sending}>
          Save mine as the newest
        </SubmitButton>
        <LinkButton href={address} kind="plain" onClick={onDrop}>
          Continue with theirs
        </LinkButton>
      </div>
      <p className="mt-3 text-sm">Whichever you choose, the other one stays under Versions.</p>
    </Panel>
  );
}

function ago(at: number): string {
  const minutes = Math.round((Date.now() - at) / 60_000);
  if (minutes < 1) return "less than a minute ago";
  if (minutes < 60) return minutes === 1 ? "a minute ago" : `${minutes} minutes ago`;
  const hours = Math.round(minutes / 60);
  return hours === 1 ? "an hour ago" : `${hours} hours ago`;
}
