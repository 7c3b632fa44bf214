import { LinkButton } from "#ui/button.tsx";
import { Section } from "#ui/layout.tsx";
import type { Problem } from "../incidents/forms/file-cells.ts";
import type { FormYear } from "./form-year.server.ts";
import type { LogRow } from "../incidents/forms/summary.ts";
import { establishmentPath, filePath, type FormFile, formsPath } from "./paths.ts";

const FIGURES = new Set(["hours", "averageEmployees", "headcount"]);

interface Problems {
  readonly errors: readonly Problem[];
  readonly warnings: readonly Problem[];
}

/** OSHA’s forms as PDF, and the files to send, each with what it still lacks. */
export function FilesSection({
  id,
  year,
  rows,
  establishment,
  duty,
  files,
  hasPrivacyCases,
}: Pick<FormYear, "id" | "year" | "establishment" | "duty"> & {
  rows: readonly LogRow[];
  files: { readonly summary: Problems; readonly cases: Problems };
  hasPrivacyCases: boolean;
}) {
  const pathOf = ({ of, field }: Problem): string | null => {
    const row = rows.find(({ number }) => number === of);
    if (row) return `/account/safety/incidents/${row.id}`;
    if (of !== establishment.name) return null;
    if (FIGURES.has(field)) return `${formsPath(year, id)}&check=#field-${field}`;
    return ["year", "totals", "types"].includes(field)
      ? null
      : `${establishmentPath(id, year)}#field-${field}`;
  };
  const pdf = (file: FormFile, label: string) => (
    <LinkButton kind="plain" href={filePath(file, year, id)}>
      {label}
    </LinkButton>
  );
  return (
    <>
      <Section title="Print" id="print">
        <div className="flex flex-wrap gap-3">
          {pdf("300.pdf", "Form 300 (PDF)")}
          {pdf("300a.pdf", "Form 300A (PDF)")}
          {rows.length > 0 ? pdf("301.pdf", "Forms 301 (PDF)") : null}
          {hasPrivacyCases ? pdf("privacy-cases.pdf", "Names of privacy cases (PDF)") : null}
        </div>
        {hasPrivacyCases ? (
          <p className="mt-4 max-w-measure text-pencil">
            Forms 300 and 301 say “Privacy case” instead of the name. Keep the list of names apart from them
            (29 CFR 1904.29(b)(6)).
          </p>
        ) : null}
      </Section>
      <Section title="Send to OSHA" id="send">
        <p className="max-w-measure">
          Upload these files to the{" "}
          <a
            className="text-link"
            href="https://www.osha.gov/injuryreporting"
            target="_blank"
            rel="noopener noreferrer"
          >
            Injury Tracking Application
          </a>
          .
        </p>
        <OshaFileLine
          title="Form 300A"
          need={duty.sends === null ? null : duty.sends !== "nothing"}
          href={filePath("ita-300a.csv", year, id)}
          problems={files.summary}
          pathOf={pathOf}
        />
        <OshaFileLine
          title="Cases of forms 300 and 301"
          need={duty.sends === null ? null : duty.sends === "form 300A and cases"}
          href={filePath("ita-cases.csv", year, id)}
          problems={files.cases}
          pathOf={pathOf}
        />
      </Section>
    </>
  );
}

/** One file, whether OSHA wants it, and what is to fix first. */
function OshaFileLine({
  title,
  need,
  href,
  problems: { errors, warnings },
  pathOf,
}: {
  title: string;
  need: boolean | null;
  href: string;
  problems: Problems;
  pathOf(problem: Problem): string | null;
}) {
  const list = (problems: readonly Problem[]) => (
    <ul className="mt-2 list-disc pl-5">
      {problems.map((one) => {
        const path = pathOf(one);
        return (
          <li key={`${one.of} ${one.field} ${one.message}`}>
            {one.of}:{" "}
            {path ? (
              <a className="text-link" href={path}>
                {one.message}
              </a>
            ) : (
              one.message
            )}
          </li>
        );
      })}
    </ul>
  );
  return (
    <div className="mt-6 max-w-measure">
      <h3 className="text-lg">{title}</h3>
      {need === false ? <p className="text-pencil">OSHA doesn’t ask this establishment for it.</p> : null}
      {errors.length > 0 ? (
        <>
          <p className="mt-2">Fix this before you download the file:</p>
          {list(errors)}
        </>
      ) : (
        <p className="mt-3">
          <LinkButton kind="plain" href={href}>
            Download (CSV)<span className="sr-only"> {title}</span>
          </LinkButton>
        </p>
      )}
      {warnings.length > 0 ? (
        <>
          <p className="mt-4">OSHA may ask about this:</p>
          {list(warnings)}
        </>
      ) : null}
    </div>
  );
}
