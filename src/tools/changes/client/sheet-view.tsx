import { DataList } from "#ui/layout.tsx";
import type { Fact, Sheet } from "../sheet.ts";

/** A change as its approvers read it. */
export function SheetView({ sheet }: { sheet: Sheet }) {
  const { facts, description, lines, amounts, contract, photos } = sheet;
  return (
    <>
      <h2 className="estimate-heading">What changes</h2>
      <p className="estimate-words">{description}</p>
      {facts.length > 0 ? (
        <div className="mt-4">
          <DataList items={facts.map(({ name, value }) => [name, value] as const)} />
        </div>
      ) : null}
      <h2 className="estimate-heading">What it costs</h2>
      <ul className="estimate-lines">
        {lines.map(({ text, category, quantity, amount }, at) => (
          // oxlint-disable-next-line react/no-array-index-key -- a revision never changes
          <li key={at} className="estimate-line">
            <span>
              {text}
              <span className="estimate-quiet">{[category, quantity].filter(Boolean).join(", ")}</span>
            </span>
            {amount ? <span className="estimate-amount">{amount}</span> : null}
          </li>
        ))}
      </ul>
      <Amounts of={amounts} />
      {contract.length > 0 ? (
        <>
          <h2 className="estimate-heading">What it does to the contract</h2>
          <Amounts of={contract} />
        </>
      ) : null}
      {photos.length > 0 ? (
        <p className="mt-4">
          {photos.length === 1 ? "A photo is" : `${photos.length} photos are`} in the PDF.
        </p>
      ) : null}
    </>
  );
}

function Amounts({ of }: { of: readonly Fact[] }) {
  return (
    <dl className="estimate-totals">
      {of.map(({ name, value, isTotal }) => (
        <div key={name} data-total={isTotal || undefined}>
          <dt>{name}</dt>
          <dd className="estimate-amount">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
