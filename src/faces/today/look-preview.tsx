import { Fragment } from "react";

/** Input of the previews: real text, in the saved look or one being tried out. */
interface Previewed {
  readonly face: { readonly business: string; readonly logo: string | null };
  /** `#rrggbb`, or empty for none. */
  readonly color: string;
  readonly guide: { readonly title: string; readonly isExample: boolean };
  readonly mail: {
    readonly from: string;
    readonly subject: string;
    readonly paragraphs: readonly string[];
    readonly button: string | undefined;
    readonly signature?: readonly string[] | undefined;
    readonly footer?:
      | {
          readonly reason?: string | undefined;
          readonly postalAddress?: string | undefined;
          readonly unsubscribe?: { readonly label: string } | undefined;
        }
      | undefined;
  };
}

/** A real guide's cover and its email, in the current look. */
export function LookPreview({ face, color, guide, mail }: Previewed) {
  const name = color.slice(1);
  return (
    <div className="previews">
      {name ? <link rel="stylesheet" href={`/look/${name}.css`} precedence="look" /> : null}
      <figure>
        <figcaption className="label">
          {guide.isExample ? "A guide, as an example" : "Your newest guide"}
        </figcaption>
        <img
          className="cover-preview"
          // The logo is part of the address, so that another logo gives another picture.
          src={`/account/magnets/preview.svg?color=${name}&logo=${face.logo ? face.logo.slice(-16, -4) : ""}`}
          alt={`Cover of ${guide.title}`}
          width={612}
          height={792}
        />
      </figure>
      <figure>
        <figcaption className="label">The email that delivers it</figcaption>
        <div className="mail-preview" data-look={name || undefined}>
          <p className="mail-head">
            <strong>{mail.from}</strong>
            <br />
            {mail.subject}
          </p>
          {mail.paragraphs.map((paragraph) => (
            <p key={paragraph}>
              <Lines text={paragraph} />
            </p>
          ))}
          {mail.button ? (
            <p>
              <span className="button">{mail.button}</span>
            </p>
          ) : null}
          {mail.signature?.length ? (
            <p>
              <Lines text={mail.signature.join("\n")} />
            </p>
          ) : null}
          {face.logo ? <img className="client-logo" src={face.logo} alt={face.business} height={56} /> : null}
          <p className="mail-foot">
            <Lines
              text={[mail.footer?.reason, mail.footer?.postalAddress?.trim(), mail.footer?.unsubscribe?.label]
                .filter(Boolean)
                .join("\n")}
            />
          </p>
        </div>
      </figure>
    </div>
  );
}

function Lines({ text }: { text: string }) {
  return text.split("\n").map((line, at) => (
    // oxlint-disable-next-line react/no-array-index-key -- the lines of one text, which has its own key
    <Fragment key={at}>
      {at > 0 ? <br /> : null}
      {line}
    </Fragment>
  ));
}
