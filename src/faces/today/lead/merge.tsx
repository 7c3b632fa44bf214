import {
  type ActionFunctionArgs,
  Form,
  type LoaderFunctionArgs,
  redirect,
  useActionData,
  useLoaderData,
  useNavigation,
} from "react-router";
import { inAccount } from "#ground/businesses/public.server.ts";
import {
  CHOSEN,
  getLead,
  likelySame,
  mergeLeads,
  type MergeChoice,
  searchPeople,
  separateLeads,
} from "#trade/leads/public.server.ts";
import { refuseForm } from "#platform/http/answers.server.ts";
import { readForm } from "#platform/http/request/form.server.ts";
import { formatPhone } from "#platform/phones/phone.ts";
import { LinkButton, SubmitButton } from "#ui/button.tsx";
import { RadioGroup } from "#ui/field.tsx";
import { DataList, Page, PageHeader, Panel } from "#ui/layout.tsx";
import { StatusLine } from "#ui/messages.tsx";
import { PeopleSearch } from "../people-search.tsx";
import { previewMerge } from "./merge-preview.server.ts";

export const meta = () => [{ title: "Merge two people" }];

/** Finds the other person; with `with`, shows what merging them gives. */
export function loader(args: LoaderFunctionArgs) {
  return inAccount(args, "work.write", async (ctx) => {
    const query = new URL(args.request.url).searchParams;
    const lead = await getLead(ctx, args.params["leadId"] ?? "");
    const [other, search] = [query.get("with"), (query.get("search") ?? "").trim().slice(0, 200)];
    const found = other
      ? []
      : search
        ? (await searchPeople(ctx, search)).people.filter(({ id }) => id !== lead.id)
        : await likelySame(ctx, lead);
    return {
      id: lead.id,
      name: lead.name,
      search,
      other,
      preview: other ? await previewMerge(ctx, lead.id, other) : null,
      people: found.map(({ id, name, email, phone }) => ({
        id,
        name,
        contact: [email, phone && formatPhone(phone)].filter((one) => one && one !== name).join(", "),
      })),
    };
  });
}

/**
 * `do=merge` with `with`, and `name`, `email`, `phone` and `value` as `kept` or `gone`; `do=undo` with
 * `merge`. Each in a transaction of its own, which may be retried.
 */
export async function action(args: ActionFunctionArgs) {
  const leadId = args.params["leadId"] ?? "";
  const form = await readForm(args.request);
  const accountId = await inAccount(args, "work.write", async (ctx) => {
    await getLead(ctx, leadId);
    return ctx.account.id;
  });
  try {
    if (form["do"] === "undo") {
      await separateLeads(accountId, leadId, form["merge"] ?? "");
      return redirect(`/account/leads/${leadId}?separated`, 303);
    }
    const choice = Object.fromEntries(
      CHOSEN.map((field) => [field, form[field] === "gone" ? "gone" : "kept"]),
    ) as MergeChoice;
    await mergeLeads(accountId, leadId, form["with"] ?? "", choice);
    return redirect(`/account/leads/${leadId}?merged`, 303);
  } catch (error) {
    return refuseForm(error, {});
  }
}

export default function MergePeople() {
  const { id, name, search, other, preview, people } = useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>();
  const sending = useNavigation().state !== "idle";
  if (preview && other)
    return (
      <Page className="pb-16">
        <PageHeader title={`Is ${preview.names.gone} the same person as ${preview.names.kept}?`}>
          Everything of both goes on one page. You can undo it for a day.
        </PageHeader>
        <StatusLine kind="error">{refused?.message}</StatusLine>
        {preview.refused.length ? (
          <Panel tone="chalk" className="mb-6">
            {preview.refused.map((one) => (
              <p key={one}>{one}</p>
            ))}
          </Panel>
        ) : null}
        <Form method="post" className="form lg:grid-cols-2 lg:gap-x-16">
          <input type="hidden" name="with" value={other} />
          <div className="grid content-start gap-6">
            {preview.differences.map(({ field, label, kept, gone }) => (
              <RadioGroup
                key={field}
                name={field}
                label={label}
                options={[
                  { value: "kept", label: kept },
                  { value: "gone", label: gone },
                ]}
                defaultValue="kept"
              />
            ))}
            {preview.differences.length ? null : <p>They don’t differ in anything you’d have to choose.</p>}
          </div>
          <section aria-labelledby="together">
            <h2 id="together" className="mb-3 text-xl">
              What they’ll have together
            </h2>
            <DataList
              items={preview.together.map(
                ([label, lines]) =>
                  [
                    label,
                    <ul key={label}>
                      {lines.map((line) => (
                        <li key={line} className="wrap-anywhere">
                          {line}
                        </li>
                      ))}
                    </ul>,
                  ] as const,
              )}
            />
            <p className="mt-3 max-w-measure text-sm text-pencil">
              If both are in the same follow-up, only the one that got further goes on.
            </p>
          </section>
          <div className="flex flex-wrap gap-3 lg:col-span-2">
            <SubmitButton
              kind="signal"
              size="large"
              name="do"
              value="merge"
              busy="Merging..."
              sending={sending}
            >
              Merge
            </SubmitButton>
            <LinkButton href={`/account/leads/${id}`} kind="quiet">
              Cancel
            </LinkButton>
          </div>
        </Form>
      </Page>
    );
  return (
    <Page narrow className="pb-12">
      <PageHeader title={`Who is the same person as ${name}?`}>
        You’ll see what the two have together before anything changes.
      </PageHeader>
      <StatusLine kind="error">{refused?.message}</StatusLine>
      <PeopleSearch
        search={search}
        people={people.map((one) => ({ ...one, href: `/account/leads/${id}/merge?with=${one.id}` }))}
        label="May be the same"
        sending={sending}
        empty={
          <p className="mt-6">
            {search
              ? "Nobody else matches. Try part of their name, email, or number."
              : "Nobody else has this name or number. Search for them above."}
          </p>
        }
      />
    </Page>
  );
}
