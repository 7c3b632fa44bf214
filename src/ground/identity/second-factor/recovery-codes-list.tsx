import { Button, CopyButton } from "#ui/button.tsx";

/** Recovery codes, shown once, to copy, print or download. */
export function RecoveryCodesList({ codes, email }: { codes: readonly string[]; email: string }) {
  const file = [`Recovery codes for ${email}`, "Each works once.", "", ...codes, ""].join("\r\n");
  return (
    <div>
      <p className="max-w-measure">
        Save these somewhere you can get to without your phone, like on paper or in a password manager. Each
        one lets you in once when you can’t get a code from your app. We won’t show them again.
      </p>
      <ol
        className="panel mt-4 grid max-w-narrow gap-x-8 gap-y-1 font-sans text-lg tabular-nums sm:grid-cols-2"
        id="recovery-codes"
      >
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ol>
      <div className="mt-4 flex flex-wrap gap-3" data-no-print="">
        <CopyButton target="recovery-codes" size="large">
          Copy
        </CopyButton>
        <Button kind="plain" size="large" className="noscript:hidden" onClick={() => print()}>
          Print
        </Button>
        <a
          className="button"
          data-kind="plain"
          data-size="large"
          download="recovery-codes.txt"
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(file)}`}
        >
          Download as text
        </a>
      </div>
    </div>
  );
}
