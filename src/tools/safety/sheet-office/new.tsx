import { useState } from "react";
import {
  type ActionFunctionArgs,
  Form,
  type LoaderFunctionArgs,
  redirect,
  useActionData,
  useLoaderData,
  useNavigation,
} from "react-router";
import { actInAccount, inAccount } from "#ground/businesses/public.server.ts";
import { jobChoices, jobsById } from "#trade/jobs/public.server.ts";
import { newId } from "#platform/db/ids.ts";
import { now } from "#platform/db/scope.server.ts";
import { refuseForm } from "#platform/http/answers.server.ts";
import type { PostedForm } from "#platform/http/request/form.server.ts";
import { SubmitButton } from "#ui/button.tsx";
import { Checkbox, Select } from "#ui/field.tsx";
import { Page, PageHeader } from "#ui/layout.tsx";
import { StatusLine } from "#ui/messages.tsx";
import { receiveSheet } from "../sheets/receive.server.ts";
import { addSheet, detailsSchema, putOnJob, versionSchema } from "../sheets/save.server.ts";
import { FileFields, SheetFields, tooLarge } from "./fields.tsx";
import { LIBRARY, libraryPath } from "../sheets/path.ts";

export const meta = () => [{ title: "Add a sheet or plan" }];

export const loader = (args: LoaderFunctionArgs) =>
  inAccount(args, "work.write", async (ctx) => ({
    jobs: jobChoices(await jobsById(ctx)),
    /** A sheet is added once, however often its form is submitted. */
    form: newId(),
  }));

const valuesOf = (form: PostedForm | undefined) => ({
  name: form?.["name"],
  type: form?.["type"],
  maker: form?.["maker"],
  language: form?.["language"],
  reviewOn: form?.["reviewOn"],
  revisedOn: form?.["revisedOn"],
  job: form?.["job"],
  pinned: form?.["pinned"] === "yes",
});

/** Stores the file outside of any transaction. */
export async function action(args: ActionFunctionArgs) {
  let typed: PostedForm | undefined;
  try {
    const accountId = await actInAccount(args, "work.write", async (ctx) => ctx.account.id);
    const schema = detailsSchema.extend(versionSchema(now()).shape);
    const file = await receiveSheet(accountId, args.request, (form) => {
      typed = form;
      form.check(schema);
    });
    const form = typed!;
    const id = await actInAccount(args, "work.write", async (ctx) => {
      const added = await addSheet(ctx, form["form"] ?? "", form.check(schema), file);
      if (form["job"]) await putOnJob(ctx, added, form["job"], form["pinned"] === "yes");
      return added;
    });
    return redirect(`${libraryPath(id)}?did=added`, 303);
  } catch (error) {
    return refuseForm(error, valuesOf(typed));
  }
}

/** Adds a sheet or a plan to the library. */
export default function NewSheet() {
  const { jobs, form } = useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>();
  const [large, setLarge] = useState("");
  const { values = valuesOf(undefined), errors = {}, message = null } = refused ?? {};
  const sending = useNavigation().state !== "idle";
  return (
    <Page narrow className="pb-16">
      <PageHeader title="Add a sheet or plan">
        <a className="text-link" href={LIBRARY}>
          Back to the library
        </a>
      </PageHeader>
      <Form
        method="post"
        encType="multipart/form-data"
        className="form"
        onSubmit={(event) => {
          const why = tooLarge(event.currentTarget);
          setLarge(why);
          if (why) event.preventDefault();
        }}
      >
        <input type="hidden" name="form" value={form} />
        <SheetFields values={values} errors={errors} />
        {jobs.length > 0 ? (
          <>
            <Select
              name="job"
              label="Put it on a job"
              placeholder="Not yet"
              options={jobs}
              defaultValue={values.job}
              error={errors["job"]}
            />
            <Checkbox
              name="pinned"
              label="Pin it: saved on every phone of that job, for when there’s no signal"
              defaultChecked={values.pinned}
            />
          </>
        ) : null}
        <FileFields revisedOn={values.revisedOn} errors={large ? { ...errors, files: large } : errors} />
        <SubmitButton kind="signal" busy="Saving and reading it..." sending={sending}>
          Add to the library
        </SubmitButton>
        <StatusLine kind="error">{message}</StatusLine>
      </Form>
    </Page>
  );
}
