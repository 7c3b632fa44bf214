import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  redirect,
  useActionData,
  useLoaderData,
} from "react-router";
import { publicProfileOf } from "#ground/businesses/public.server.ts";
import { newId } from "#platform/db/ids.ts";
import { AppError } from "#platform/errors/app-error.ts";
import { answering, refuseForm } from "#platform/http/answers.server.ts";
import { readForm } from "#platform/http/request/form.server.ts";
import { ClientPage } from "#ui/client-page.tsx";
import { atPage } from "../page/pages.server.ts";
import { askByEmail, readAsker } from "./ask.server.ts";
import { AskQuestion } from "./form.tsx";

export const handle = { static: true, lightFonts: true };

export const meta = () => [{ title: "Ask a question" }, { name: "robots", content: "noindex" }];

export const headers = () => ({ "Referrer-Policy": "same-origin" });

const tokenOf = (request: Request) => new URL(request.url).searchParams.get("by") ?? "";

/** The form alone, for someone whose question was refused. Its link works for a day after asking. */
export function loader({ params, request }: LoaderFunctionArgs) {
  const { slug = "" } = params;
  const token = tokenOf(request);
  return answering(() =>
    atPage(slug, (ctx, _page, business) => {
      return Promise.resolve({
        isOpen: readAsker(slug, token, ctx.now) !== undefined,
        face: publicProfileOf(business),
        who: business.personName ?? business.name ?? "",
        action: `/p/${slug}/question?by=${token}`,
        asked: newId(),
      });
    }),
  );
}

export async function action({ params, request }: ActionFunctionArgs) {
  const { slug = "" } = params;
  const token = tokenOf(request);
  const form = await readForm(request);
  try {
    await atPage(slug, async (ctx) => {
      const email = readAsker(slug, token, ctx.now);
      if (email === undefined)
        throw new AppError("not_found", "This page was open too long. Reply to our email instead.");
      await askByEmail(ctx, email, form);
    });
  } catch (error) {
    return refuseForm(error, { question: form["question"] ?? "", asked: form["asked"] ?? "" });
  }
  return redirect(`/p/${slug}?thanks=${token}&asked`, 303);
}

export default function Question() {
  const { isOpen, face, who, action: target, asked } = useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>();
  if (!isOpen)
    return (
      <ClientPage face={face}>
        <h1>This page was open too long</h1>
        <p className="mt-6 max-w-measure">
          Nothing was sent. Reply to the email with the guide instead. It goes straight to {face.business}.
        </p>
        {refused?.values.question ? (
          <blockquote className="mt-4 max-w-measure border-l-2 border-rule pl-4 wrap-anywhere whitespace-pre-line">
            {refused.values.question}
          </blockquote>
        ) : null}
      </ClientPage>
    );
  return (
    <ClientPage face={face}>
      <h1>{refused ? "Not sent yet" : `Ask ${who}`}</h1>
      <AskQuestion
        action={target}
        who={who}
        asked={refused?.values.asked || asked}
        typed={refused?.values.question}
        error={refused?.errors["question"]}
        message={refused?.message}
      />
    </ClientPage>
  );
}

export { ClientErrorBoundary as ErrorBoundary } from "#ui/client-error.tsx";
