import { ShownOnce } from "../shown-once.tsx";

/** A webhook's secret, shown once. */
export function NewSecret({ secret, until }: { secret: string; until?: string }) {
  return (
    <ShownOnce title="The secret of the webhook" value={secret} copy="Copy the secret">
      The other program checks with it that a delivery is from you. Put it there now: it is not shown again.
      {until ? ` Until ${until} deliveries are signed with the secret before as well.` : ""}
    </ShownOnce>
  );
}
