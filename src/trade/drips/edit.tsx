import {
  type ActionFunctionArgs,
  type ClientActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  redirect,
  useActionData,
  useLoaderData,
} from "react-router";
import { actInAccount, inAccount, zoneOf } from "#ground/businesses/public.server.ts";
import { checkDripEdit, notesOnDrip } from "#ground/writing/public.server.ts";
import {
  differences,
  EditForm,
  answerTyped,
  dripOutline,
  PagesPreview,
  readTree,
  savingText,
  shaped,
  applyStep,
  type Typed,
  unsavedKey,
} from "#ground/writing/public.tsx";
import { readForm } from "#platform/http/request/form.server.ts";
import { moment } from "#platform/time/format.ts";
import { Page, PageHeader } from "#ui/layout.tsx";
import { StatusLine } from "#ui/messages.tsx";
import { getSavedDrip } from "./data.server.ts";
import { pageOfField } from "./paper/page-of-field.ts";
import { changeDrip, newestNumber } from "./versions/versions.server.ts";

export const meta = () => [{ title: "Edit the lead drip" }];

export function loader(args: LoaderFunctionArgs) {
  return inAccount(args, "work.read", async (ctx) => {
    const { id, title, text, brief } = await getSavedDrip(ctx, args.params["dripId"] ?? "");
    return {
      id,
      title,
      stored: shaped(dripOutline.root, text),
      basis: await newestNumber(ctx, id),
      notes: notesOnDrip(text, brief),
      isCopy: new URL(args.request.url).searchParams.has("copy"),
    };
  });
}

/** Saves the text or, without script, applies one command. A refused form comes back as typed. */
export async function action(args: ActionFunctionArgs) {
  const fields = await readForm(args.request);
  const typed = readTree(dripOutline.root, fields);
  try {
    return await actInAccount(args, "work.write", async (ctx) => {
      const drip = await getSavedDrip(ctx, args.params["dripId"] ?? "");
      const step = applyStep(dripOutline, fields);
      if (step) return step;
      const { text, errors } = checkDripEdit(typed, drip.text);
      if (errors) return data<Typed>({ typed, errors, message: "It’s not saved yet." }, { status: 422 });
      const basis = Number(fields["over"] ?? fields["basis"]);
      const changed = await changeDrip(ctx, drip.id, { text, basis, made: "edited" });
      if (!("meanwhile" in changed))
        return redirect(`/account/drips/${drip.id}?saved=${changed.isNew ? changed.number : "same"}`, 303);
      const { number, by, at, text: theirs } = changed.meanwhile;
      const who = `${by ?? "somebody"}, ${moment(at, await zoneOf(ctx)).words}`;
      const meanwhile = { number, who, differences: differences(dripOutline, theirs, text) };
      return data<Typed>({ typed, errors: {}, meanwhile }, { status: 409 });
    });
  } catch (error) {
    return answerTyped(error, typed);
  }
}

export function clientAction({ serverAction, request }: ClientActionFunctionArgs) {
  return savingText(unsavedKey(new URL(request.url).pathname), () => serverAction<typeof action>());
}

export default function EditDrip() {
  const { id, title, stored, basis, notes, isCopy } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  return (
    <Page className="pb-12">
      <PageHeader title="Edit the lead drip">{title}</PageHeader>
      <StatusLine kind="done">
        {isCopy && !answer ? "This is a copy. Change anything you like. The original stays as it is." : null}
      </StatusLine>
      <EditForm
        key={id}
        outline={dripOutline}
        stored={stored}
        basis={basis}
        notes={notes}
        answer={answer}
        address={`/account/drips/${id}/edit`}
        back={`/account/drips/${id}`}
        beside={(form, change, field, onNotes) => (
          <PagesPreview
            address={`/account/drips/${id}/preview`}
            form={form}
            change={change}
            field={field}
            pageOf={pageOfField}
            title={title}
            onNotes={onNotes}
          />
        )}
      />
    </Page>
  );
}
