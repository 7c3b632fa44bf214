import { useEffect } from "react";
import { Link } from "react-router";
import { type ShownRecord, useRecords } from "#ground/sync/public.tsx";
import { EntryMarks, Thumbnail, useScreen } from "#trade/fieldwork/public.tsx";
import { stamp } from "#trade/fieldwork/public.ts";
import { warmPdf } from "#platform/pdf-pages/open-pdf.ts";
import { AddVersion } from "./upload/add-version.tsx";
import { PLAN, type Plan, planOf } from "./rules.ts";
import { useSavedPages } from "./use-pages.ts";

/** The plans of a job, by level and name. @param to the address of one */
export function PlansList({ to }: { to: (plan: string) => string }) {
  const { job, isOwnBusiness } = useScreen();
  const records = useRecords(PLAN, job);
  const plans = (records ?? [])
    .map((record) => ({ record, plan: planOf(record.values) }))
    .filter(({ plan }) => plan.versions.length > 0)
    .toSorted((one, other) => nameOf(one.plan).localeCompare(nameOf(other.plan), "en", { numeric: true }));
  const why = useSavedPages(
    job,
    plans.map(({ plan }) => plan),
  );
  // While there is a signal, so that a plan can be added without one.
  useEffect(() => {
    if (isOwnBusiness) void warmPdf();
  }, [isOwnBusiness]);
  if (!records) return null;
  return (
    <>
      {plans.length > 0 ? (
        <ul className="plan-list">
          {plans.map(({ record, plan }) => (
            <OnePlan key={record.id} record={record} plan={plan} to={to(record.id)} />
          ))}
        </ul>
      ) : (
        <p className="mb-4 max-w-measure">
          {isOwnBusiness
            ? "Add the drawings of this job. They open without a signal, and you can pin issues to them."
            : "This job has no plans yet."}
        </p>
      )}
      {why ? (
        <p className="field-hint" role="status">
          Some plans aren’t saved on this device. {why}
        </p>
      ) : null}
      {isOwnBusiness ? <AddVersion /> : null}
    </>
  );
}

const nameOf = ({ level, title }: Plan): string => `${level ?? ""} ${title}`;

function OnePlan({ record, plan, to }: { record: ShownRecord; plan: Plan; to: string }) {
  const { zone } = useScreen();
  const { at, pages } = plan.versions[0]!;
  const facts = [
    plan.level,
    pages.length === 1 ? null : `${pages.length} pages`,
    `${plan.versions.length > 1 ? `Version ${plan.versions.length}, ` : ""}${stamp(at, zone)}`,
  ];
  return (
    <li>
      <Link to={to}>
        <span className="plan-thumb" aria-hidden="true">
          <Thumbnail shot={{ sha256: pages[0]!.sha256, type: "image/webp", at }} />
        </span>
        <span>
          <b>{plan.title}</b>
          <span>{facts.filter(Boolean).join(", ")}</span>
        </span>
      </Link>
      <EntryMarks record={record} />
    </li>
  );
}
