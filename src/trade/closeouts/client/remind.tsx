import { type ActionFunctionArgs, redirect, useActionData, useParams } from "react-router";
import { answering, refuseForm } from "#platform/http/answers.server.ts";
import { AppError } from "#platform/errors/app-error.ts";
import { paperHeaders } from "#ground/papers/public.tsx";
import { LinkButton } from "#ui/button.tsx";
import { Page } from "#ui/layout.tsx";
import { askAtPackage } from "./at-package.server.ts";

export const handle = { static: true };
export const meta = () => [{ title: "Yearly check-up" }, { name: "robots", content: "noindex" }];
export const headers = paperHeaders;

const backTo = ({ params }: Pick<ActionFunctionArgs, "params">) => `/s/${params["token"]}/closeout#yearly`;

/** There is only the form on the package’s page. */
export const loader = (args: ActionFunctionArgs) => redirect(backTo(args), 303);

/** Starts the yearly follow-up, once, however often the button is pressed. */
export const action = (args: ActionFunctionArgs) =>
  answering(async () => {
    try {
      await askAtPackage(args);
      return redirect(backTo(args), 303);
    } catch (error) {
      if (error instanceof AppError && error.code === "conflict") return refuseForm(error, {});
      throw error;
    }
  });

/** Why the reminder couldn’t be set. */
export default function Refused() {
  const { token } = useParams();
  const answer = useActionData<typeof action>();
  return (
    <main id="content" className="py-12">
      <Page narrow>
        <h1>We couldn’t set the reminder</h1>
        <p className="mt-4 max-w-measure">{answer && "message" in answer ? answer.message : null}</p>
        <p className="mt-6">
          <LinkButton href={`/s/${token}/closeout`} kind="plain">
            Back to the package
          </LinkButton>
        </p>
      </Page>
    </main>
  );
}

export { ClientErrorBoundary as ErrorBoundary } from "#ui/client-error.tsx";
