import { data } from "react-router";
import { AppError } from "#platform/errors/app-error.ts";
import type { Refused } from "./edit-form.tsx";
import { applyEdit, type Fields, readEdit, readRemoved, readTree } from "./edit-text.ts";
import type { Outline, Tree } from "../outline.ts";

/** The response to a form that was not saved. */
export interface Typed extends Refused {
  readonly typed: Tree;
  readonly removed?: string | undefined;
  readonly looksAt?: string;
}

/**
 * Applies an editing step requested by a button, such as moving a section, for browsers without script.
 * @returns undefined if the form should be saved instead
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
 * Shows the form again with its input and the reason it was not saved. Redirects and denied access pass
 * through.
 * @param error as thrown by `actInAccount()`
 */
export function answerTyped(error: unknown, typed: Tree) {
  if (error instanceof AppError)
    return data<Typed>({ typed, errors: error.fields, message: error.message }, { status: error.status });
  const thrown = error as { type?: unknown; data?: { message?: unknown }; init?: ResponseInit | null } | null;
  if (thrown?.type !== "DataWithResponseInit" || (thrown.init?.status ?? 0) < 500) throw error;
  const { message } = thrown.data ?? {};
  return data<Typed>(
    { typed, errors: {}, message: typeof message === "string" ? message : "It’s not saved yet." },
    thrown.init ?? {},
  );
}
