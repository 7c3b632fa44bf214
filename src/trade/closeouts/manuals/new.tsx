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
import { newId } from "#platform/db/ids.ts";
import { refuseForm } from "#platform/http/answers.server.ts";
import { SubmitButton } from "#ui/button.tsx";
import { Field } from "#ui/field.tsx";
import { Page, PageHeader } from "#ui/layout.tsx";
import { StatusLine } from "#ui/messages.tsx";
import { getJob, packagePath } from "../package.server.ts";
import { MOST } from "../rules.ts";
import { addManual, manualSchema } from "./manuals.server.ts";
import { receiveManual } from "./receive.server.ts";

export const meta = () => [{ title: "Add a manual" }];

export const loader = (args: LoaderFunctionArgs) =>
  inAccount(args, "work.write", async (ctx) => {
    const { jobId, name } = await getJob(ctx, args.params["closeoutJobId"] ?? "");
    /** A manual is added once, however often its form is submitted. */
    return { path: packagePath(jobId), job: name, form: newId() };
  });

/** Stores the file outside of any transaction. */
export async function action(args: ActionFunctionArgs) {
  const jobId = args.params["closeoutJobId"] ?? "";
  let name = "";
  try {
    const accountId = await actInAccount(args, "work.write", async (ctx) => {
      await getJob(ctx, jobId);
      return ctx.account.id;
    });
    const received = await receiveManual(accountId, args.request, (form) => {
      name = form["name"] ?? "";
      form.check(manualSchema);
    });
    await actInAccount(args, "work.write", (ctx) =>
      addManual(ctx, jobId, received.form["form"] ?? "", received),
    );
    return redirect(`${packagePath(jobId)}?did=added#manuals`, 303);
  } catch (error) {
    return refuseForm(error, { name });
  }
}

const MB = 1024 * 1024;

/** The message for a file that is too large, before it is sent for nothing; "" otherwise. */
function tooLarge(form: HTMLFormElement): string {
  const file = new FormData(form).get("file");
  return file instanceof File && file.size > MOST.megabytes * MB
    ? `${file.name} is larger than ${MOST.megabytes}\u00a0MB. Save a smaller copy of the PDF, or split it.`
    : "";
}

/** Adds a PDF to the package of a job. */
export default function NewManual() {
  const { path, job, form } = useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>();
  const [large, setLarge] = useState("");
  const sending = useNavigation().state !== "idle";
  const { errors = {}, message = null, values = { name: "" } } = refused ?? {};
  return (
    <Page narrow className="pb-16">
      <PageHeader title="Add a manual">
        For the closeout package of{" "}
        <a className="text-link" href={path}>
          {job}
        </a>
        .
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
        <Field
          name="name"
          label="Name"
          hint="As your client should see it, such as Water heater manual. Without one, we use the name of the file."
          maxLength={120}
          defaultValue={values.name}
          error={errors["name"]}
        />
        <Field
          name="file"
          label="PDF"
          type="file"
          accept="application/pdf"
          required
          hint={`Up to ${MOST.megabytes} MB.`}
          error={large || errors["file"]}
        />
        <SubmitButton kind="signal" busy="Saving..." sending={sending}>
          Add it
        </SubmitButton>
        <StatusLine kind="error">{message}</StatusLine>
      </Form>
    </Page>
  );
}
