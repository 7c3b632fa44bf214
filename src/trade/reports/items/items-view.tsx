import { SignatureDrawing } from "#ground/signatures/public.tsx";
import type { ItemPhoto, ItemsPage } from "./items-page.ts";
import { legendOf } from "./pins.ts";

type Item = ItemsPage["groups"][number]["items"][number];

/**
 * A list on its client's page, as it was printed. Each photo opens larger, without a script too.
 * @param photosAt the address of its photos @param csvAt of the list as CSV; none without
 * @param heading of its groups
 */
export function ItemsView({
  page,
  photosAt,
  csvAt,
  heading: Heading = "h2",
}: {
  page: ItemsPage;
  photosAt: string;
  csvAt?: string;
  heading?: "h2" | "h4";
}) {
  return (
    <>
      {page.figures.length > 0 ? (
        <dl className="items-figures">
          {page.figures.map(({ value, name, tone }) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd data-tone={tone}>{value}</dd>
            </div>
          ))}
        </dl>
      ) : null}
      {page.words.map((words) => (
        <p key={words} className="mt-4 max-w-measure">
          {words}
        </p>
      ))}
      {csvAt && page.rows.length > 1 ? (
        <p className="mt-4">
          <a className="text-link" href={csvAt} download>
            Download as CSV
          </a>
        </p>
      ) : null}
      {page.plans.map((plan) => (
        <Plan key={plan.sha256} plan={plan} photosAt={photosAt} />
      ))}
      {page.groups.map(({ title, items }) => (
        <section key={`${title} ${items[0]?.number}`} aria-label={title || "Items"} className="items-group">
          {title ? <Heading className={Heading === "h2" ? "text-2xl" : "text-lg"}>{title}</Heading> : null}
          <ul>
            {items.map((item) => (
              <OneItem key={`${item.number} ${item.title}`} item={item} photosAt={photosAt} />
            ))}
          </ul>
        </section>
      ))}
    </>
  );
}

function OneItem({
  item: { number, title, mark, tone, details, lines, photos, signature },
  photosAt,
}: {
  item: Item;
  photosAt: string;
}) {
  return (
    <li className="items-item">
      <p className="items-number">{number}</p>
      <div className="min-w-0">
        <p className="wrap-anywhere">{title}</p>
        {details ? <p className="items-details">{details}</p> : null}
        {lines.map((line) => (
          <p key={line} className="items-line">
            {line}
          </p>
        ))}
      </div>
      {mark ? (
        <p className="items-mark" data-tone={tone}>
          {mark}
        </p>
      ) : null}
      {signature ? (
        <div className="items-signature">
          {signature.drawing ? (
            <SignatureDrawing drawing={signature.drawing} label={`Signature of ${signature.name}`} />
          ) : (
            <p className="signature-typed">{signature.name}</p>
          )}
          <p className="items-signed">{signature.name}</p>
          <p className="items-details">{signature.details}</p>
        </div>
      ) : null}
      {photos.length > 0 ? (
        <div className="items-photos">
          {photos.map((photo) => (
            <Photo key={photo.sha256} photo={photo} photosAt={photosAt} />
          ))}
        </div>
      ) : null}
    </li>
  );
}

function Photo({
  photo: { sha256, label, details, alt, aspect },
  photosAt,
}: {
  photo: ItemPhoto;
  photosAt: string;
}) {
  const address = `${photosAt}/${sha256}`;
  return (
    <figure>
      {label ? <p className="book-label">{label}</p> : null}
      <a href={`${address}/screen`}>
        <img
          src={`${address}/thumb`}
          alt={alt}
          loading="lazy"
          width={Math.round(aspect * 1000)}
          height={1000}
        />
      </a>
      <figcaption>{details}</figcaption>
    </figure>
  );
}

/** A page of a plan with its pins; it opens larger. */
export function Plan({
  plan: { title, sha256, aspect, alt, pins },
  photosAt,
}: {
  plan: ItemsPage["plans"][number];
  photosAt: string;
}) {
  const address = `${photosAt}/${sha256}/screen`;
  return (
    <figure className="items-plan">
      <figcaption className="items-plan-head">
        <b>{title}</b>
        <span>{legendOf(pins)}</span>
      </figcaption>
      <a href={address}>
        <img src={address} alt={alt} loading="lazy" width={Math.round(aspect * 1000)} height={1000} />
        <Pins pins={pins} />
      </a>
    </figure>
  );
}

const percent = (fraction: number): string => `${fraction * 100}%`;

/** Pins on their plan, at any size of the page, without styles of their own, which this page may not have. */
function Pins({ pins }: Pick<ItemsPage["plans"][number], "pins">) {
  return (
    <svg className="items-pins" aria-hidden="true">
      {pins.map(({ number, x, y, label }) =>
        label ? (
          <g key={`${number} ${x} ${y}`} className="items-pin-line">
            <line x1={percent(x)} y1={percent(y)} x2={percent(label.x)} y2={percent(label.y)} />
            <circle cx={percent(x)} cy={percent(y)} r={3} />
          </g>
        ) : null,
      )}
      {pins.map(({ number, tone, x, y, label }) => (
        <svg
          key={`${number} ${x} ${y}`}
          className="items-pin"
          data-tone={tone}
          x={percent((label ?? { x }).x)}
          y={percent((label ?? { y }).y)}
          overflow="visible"
        >
          <rect x={-13} y={-9} width={26} height={18} rx={tone === "bad" ? 2 : 9} />
          <text y={4.5} textAnchor="middle">
            {number}
          </text>
        </svg>
      ))}
    </svg>
  );
}
