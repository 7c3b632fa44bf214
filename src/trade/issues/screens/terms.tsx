import { useScreen, useWrite } from "#trade/fieldwork/public.tsx";
import { TERMS, termsId } from "../rules/terms.ts";
import { useTerms } from "./use-issues.ts";

/** What this job asks before an issue is closed. */
export function ClosingTerms() {
  const { job } = useScreen();
  const { write, line } = useWrite();
  const terms = useTerms();
  const choice = (name: keyof typeof terms, label: string) => (
    <div className="choice">
      <input
        type="checkbox"
        id={name}
        checked={terms[name]}
        onChange={({ target }) =>
          void write({ kind: TERMS, record: termsId(job), job, sets: { ...terms, [name]: target.checked } })
        }
      />
      <label htmlFor={name}>{label}</label>
    </div>
  );
  return (
    <details className="fold mt-8">
      <summary>What closing an issue needs on this job</summary>
      <div className="mt-2 grid gap-2">
        {choice("needsPhoto", "A photo of the fix")}
        {choice("needsSecond", "A second person, who didn’t make the fix")}
        {line}
      </div>
    </details>
  );
}
