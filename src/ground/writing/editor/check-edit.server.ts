import { checkEdited, drawable } from "./validate-text.ts";
import { bannedPhrases, checkMagnet, claims, type Finding, placeholders } from "../checks/checks.ts";
import { shaped } from "./edit-text.ts";
import { adviceOf, type Notes, notesOf } from "./notes.ts";
import { magnetOutline, type Tree } from "../outline.ts";
import type { Playbook } from "../playbook/schema.ts";
import { playbooks } from "../playbook/playbooks.server.ts";
import { EMAIL, type MagnetBrief, type MagnetText, magnetTextSchema } from "../schema.ts";
import { GENERAL } from "../playbook/understand-brief.ts";

/** A typed text that may be stored, or its problems by field. */
export type Edited<Text> =
  | { readonly text: Text; readonly errors?: undefined }
  | { readonly text?: undefined; readonly errors: Readonly<Record<string, string>> };

/** Validates a typed lead magnet. Parts not in the form keep their stored values. */
export function checkMagnetEdit(tree: Tree, stored: MagnetText): Edited<MagnetText> {
  const { value, errors } = checkEdited(magnetOutline.root, tree);
  const candidate = { ...(value as MagnetText), version: stored.version, playbook: stored.playbook };
  const { email } = candidate.nextStep.contact;
  const all: Record<string, string> = { ...errors };
  if (email !== "" && !EMAIL.test(email))
    all["nextStep.contact.email"] ??=
      "That doesn’t look like an email address. It should look like name@example.com.";
  if (candidate.checklist.groups.flatMap(({ items }) => items).length < 10)
    all["checklist.groups"] ??= "The checklist needs at least ten boxes, so its page is worth printing.";
  return settled(all, magnetTextSchema.safeParse(candidate));
}

function settled<Text>(
  errors: Readonly<Record<string, string>>,
  parsed:
    | { success: true; data: Text }
    | { success: false; error: { issues: readonly { path: readonly PropertyKey[]; message: string }[] } },
): Edited<Text> {
  if (Object.keys(errors).length > 0) return { errors };
  if (parsed.success) return { text: parsed.data };
  // The outline reports these problems in better words; this is a safety net for anything it misses.
  return {
    errors: Object.fromEntries(
      parsed.error.issues.map(({ path, message }) => [path.join(".") || "form", message]),
    ),
  };
}

/** A lead magnet completed enough to preview while typing; missing text is marked. */
export function drawableMagnet(tree: Tree, stored: MagnetText): MagnetText {
  return {
    ...(drawable(magnetOutline.root, tree) as MagnetText),
    version: stored.version,
    playbook: stored.playbook,
  };
}

const bookOf = (id: string): Playbook => {
  const all = playbooks();
  return all.find((book) => book.id === id) ?? all.find((book) => book.id === GENERAL) ?? all[0]!;
};

/** Advice by form field where our writer would differ. Never blocks saving. */
export function notesOnMagnet(text: MagnetText, brief: MagnetBrief): Notes {
  return notesOf(
    magnetOutline.root,
    shaped(magnetOutline.root, text),
    checkMagnet(text, brief, bookOf(text.playbook)),
  );
}

/** Advice on an email, a text or a call script where our writer would differ. Never blocks saving. */
export function adviceOn(words: string): string[] {
  // Names are filled in when it's sent.
  const text = words.replaceAll(/\{\{\s*\w+\s*\}\}/g, "");
  const find = (check: Finding["check"], found: readonly string[]): Finding[] =>
    found.map((each) => ({ check, words: each }));
  return adviceOf([
    ...find("banned phrase", bannedPhrases(text)),
    ...find("placeholder", placeholders(text)),
    ...find("claim", claims(text, bookOf(GENERAL).doNotSay)),
  ]);
}
