/** An answer to a form: a phone number as a link, anything else as typed. */
export function FormAnswer({ text, dials }: { text: string; dials: string | undefined }) {
  return dials ? (
    <a className="text-link" href={`tel:${dials}`}>
      {text}
    </a>
  ) : (
    <span className="whitespace-pre-line wrap-anywhere">{text}</span>
  );
}
