/** What somebody gave in a form: a number to tap, anything else as they typed it. */
export function FormAnswer({ text, dials }: { text: string; dials: string | undefined }) {
  return dials ? (
    <a className="text-link" href={`tel:${dials}`}>
      {text}
    </a>
  ) : (
    <span className="whitespace-pre-line wrap-anywhere">{text}</span>
  );
}
