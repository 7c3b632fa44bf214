import { Button } from "#ui/button.tsx";
import { StatusLine } from "#ui/messages.tsx";
import script from "./passkeys-button.ts?worker&url";

/**
 * A passkey button for pages without client React. Hidden unless the browser supports passkeys.
 * @param host the host the passkeys belong to
 */
export function PasskeyButton({
  purpose,
  host,
  children,
}: {
  purpose: "sign-in" | "confirm";
  host: string;
  children: string;
}) {
  return (
    <div className="form mt-3" data-passkey={purpose} data-passkey-host={host} hidden>
      <Button kind="plain">{children}</Button>
      <StatusLine />
      <script type="module" src={script} />
    </div>
  );
}
