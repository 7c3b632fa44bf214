import { Fragment } from "react";
import { findLinks } from "#platform/mail/compose/text-links.ts";
import type { StepMail } from "../message/mail-parts.ts";
import type { PreviewFrame } from "./frame.ts";

/** An email as a mail program shows it, without working links. */
export function MailView({ parts, frame }: { parts: StepMail; frame: PreviewFrame }) {
  const { paragraphs, pictures, action, signature = [], footer = {} } = parts;
  return (
    <div className="step-mail" data-look={frame.look?.name}>
      {frame.look ? <link rel="stylesheet" href={frame.look.sheet} precedence="look" /> : null}
      <p className="step-mail-head">
        <strong>{frame.businessName}</strong>
        <br />
        <span>{parts.subject.trim() || "No subject yet"}</span>
      </p>
      <Paragraphs of={paragraphs.slice(0, pictures?.at)} />
      {pictures ? (
        <>
          <p>{pictures.title}</p>
          {pictures.pictures.map(({ url, alt }) => (
            <img key={url} className="step-mail-picture" src={new URL(url).pathname} alt={alt} />
          ))}
          <p>
            <span className="step-mail-link">{pictures.link.label}</span>
          </p>
          <Paragraphs of={paragraphs.slice(pictures.at)} />
        </>
      ) : null}
      {action ? (
        <p>
          <span className="button">{action.label}</span>
        </p>
      ) : null}
      {signature.length ? (
        <p>
          <Lines text={signature.join("\n")} />
        </p>
      ) : null}
      {frame.logoPath ? (
        <img className="client-logo" src={frame.logoPath} alt={frame.businessName} height={56} />
      ) : null}
      <p className="step-mail-foot">
        <Lines text={[footer.reason, footer.postalAddress?.trim()].filter(Boolean).join("\n")} />
        <br />
        <span className="step-mail-link">{footer.unsubscribe?.label}</span>
      </p>
    </div>
  );
}

function Paragraphs({ of }: { of: readonly string[] }) {
  return of.map((paragraph, at) => (
    // oxlint-disable-next-line react/no-array-index-key -- paragraphs of one text, which may be alike
    <p key={at}>
      <Lines text={paragraph} />
    </p>
  ));
}

/** Words and addresses, alternating, words first. */
function piecesOf(line: string): string[] {
  const pieces: string[] = [];
  let at = 0;
  for (const { index, url } of findLinks(line)) {
    pieces.push(line.slice(at, index), url);
    at = index + url.length;
  }
  return [...pieces, line.slice(at)];
}

function Lines({ text }: { text: string }) {
  return text.split("\n").map((line, at) => (
    // oxlint-disable-next-line react/no-array-index-key -- the lines of one text, which has its own key
    <Fragment key={at}>
      {at > 0 ? <br /> : null}
      {piecesOf(line).map((piece, part) =>
        part % 2 ? (
          // oxlint-disable-next-line react/no-array-index-key -- the pieces of one line
          <span key={part} className="step-mail-link">
            {piece}
          </span>
        ) : (
          piece
        ),
      )}
    </Fragment>
  ));
}
