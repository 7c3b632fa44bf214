import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  redirect,
  redirectDocument,
  useActionData,
  useLoaderData,
} from "react-router";
import { requireRecentProof, signedOutHeaders } from "#ground/identity/public.server.ts";
import { answering, type FormFailure, refuseForm } from "#platform/http/answers.server.ts";
import { readForm } from "#platform/http/request/form.server.ts";
import { Page, PageHeader } from "#ui/layout.tsx";
import { StatusLine } from "#ui/messages.tsx";
import { closeBusiness, deletePerson } from "./erase.server.ts";
import { isTyped } from "./erase-rules.ts";
import { CopyOfData } from "./export-section.tsx";
import { CloseBusiness, DeleteAccount } from "./erase-sections.tsx";
import { requestCopy, DATA_PATH, dataPage } from "./your-data.server.ts";

export const meta = () => [{ title: "Your data" }];

export function loader(args: LoaderFunctionArgs) {
  return answering(async () => {
    const query = new URL(args.request.url).searchParams;
    return { ...(await dataPage(args)), asked: query.has("asked"), closed: query.has("closed") };
  });
}

interface Typed {
  readonly intent: string;
  readonly typed: string;
}

const REFUSED = {
  running: "A copy is already being made. We’ll email you when it’s ready.",
  "too many": "You’ve had several copies today. Try again tomorrow.",
} as const;

/** Requests a copy, closes a business, or deletes the account. Each requires a recent proof of identity. */
export function action(args: ActionFunctionArgs) {
  return answering(async () => {
    const person = await requireRecentProof(args);
    const form = await readForm(args.request);
    const { intent = "", typed = "", business = "" } = form;
    const values: Typed = { intent, typed: typed.slice(0, 300) };
    const refuse = (status: number, message: string | null, errors = {}) =>
      data({ values, errors, message } satisfies FormFailure<Typed>, { status });
    try {
      if (intent === "copy") {
        const outcome = await requestCopy(person, args);
        return outcome === "asked"
          ? redirect(`${DATA_PATH}?asked`, 303)
          : refuse(outcome === "running" ? 409 : 429, REFUSED[outcome]);
      }
      if (intent === "close") {
        await closeBusiness(person, business, typed);
        return redirect(`${DATA_PATH}?closed`, 303);
      }
      if (intent === "delete") {
        if (!isTyped(typed, person.email))
          return refuse(422, null, { email: `Type ${person.email} to delete your account.` });
        const outcome = await deletePerson(person);
        if ("blocking" in outcome)
          return refuse(409, "Nothing was deleted. Transfer or close the business first. See above.");
        // A full page load clears the account's data from the browser's memory.
        return redirectDocument("/goodbye", { status: 303, headers: signedOutHeaders() });
      }
      return refuse(422, "Choose what to do.");
    } catch (error) {
      return refuseForm(error, values);
    }
  });
}

export default function YourData() {
  const page = useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>();
  const refusalOf = (intent: string) => (refused?.values.intent === intent ? refused : undefined);
  return (
    <Page narrow className="pb-16">
      <PageHeader title="Your data">Your data is yours. Download it or delete it anytime.</PageHeader>
      <StatusLine kind="done" takesFocus={page.closed}>
        {page.closed ? "The business is closed and everything in it is deleted." : null}
      </StatusLine>
      <CopyOfData {...page} refusal={refusalOf("copy")} />
      {page.close ? (
        <CloseBusiness business={page.close} confirmPath={page.confirmPath} refusal={refusalOf("close")} />
      ) : null}
      <DeleteAccount {...page} refusal={refusalOf("delete")} />
    </Page>
  );
}
