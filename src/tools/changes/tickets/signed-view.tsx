import { SignatureDrawing } from "#ground/signatures/public.tsx";
import { lineCents } from "#trade/lines/public.ts";
import { moment } from "#platform/time/format.ts";
import {
  formatAmountOf,
  formatHours,
  hoursOf,
  priceOfLines,
  type Ticket,
  TICKET_CATEGORY_LABELS,
  wholeQuantity,
} from "./ticket.ts";

/** A signed ticket, word for word. @param zone of the job @param money formats cents */
export function SignedView({
  ticket: { signed, signer },
  zone,
  money,
}: {
  ticket: Ticket;
  zone: string;
  money: (cents: number) => string;
}) {
  if (!signed) return null;
  const { lines, agrees, at } = signed;
  const price = priceOfLines(lines);
  return (
    <>
      {signed.work ? <p className="estimate-words">{signed.work}</p> : null}
      <ul className="estimate-lines">
        {lines.map((line) => (
          <li key={line.id} className="estimate-line">
            <span>
              {line.text}
              <span className="estimate-quiet">
                {[TICKET_CATEGORY_LABELS[line.category], formatAmountOf(line)].join(", ")}
              </span>
            </span>
            {agrees === "price" ? (
              <span className="estimate-amount">
                {money(lineCents({ quantity: wholeQuantity(line), cents: line.cents }))}
              </span>
            ) : null}
          </li>
        ))}
      </ul>
      <dl className="estimate-totals">
        <div data-total>
          <dt>{formatHours(hoursOf(lines))}</dt>
          <dd className="estimate-amount">
            {agrees === "price" && price !== null ? money(price) : "Price not agreed to yet"}
          </dd>
        </div>
      </dl>
      <figure className="mt-4">
        <blockquote className="max-w-measure">{signed.statement}</blockquote>
        {signer?.drawing ? (
          <SignatureDrawing drawing={signer.drawing} label={`Signature of ${signer.name}`} />
        ) : null}
        <figcaption>
          Signed by{" "}
          <b>
            {signer
              ? [signer.name, signer.role].filter(Boolean).join(", ")
              : "someone whose data was deleted"}
          </b>
          , {moment(Temporal.Instant.from(at), zone).words}
          {signer && !signer.drawing ? ". They typed their name as their signature." : ""}
        </figcaption>
      </figure>
    </>
  );
}
