import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { installation } from "#platform/config/installation.server.ts";
import type { AccountContext } from "#platform/db/scope.server.ts";
import type { PostedForm } from "#platform/http/request/form.server.ts";
import { storePeopleFile } from "#trade/leads/public.server.ts";
import { getImport, type Import } from "./data.server.ts";
import type { ImportPart } from "./file/part.ts";
import { partOf, PEOPLE } from "./file/recognize.ts";
import { columnErrors } from "./format/columns.ts";
import { formatOf } from "./format/registry.ts";
import { previewImport } from "./run/preview.server.ts";
import { removeUnneeded } from "./run/stored-file.server.ts";
import { discardImport, saveChoices } from "./start.server.ts";
import { peoplePath } from "./upload.server.ts";

/**
 * Saves what the owner says a file is, and reads it again. A list of people goes to the import of leads.
 * @param inTransaction runs work as the person, in one transaction
 * @returns where to go on if it is an import of leads now; else null
 */
export async function changeImport(
  { account, id }: { readonly account: string; readonly id: string },
  form: PostedForm,
  inTransaction: <T>(work: (ctx: AccountContext) => Promise<T>) => Promise<T>,
): Promise<string | null> {
  const found = await inTransaction((ctx) => getImport(ctx, id));
  const [first] = found.parts;
  if (first?.path === null && first.headers.length > 0 && form["what-0"] === PEOPLE) {
    const people = await toPeople(found);
    await removeUnneeded(account, await inTransaction((ctx) => discardImport(ctx, id)));
    return peoplePath(people);
  }
  await inTransaction((ctx) =>
    saveChoices(ctx, id, {
      parts: ({ parts }) => parts.map((part, at) => changePart(part, at, form)),
      jobId: form["jobId"] || null,
    }),
  );
  // Outside the transaction: rereading a large file takes seconds.
  await previewImport(account, id);
  return null;
}

async function toPeople({ accountId, file, fileName, bytes }: Import): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), "plumbline-people-"));
  try {
    const draft = path.join(folder, "people.csv");
    await writeFile(draft, await installation().files.get(file ?? ""));
    return await storePeopleFile(accountId, draft, { name: fileName, bytes });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function changePart(part: ImportPart, at: number, form: PostedForm): ImportPart {
  const what = form[`what-${at}`];
  if (what === undefined || part.format === PEOPLE) return part;
  const format = formatOf(what);
  if (!format) return { ...part, format: null, mapping: {} };
  const dayFirst = form[`day-${at}`] === "yes";
  if (part.headers.length === 0) return { ...part, format: format.id };
  // Another kind of thing has other columns, which the form didn’t show.
  if (format.id !== part.format) return { ...part, ...partOf(format, part), dayFirst };
  const mapping = Object.fromEntries(
    format.columns.flatMap(({ name }) => {
      const chosen = form[`col-${at}-${name}`] ?? "";
      const place = /^\d{1,3}$/.test(chosen) ? Number(chosen) : -1;
      return place >= 0 && place < part.headers.length ? [[name, place] as const] : [];
    }),
  );
  return { ...part, mapping, dayFirst };
}

/** What still has to be chosen, by field of the form. */
export async function choiceErrors(ctx: AccountContext, id: string): Promise<Record<string, string>> {
  const { parts, preview } = await getImport(ctx, id);
  const columns = parts.flatMap((part, at) => {
    const format = formatOf(part.format);
    return format && part.headers.length > 0
      ? Object.entries(columnErrors(format, part.mapping)).map(
          ([name, message]) => [`col-${at}-${name}`, message] as const,
        )
      : [];
  });
  return {
    ...Object.fromEntries(columns),
    ...(preview?.needsJob ? { jobId: "Choose the job that this is for." } : {}),
  };
}
