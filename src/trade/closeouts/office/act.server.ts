import type { ActionFunctionArgs } from "react-router";
import { actInOffice, type Does, type Posted } from "#ground/papers/public.server.ts";
import type { AccountContext } from "#platform/db/scope.server.ts";
import { readMaterial } from "../content/gather.server.ts";
import { removeManual } from "../manuals/manuals.server.ts";
import { packagePath, saveDraft } from "../package.server.ts";
import { publishVersion, retryVersion } from "../publish.server.ts";
import { packageSchema, sendSchema } from "../schema.ts";
import { ACTS, type Intent } from "./acts.ts";
import { choicesOf } from "./choices.ts";
import { sendPackage, sharePackage } from "./send.server.ts";

/** Saves what the form has. A part that wasn't on the form, because it came meanwhile, stays as it was. */
async function save(ctx: AccountContext, { id, form }: Posted): Promise<void> {
  const { letter, contacts, yearly, saw } = form.check(packageSchema);
  const material = await readMaterial(ctx, id);
  const known = new Set(material.draft.leftOut);
  const leftOut = choicesOf(material)
    .flatMap(({ choices }) => choices)
    .flatMap((choice) => {
      const wasAsked = form[`asked ${choice.id}`] === "yes";
      const isOut = wasAsked ? form[`part ${choice.id}`] !== "yes" : known.has(choice.id);
      return isOut ? [choice.id] : [];
    });
  const plain = letter.replaceAll("\r\n", "\n");
  await saveDraft(
    ctx,
    id,
    { letter: plain, contacts: contacts.replaceAll("\r\n", "\n"), leftOut, offersYearly: yearly === "yes" },
    saw,
  );
}

const DOES: Does<Intent> = {
  async save(posted) {
    await posted.within((ctx) => save(ctx, posted));
    return { at: "?did=saved#package" };
  },
  async preview(posted) {
    await posted.within((ctx) => save(ctx, posted));
    return { to: `${packagePath(posted.id)}/preview` };
  },
  async publish(posted) {
    await posted.within(async (ctx) => {
      await save(ctx, posted);
      await publishVersion(ctx, posted.id, posted.form["form"] ?? "");
    });
    return { at: "?did=published#versions" };
  },
  async retry({ id, within }) {
    await within((ctx) => retryVersion(ctx, id));
    return { at: "#versions" };
  },
  async share({ id, within }) {
    return { made: await within((ctx) => sharePackage(ctx, id)) };
  },
  async send({ id, form, within }) {
    const sending = form.check(sendSchema);
    await within((ctx) => sendPackage(ctx, id, sending));
    return { at: `?sent=${sending.to.length}#sent` };
  },
  async remove({ id, form, within }) {
    await within((ctx) => removeManual(ctx, id, form["manual"] ?? "", true));
    return { at: `?did=removed&manual=${encodeURIComponent(form["manual"] ?? "")}#manuals` };
  },
  async restore({ id, form, within }) {
    await within((ctx) => removeManual(ctx, id, form["manual"] ?? "", false));
    return { at: "?did=restored#manuals" };
  },
};

/** What the page of a package in the office can do, by the form's `intent`. */
export function actOnPackage(args: ActionFunctionArgs) {
  const id = args.params["closeoutJobId"] ?? "";
  return actInOffice(args, {
    ...{ acts: ACTS, does: DOES, id, path: packagePath(id) },
    values: { letter: "", contacts: "", yearly: "", to: "", words: "" },
  });
}
