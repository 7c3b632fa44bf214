import { useState } from "react";
import { sendState, useOnline, useScreen } from "#trade/fieldwork/public.tsx";
import { Button } from "#ui/button.tsx";
import { StatusLine } from "#ui/messages.tsx";
import type { SignLink } from "../own-phone/link.ts";
import type { Sheet } from "./sheet.ts";

/** Light modules that scanners need around a code. */
const QUIET = 4;

/** A QR code that people open on their own phones to sign, without an account. */
export function OwnPhones({ sheet: { record, noun } }: { sheet: Sheet }) {
  const { isOwnBusiness } = useScreen();
  const isOnline = useOnline();
  const [link, setLink] = useState<SignLink>();
  const [failed, setFailed] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  if (!isOwnBusiness) return null;
  const show = async () => {
    setBusy(true);
    setFailed(undefined);
    try {
      const answer = await fetch(`/account/safety/${record.id}/link`, { method: "POST" });
      if (!answer.ok) throw new Error(String(answer.status));
      setLink((await answer.json()) as SignLink);
    } catch {
      setFailed("The code couldn’t be made. Check your signal and try again, or pass this phone.");
    } finally {
      setBusy(false);
    }
  };
  const isThere = isOnline && sendState(record) === "saved";
  return (
    <section className="mt-8" aria-label="Sign on their own phones">
      <h2 className="text-2xl">On their own phones</h2>
      {link ? (
        <>
          <svg
            className="talk-code"
            viewBox={`-${QUIET} -${QUIET} ${link.side + 2 * QUIET} ${link.side + 2 * QUIET}`}
            role="img"
            aria-label={`QR code to sign this ${noun}`}
            shapeRendering="crispEdges"
          >
            <path d={link.path} fill="currentColor" />
          </svg>
          <p className="estimate-quiet">
            People scan this and sign, in English or Spanish. No account is needed. It works until midnight.
          </p>
          <p className="wrap-anywhere">
            <a className="text-link" href={link.address}>
              {link.address}
            </a>
          </p>
        </>
      ) : isThere ? (
        <Button type="button" kind="plain" aria-busy={isBusy || undefined} onClick={() => void show()}>
          Show a QR code
        </Button>
      ) : (
        <p className="estimate-quiet">
          With a signal, people can scan a code here and sign on their own phones. Without one, pass this
          phone.
        </p>
      )}
      {failed === undefined ? null : <StatusLine kind="error">{failed}</StatusLine>}
    </section>
  );
}
