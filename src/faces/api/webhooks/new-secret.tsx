import { ShownOnce } from "../shown-once.tsx";

/** A webhook's secret, shown once. */
export function NewSecret({ secret, until }: { secret: string; until?: string }) {
  return (
    <ShownOnce title="Webhook secret" value={secret} copy="Copy secret">
      The other app uses it to verify that a delivery is from you. Paste it there now. We won’t show it again.
      {until ? ` Until ${until} deliveries are also signed with the old secret.` : ""}
    </ShownOnce>
  );
}
