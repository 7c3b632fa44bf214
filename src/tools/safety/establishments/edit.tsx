import {
  type ActionFunctionArgs,
  Form,
  type LoaderFunctionArgs,
  redirect,
  useActionData,
  useLoaderData,
  useNavigation,
} from "react-router";
import { getBusiness } from "#ground/businesses/public.server.ts";
import { jobsById } from "#trade/jobs/public.server.ts";
import { newId } from "#platform/db/ids.ts";
import { isId } from "#platform/db/scope.server.ts";
import { AppError } from "#platform/errors/app-error.ts";
import { refuseForm } from "#platform/http/answers.server.ts";
import { readForm } from "#platform/http/request/form.server.ts";
import { SubmitButton } from "#ui/button.tsx";
import { Field, fieldId, RadioGroup } from "#ui/field.tsx";
import { Page, PageHeader } from "#ui/layout.tsx";
import { ErrorSummary, StatusLine } from "#ui/messages.tsx";
import { actInForms, inForms } from "../forms/access.server.ts";
import {
  establishmentsOfJobs,
  getEstablishment,
  listEstablishments,
  type Place,
  saveEstablishment,
  saveJobsOf,
} from "./establishments.server.ts";
import { loadFormYear, todayOf } from "../forms/form-year.server.ts";
import { oshaFiles } from "../forms/osha-files.server.ts";
import { ESTABLISHMENTS_PATH, establishmentPath, formsPath } from "../forms/paths.ts";

import { establishmentSchema } from "./schema.ts";

export const meta = () => [{ title: "Establishment" }];

const JOB = "job-";
const BLANK: Place = {
  ...{ name: "", company: "", ein: "", street: "", city: "", state: "", zip: "", industry: "", naics: "" },
  owner: 1,
};

export const loader = (args: LoaderFunctionArgs) =>
  inForms(args, async (ctx) => {
    const id = args.params["establishmentId"] ?? "";
    const { searchParams } = new URL(args.request.url);
    const places = await listEstablishments(ctx);
    const isNew = id === "new";
    const place = isNew ? null : await getEstablishment(ctx, id);
    const check = searchParams.get("check");
    const problems =
      place && check
        ? oshaFiles(await loadFormYear(ctx, place, Number(check)), await todayOf(ctx)).summary.errors
        : [];
    const { name } = await getBusiness(ctx);
    const own = await establishmentsOfJobs(ctx);
    return {
      id: place?.id ?? newId(),
      isNew,
      isSaved: searchParams.has("saved"),
      values: {
        ...(place ?? { ...BLANK, company: name ?? "", name: places.length === 0 ? (name ?? "") : "" }),
      },
      problems: problems.filter(({ of }) => of === place?.name),
      // All jobs that say nothing belong to the oldest, which therefore lists none.
      jobs:
        places.length > 0 && places[0]?.id !== place?.id
          ? [...(await jobsById(ctx)).values()].map(({ jobId, name: job }) => ({
              ...{ id: jobId, name: job },
              isOwn: own.get(jobId) === place?.id && place !== null,
            }))
          : [],
    };
  });

export async function action(args: ActionFunctionArgs) {
  const form = await readForm(args.request);
  try {
    return await actInForms(args, async (ctx) => {
      const { establishmentId = "" } = args.params;
      const id =
        establishmentId === "new" ? (form["id"] ?? "") : (await getEstablishment(ctx, establishmentId)).id;
      if (!isId(id)) throw new AppError("invalid", "This form is incomplete. Reload the page.");
      const place = form.check(establishmentSchema);
      await saveEstablishment(ctx, { ...place, state: place.state.toUpperCase(), id });
      const jobs = Object.keys(form).filter((name) => name.startsWith(JOB));
      await saveJobsOf(
        ctx,
        id,
        jobs.map((name) => name.slice(JOB.length)),
      );
      return redirect(`${establishmentPath(id)}?saved`, 303);
    });
  } catch (error) {
    return refuseForm(error, { ...form } as Record<string, string>);
  }
}

const OWNER_CHOICES = [
  { value: "1", label: "Not a government" },
  { value: "2", label: "A state government" },
  { value: "3", label: "A local government" },
];

/** What OSHA’s forms say of an establishment, and its jobs. */
export default function EstablishmentPage() {
  const { id, isNew, isSaved, values: saved, problems, jobs } = useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>();
  const values: Readonly<Record<string, string>> = refused?.values ?? {
    ...saved,
    owner: String(saved.owner),
  };
  const errors: Readonly<Record<string, string | undefined>> =
    refused?.errors ?? Object.fromEntries(problems.map(({ field, message }) => [field, message]));
  const field = (name: keyof Place, most: number) => ({
    ...{ name, maxLength: most, defaultValue: values[name], error: errors[name] },
    ...{ autoComplete: "off", unmarked: true },
  });
  return (
    <Page narrow>
      <PageHeader title={isNew ? "New establishment" : saved.name}>
        As OSHA has it: a small difference in the name makes a second establishment there.
      </PageHeader>
      <Form method="post" className="form">
        <ErrorSummary errors={errors} />
        <input type="hidden" name="id" value={id} />
        <Field {...field("name", 100)} label="Name of the establishment" required />
        <Field {...field("company", 100)} label="Legal name of the company" />
        <Field
          {...field("ein", 20)}
          label="EIN"
          hint="9 digits, from your tax papers: 74-1234567."
          inputMode="numeric"
        />
        <Field {...field("street", 100)} label="Street" hint="OSHA doesn’t accept a P.O. box." />
        <Field {...field("city", 100)} label="City" />
        <Field {...field("state", 2)} label="State" hint="Two letters, such as TX." />
        <Field {...field("zip", 10)} label="ZIP code" inputMode="numeric" />
        <Field {...field("industry", 300)} label="Industry" hint="In your own words, such as roofing." />
        <Field
          {...field("naics", 6)}
          label="NAICS code"
          hint="6 digits. 236115 builds new homes, 236118 remodels, 238160 roofs, 238210 wires, 238220 plumbs and does HVAC."
          inputMode="numeric"
        />
        <RadioGroup
          name="owner"
          label="Who owns it"
          defaultValue={values["owner"] ?? "1"}
          options={OWNER_CHOICES}
          error={errors["owner"]}
        />
        {jobs.length > 0 ? (
          <fieldset className="field fieldset" id={fieldId("jobs")}>
            <legend>Jobs of this establishment</legend>
            {jobs.map((job) => (
              <div className="choice" key={job.id}>
                <input
                  type="checkbox"
                  id={`${JOB}${job.id}`}
                  name={`${JOB}${job.id}`}
                  value="yes"
                  defaultChecked={refused ? refused.values[`${JOB}${job.id}`] === "yes" : job.isOwn}
                />
                <label htmlFor={`${JOB}${job.id}`}>{job.name}</label>
              </div>
            ))}
          </fieldset>
        ) : null}
        <SubmitButton busy="Saving..." sending={useNavigation().state !== "idle"}>
          Save
        </SubmitButton>
        <StatusLine kind={refused ? "error" : "done"}>
          {refused ? refused.message : isSaved ? "Saved." : null}
        </StatusLine>
      </Form>
      <p className="mt-6 flex flex-wrap gap-x-6">
        <a className="text-link py-2.5" href={formsPath(undefined, isNew ? undefined : id)}>
          To the forms
        </a>
        <a className="text-link py-2.5" href={ESTABLISHMENTS_PATH}>
          All establishments
        </a>
      </p>
    </Page>
  );
}
