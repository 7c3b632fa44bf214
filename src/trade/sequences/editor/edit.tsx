import { type ActionFunctionArgs, type LoaderFunctionArgs, useActionData, useLoaderData } from "react-router";
import { Page, PageHeader } from "#ui/layout.tsx";
import { edit } from "./edit-action.server.ts";
import { Editor } from "./editor.tsx";
import { loadEditor } from "./load-editor.server.ts";

export const meta = () => [{ title: "Change the sequence" }];

export const loader = (args: LoaderFunctionArgs) => loadEditor(args);

export const action = (args: ActionFunctionArgs) => edit(args);

/** Autosave must not reload the page: the editor has the newest text. */
export const shouldRevalidate = () => false;

export default function Edit() {
  const loaded = useLoaderData<typeof loader>();
  const typed = useActionData<typeof action>();
  return (
    <Page className="pb-12">
      <PageHeader title={loaded.isNew ? "New sequence" : "Change the sequence"}>
        {loaded.isNew
          ? "Steps in the order in which they come. Nothing is sent until you put it to work."
          : "What you change is a draft. Nothing changes for anybody until you put it to work."}
      </PageHeader>
      <Editor key={loaded.id} loaded={loaded} typed={typed} />
    </Page>
  );
}
