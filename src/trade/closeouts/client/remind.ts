import { type ActionFunctionArgs, redirect } from "react-router";
import { answering } from "#platform/http/answers.server.ts";
import { YearlyRefused } from "../reminder.server.ts";
import { askAtPackage } from "./at-package.server.ts";

const backTo = ({ params }: Pick<ActionFunctionArgs, "params">, query = "") =>
  redirect(`/s/${params["token"]}/closeout${query}#yearly`, 303);

/** There is only the form on the package’s page. */
export const loader = (args: ActionFunctionArgs): Response => backTo(args);

/** Starts the yearly follow-up, once, however often the button is pressed. The page says what came of it. */
export const action = (args: ActionFunctionArgs) =>
  answering(async () => {
    try {
      await askAtPackage(args);
      return backTo(args);
    } catch (error) {
      if (error instanceof YearlyRefused) return backTo(args, `?yearly=${error.why}`);
      throw error;
    }
  });
