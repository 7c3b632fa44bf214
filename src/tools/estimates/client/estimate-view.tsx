import type { ReactNode } from "react";
import { formatAmount } from "#platform/money/money.ts";
import { shownQuantity } from "../rules/changes.ts";
import { type Group, layoutOf } from "../rules/layout.ts";
import { type Estimate, type Line, TEXTS } from "../rules/estimate.ts";
import { photoAlt, photosOfLine } from "../rules/photos.ts";
import { type Choice, lineCents, totalsOf } from "../rules/totals.ts";
import { totalLines } from "../rules/total-lines.ts";

/**
 * An estimate as its client reads it: what is included, what it costs, what isn't included, and the terms.
 * @param choice whose total is shown
 * @param mayChoose shows the form that chooses options and extras; it works without a script
 * @param currency ISO 4217
 * @param photosAt where photos are: `{photosAt}/{sha256}/thumb` and `/screen`
 */
export function EstimateView({
  estimate,
  choice,
  mayChoose,
  currency,
  photosAt,
}: {
  estimate: Estimate;
  choice: Choice;
  mayChoose: boolean;
  currency: string;
  photosAt: string;
}) {
  const { common, options, extras } = layoutOf(estimate);
  const { message, excluded, terms, showsPrices } = estimate;
  const money = (cents: number) => formatAmount(cents, currency);
  const isOpen = mayChoose && (options.length > 0 || extras.length > 0);
  const photos = (line: Line) => <Photos estimate={estimate} line={line} at={photosAt} />;
  const shown = { showsPrices, money, photos };
  return (
    <>
      {message ? <p className="estimate-words">{message}</p> : null}
      {common.length > 0 ? (
        <h2 className="estimate-heading">{options.length > 0 ? "In every option" : "What’s included"}</h2>
      ) : null}
      {common.map((group) => (
        <Lines key={group.heading} group={group} {...shown} />
      ))}
      <form method="get" className="estimate-choice" id="choice">
        {options.map(({ option, name, groups, total }) => (
          <section key={option} aria-label={name} data-chosen={option === choice.option || undefined}>
            <h2 className="estimate-heading">
              {isOpen ? (
                <label>
                  <input
                    type="radio"
                    name="option"
                    value={option}
                    defaultChecked={option === choice.option}
                    data-shown={option === choice.option || undefined}
                  />
                  {name}
                </label>
              ) : (
                name
              )}
              <span className="estimate-amount">{money(total)}</span>
            </h2>
            {groups.map((group) => (
              <Lines key={group.heading} group={group} {...shown} />
            ))}
          </section>
        ))}
        {extras.length > 0 ? (
          <section aria-label="Extras you can add">
            <h2 className="estimate-heading">Extras you can add</h2>
            <ul className="estimate-lines">
              {extras.map((line) => (
                <li key={line.id}>
                  <label className="estimate-line">
                    <span>
                      {isOpen ? (
                        <input
                          type="checkbox"
                          name="with"
                          value={line.id}
                          defaultChecked={choice.extras.includes(line.id)}
                          data-shown={choice.extras.includes(line.id) || undefined}
                        />
                      ) : null}
                      {line.text}
                      <span className="estimate-quiet">
                        {[shownQuantity(line), estimate.options[line.option - 1] ?? ""]
                          .filter(Boolean)
                          .join(", only with ")}
                      </span>
                    </span>
                    <span className="estimate-amount">{money(lineCents(line))}</span>
                  </label>
                  {photos(line)}
                </li>
              ))}
            </ul>
          </section>
        ) : null}
        {isOpen ? (
          <p className="estimate-ask mt-4">
            <button type="submit" className="button" data-kind="plain">
              Show my new price
            </button>
          </p>
        ) : null}
      </form>
      <dl className="estimate-totals">
        {totalLines(totalsOf(estimate, choice), currency).map(({ name, value, isTotal }) => (
          <div key={name} data-total={isTotal || undefined}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {excluded ? (
        <>
          <h2 className="estimate-heading">{TEXTS.excluded.label}</h2>
          <p className="estimate-words">{excluded}</p>
        </>
      ) : null}
      {terms ? (
        <>
          <h2 className="estimate-heading">{TEXTS.terms.label}</h2>
          <p className="estimate-words">{terms}</p>
        </>
      ) : null}
    </>
  );
}

function Lines({
  group: { heading, lines },
  showsPrices,
  money,
  photos,
}: {
  group: Group;
  showsPrices: boolean;
  money: (cents: number) => string;
  photos: (line: Line) => ReactNode;
}) {
  const detail = (line: Line) => {
    const quantity = shownQuantity(line);
    return showsPrices && quantity ? `${quantity} × ${money(line.cents)}` : quantity;
  };
  return (
    <>
      {heading ? <h3 className="estimate-section">{heading}</h3> : null}
      <ul className="estimate-lines">
        {lines.map((line) => (
          <li key={line.id} className="estimate-line">
            <span>
              {line.text}
              {detail(line) ? <span className="estimate-quiet">{detail(line)}</span> : null}
              {photos(line)}
            </span>
            {showsPrices ? <span className="estimate-amount">{money(lineCents(line))}</span> : null}
          </li>
        ))}
      </ul>
    </>
  );
}

/** The photos of a line, small; each opens larger. */
function Photos({ estimate, line: { id, text }, at }: { estimate: Estimate; line: Line; at: string }) {
  const photos = photosOfLine(estimate, id);
  return photos.length === 0 ? null : (
    <span className="estimate-photos">
      {photos.map(({ sha256 }, index) => (
        <a key={sha256} href={`${at}/${sha256}/screen`}>
          <img
            src={`${at}/${sha256}/thumb`}
            alt={photoAlt(text, index)}
            width={96}
            height={96}
            loading="lazy"
            decoding="async"
          />
        </a>
      ))}
    </span>
  );
}
