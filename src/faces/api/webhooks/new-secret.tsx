import { CopyButton } from "#ui/button.tsx";
import { Panel } from "#ui/layout.tsx";

/** A webhook's secret, shown once. */
export function NewSecret({ secret, until }: { secret: string; until?: string }) {
  return (
    <Panel tone="level" className="mb-8">
      <h2 className="text-xl" tabIndex={-1} autoFocus>
        The secret of the webhook
      </h2>
      <p className="mt-2 max-w-measure">
        The other program checks with it that a delivery is from you. Put it there now: it is not shown again.
        {until ? ` Until ${until} deliveries are signed with the secret before as well.` : ""}
      </p>
      <p className="mt-4 wrap-anywhere">
        <code id="new-secret">{secret}</code>
      </p>
      <p className="mt-4">
        <CopyButton target="new-secret">Copy the secret</CopyButton>
      </p>
    </Panel>
  );
}
