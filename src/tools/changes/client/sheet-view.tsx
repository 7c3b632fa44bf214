import { DataList } from "#ui/layout.tsx";
import type { Fact, Sheet } from "../rules/sheet.ts";

/**
 * A change as its approvers read it.
 * @param photosAt where photos are: `{photosAt}/{sha256}/thumb` and `/screen`
 */
export function SheetView({ sheet, photosAt }: { sheet: Sheet; photosAt: string }) {
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
      {photos.length > 0 ? (
        <p className="estimate-photos">
          {photos.map((sha256, at) => (
            <a key={sha256} href={`${photosAt}/${sha256}/screen`}>
              <img
                src={`${photosAt}/${sha256}/thumb`}
                alt={`${sheet.title}, ${at + 1} of ${photos.length}`}
                width={96}
                height={96}
                loading="lazy"
                decoding="async"
              />
            </a>
          ))}
        </p>
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
