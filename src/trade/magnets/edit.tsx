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
import { checkMagnetEdit, notesOnMagnet } from "#ground/writing/public.server.ts";
import {
  differences,
  EditForm,
  FiguresToCheck,
  figuresToCheck,
  answerTyped,
  magnetOutlineOf,
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
import { getMagnet } from "./data.server.ts";
import { pageOfField } from "./paper/page-of-field.ts";
import { changeMagnet, newestNumber } from "./versions/versions.server.ts";

export const meta = () => [{ title: "Edit the lead magnet" }];

export function loader(args: LoaderFunctionArgs) {
  return inAccount(args, "work.read", async (ctx) => {
    const { id, text, brief } = await getMagnet(ctx, args.params["magnetId"] ?? "");
    return {
      id,
      title: text.title,
      version: text.version,
      stored: shaped(magnetOutlineOf(text).root, text),
      basis: await newestNumber(ctx, id),
      notes: notesOnMagnet(text, brief),
      figures: figuresToCheck(text),
      isCopy: new URL(args.request.url).searchParams.has("copy"),
    };
  });
}

/** Saves the text or, without script, applies one command. A refused form comes back as typed. */
export async function action(args: ActionFunctionArgs) {
  const fields = await readForm(args.request);
  // Only composed guides have a checklist. What is refused comes back as typed, even if the guide is gone.
  const outline = magnetOutlineOf({ version: fields["checklist.heading"] === undefined ? 2 : 1 });
  const typed = readTree(outline.root, fields);
  try {
    return await actInAccount(args, "work.write", async (ctx) => {
      const magnet = await getMagnet(ctx, args.params["magnetId"] ?? "");
      const step = applyStep(outline, fields);
      if (step) return step;
      const { text, errors } = checkMagnetEdit(typed, magnet.text);
      if (errors) return data<Typed>({ typed, errors, message: "It’s not saved yet." }, { status: 422 });
      const basis = Number(fields["over"] ?? fields["basis"]);
      const changed = await changeMagnet(ctx, magnet.id, { text, basis, made: "edited" });
      if (!("meanwhile" in changed))
        return redirect(
          `/account/magnets/${magnet.id}?saved=${changed.isNew ? changed.number : "same"}`,
          303,
        );
      const { number, by, at, text: theirs } = changed.meanwhile;
      const who = `${by ?? "somebody"}, ${moment(at, await zoneOf(ctx)).words}`;
      const meanwhile = { number, who, differences: differences(outline, theirs, text) };
      return data<Typed>({ typed, errors: {}, meanwhile }, { status: 409 });
    });
  } catch (error) {
    return answerTyped(error, typed);
  }
}

export function clientAction({ serverAction, request }: ClientActionFunctionArgs) {
  return savingText(unsavedKey(new URL(request.url).pathname), () => serverAction<typeof action>());
}

export default function EditMagnet() {
  const { id, title, version, stored, basis, notes, figures, isCopy } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  return (
    <Page className="pb-12">
      <PageHeader title="Edit the lead magnet">{title}</PageHeader>
      <StatusLine kind="done">
        {isCopy && !answer ? "This is a copy. Change anything you like. The original stays as it is." : null}
      </StatusLine>
      <FiguresToCheck figures={figures} />
      <EditForm
        key={id}
        outline={magnetOutlineOf({ version })}
        stored={stored}
        basis={basis}
        notes={notes}
        answer={answer}
        address={`/account/magnets/${id}/edit`}
        back={`/account/magnets/${id}`}
        beside={(form, change, field, onNotes) => (
          <PagesPreview
            address={`/account/magnets/${id}/preview`}
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
