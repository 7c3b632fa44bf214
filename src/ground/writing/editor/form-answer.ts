import { data } from "react-router";
import { AppError } from "#platform/errors/app-error.ts";
import type { Refused } from "./edit-form.tsx";
import { applyEdit, type Fields, readEdit, readRemoved, readTree } from "./edit-text.ts";
import type { Outline, Tree } from "../outline.ts";

/** What a form of a text comes back with when it was not saved. */
export interface Typed extends Refused {
  readonly typed: Tree;
  /** What was just taken out, as the form carries it. */
  readonly removed?: string | undefined;
  /** The field that the last step was about. */
  readonly looksAt?: string;
}

/**
 * Takes the step of editing that a button of the form asked for, such as moving a section, for who has no
 * script.
 * @returns nothing where the form is to be saved
 */
export function applyStep({ root }: Outline, fields: Fields): Typed | undefined {
  const edit = fields["do"] === "insert" ? readRemoved(fields["removed"]) : readEdit(fields["do"]);
  if (!edit) return undefined;
  const edited = applyEdit(root, readTree(root, fields), edit);
  return {
    typed: edited.tree,
    errors: {},
    removed: edited.removed ? JSON.stringify(edited.removed) : undefined,
    looksAt: edited.focus,
    message: "Not saved yet.",
  };
}

/**
 * Shows the form again with everything that was typed in it and why it was not saved. Redirects, and refusals
 * to let someone in at all, pass through.
 * @param error as `actInAccount()` throws it
 */
export function answerTyped(error: unknown, typed: Tree) {
  if (error instanceof AppError)
    return data<Typed>({ typed, errors: error.fields, message: error.message }, { status: error.status });
  const thrown = error as { type?: unknown; data?: { message?: unknown }; init?: ResponseInit | null } | null;
  if (thrown?.type !== "DataWithResponseInit" || (thrown.init?.status ?? 0) < 500) throw error;
  const { message } = thrown.data ?? {};
  return data<Typed>(
    { typed, errors: {}, message: typeof message === "string" ? message : "It is not saved yet." },
    thrown.init ?? {},
  );
}
