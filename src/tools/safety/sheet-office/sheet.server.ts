import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "react-router";
import { actInAccount, inAccount, zoneOf } from "#ground/businesses/public.server.ts";
import { findStoredRecords, shownFields } from "#ground/sync/public.server.ts";
import { jobChoices, jobsById } from "#trade/jobs/public.server.ts";
import { now } from "#platform/db/scope.server.ts";
import { refuseForm } from "#platform/http/answers.server.ts";
import { type PostedForm, readForm } from "#platform/http/request/form.server.ts";
import { receiveSheet } from "../sheets/receive.server.ts";
import { describeReview } from "../sheets/review.ts";
import { sheetOf } from "../sheets/sheet.ts";
import {
  addVersion,
  detailsSchema,
  editSheet,
  putOnJob,
  recordsOf,
  removeSheet,
  restoreSheet,
  takeOffJob,
  versionSchema,
} from "../sheets/save.server.ts";
import { getSheet, getVersion, versionsOf } from "../sheets/stored.server.ts";
import { dayOrBlank, describeSheet } from "../sheets/facts.ts";
import { libraryPath, posterPath, versionPath } from "../sheets/path.ts";

/** A sheet with its versions and the jobs that have it. */
export const loadSheet = (args: LoaderFunctionArgs) =>
  inAccount(args, "work.read", async (ctx) => {
    const sheet = await getSheet(ctx, args.params["sheetId"] ?? "");
    const jobs = await jobsById(ctx);
    const zone = await zoneOf(ctx);
    const items = await recordsOf(ctx, sheet.id);
    const records = await findStoredRecords(
      ctx,
      items.map(({ id }) => id),
    );
    const on = records.map(({ job, fields }) => ({
      id: job ?? "",
      name: jobs.get(job ?? "")?.name ?? "A removed job",
      isPinned: sheetOf(shownFields(fields)).pinned,
      poster: sheet.type === "sds" && jobs.has(job ?? "") ? posterPath(job ?? "") : null,
    }));
    const has = new Set(on.map(({ id }) => id));
    return {
      ...{ id: sheet.id, name: sheet.name, version: sheet.version, hasText: sheet.hasText },
      values: {
        ...{ name: sheet.name, type: sheet.type, maker: sheet.maker, language: sheet.language },
        reviewOn: sheet.reviewOn,
      },
      about: describeSheet(sheet),
      isRemoved: sheet.removedAt !== null,
      review: describeReview(sheet, ctx.now.toZonedDateTimeISO(zone).toPlainDate().toString()),
      versions: (await versionsOf(ctx, sheet.id)).map(
        ({ version, revisedOn, addedAt, pages, fileName, hasText }) => ({
          ...{ version, pages, fileName, hasText, href: versionPath(sheet.id, version) },
          revised: dayOrBlank(revisedOn),
          added: dayOrBlank(addedAt.toZonedDateTimeISO(zone).toPlainDate().toString()),
        }),
      ),
      on: on.toSorted((one, other) => one.name.localeCompare(other.name)),
      choices: jobChoices(jobs).filter(({ value }) => !has.has(value)),
    };
  });

const valuesOf = (form: PostedForm | undefined) => ({
  ...{ name: form?.["name"], type: form?.["type"], maker: form?.["maker"], language: form?.["language"] },
  ...{ reviewOn: form?.["reviewOn"], revisedOn: form?.["revisedOn"], job: form?.["job"] },
});

/** Adds a version (a form with a file), or does what `do` says. */
export async function changeSheet(args: ActionFunctionArgs) {
  const sheetId = args.params["sheetId"] ?? "";
  const back = (did: string) => redirect(`${libraryPath(sheetId)}?did=${did}`, 303);
  let typed: PostedForm | undefined;
  let what = "version";
  try {
    if (args.request.headers.get("content-type")?.startsWith("multipart/")) {
      const accountId = await actInAccount(args, "work.write", async (ctx) => {
        await getSheet(ctx, sheetId);
        return ctx.account.id;
      });
      const schema = versionSchema(now());
      const file = await receiveSheet(accountId, args.request, (form) => {
        typed = form;
        form.check(schema);
      });
      await actInAccount(args, "work.write", (ctx) => addVersion(ctx, sheetId, typed!.check(schema), file));
      return back(what);
    }
    const form = await readForm(args.request);
    typed = form;
    what = form["do"] ?? "";
    const acts: Readonly<Record<string, (ctx: Parameters<typeof removeSheet>[0]) => Promise<void>>> = {
      put: (ctx) => putOnJob(ctx, sheetId, form["job"] ?? "", form["pinned"] === "yes"),
      off: (ctx) => takeOffJob(ctx, sheetId, form["job"] ?? ""),
      edit: (ctx) => editSheet(ctx, sheetId, form.check(detailsSchema)),
      remove: (ctx) => removeSheet(ctx, sheetId),
      restore: (ctx) => restoreSheet(ctx, sheetId),
    };
    const act = Object.hasOwn(acts, what) ? acts[what] : undefined;
    await actInAccount(
      args,
      "work.write",
      (ctx) => (act ? act(ctx) : getSheet(ctx, sheetId)) as Promise<void>,
    );
    return back(act ? what : "");
  } catch (error) {
    return refuseForm(error, { ...valuesOf(typed), what });
  }
}

/** A scan is named after its first photo. */
const pdfName = (fileName: string): string => `${fileName.replace(/\.[a-z\d]{2,5}$/i, "")}.pdf`;

/** The PDF of a version, latest or older. */
export const versionToSend = (args: LoaderFunctionArgs) =>
  inAccount(args, "work.read", async (ctx) => {
    const { sheetId = "", version = "" } = args.params;
    const { file, fileName } = await getVersion(ctx, sheetId, Number(version));
    return { file, name: pdfName(fileName), how: "inline" as const };
  });
