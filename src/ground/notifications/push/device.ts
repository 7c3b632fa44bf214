import type { ActionFunctionArgs, LoaderFunctionArgs } from "react-router";
import { inAccount, isZone } from "#ground/businesses/public.server.ts";
import { browserOf, requirePerson } from "#ground/identity/public.server.ts";
import { AppError } from "#platform/errors/app-error.ts";
import { answering } from "#platform/http/answers.server.ts";
import { type PostedForm, readForm } from "#platform/http/request/form.server.ts";
import { outside, resolveOutside, Unreachable } from "#platform/outside/outside.server.ts";
import { readSubscription, type Subscription } from "#platform/push/subscription.ts";
import { rememberZone } from "../settings/choices.server.ts";
import { removeDevice, saveDevice } from "./devices.server.ts";

const refused = () =>
  new AppError("invalid", "This browser sent something that isn’t an address for notifications.");

/**
 * Has the browser of the request show notifications, with `do=off` not anymore. A browser gives its address
 * itself, so one inside of our network is refused.
 */
export async function action(args: ActionFunctionArgs): Promise<Response> {
  const form = await readForm(args.request);
  const { endpoint = "", do: what, zone = "" } = form;
  if (what === "off")
    await inAccount(args, "work.read", (ctx) => removeDevice(ctx, ctx.user!.id, { endpoint }));
  else {
    const subscription = await answering(async () => {
      await requirePerson(args.request, args.context);
      return subscriptionOf(form);
    });
    await inAccount(args, "work.read", async (ctx) => {
      const browser = await browserOf(args.request, ctx.user!);
      if (!browser) throw new AppError("forbidden", "You’re logged out. Log in again.");
      await saveDevice(ctx, ctx.user!.id, subscription, browser);
      if (isZone(zone)) await rememberZone(ctx, ctx.user!.id, zone);
    });
  }
  return new Response(null, { status: 204, headers: { "Cache-Control": "no-store" } });
}

/** @throws AppError invalid */
async function subscriptionOf(form: PostedForm): Promise<Subscription> {
  const { endpoint, p256dh, auth } = form;
  const subscription = readSubscription({ endpoint, p256dh, auth }, outside().mayReachPrivate);
  if (!subscription) throw refused();
  await resolveOutside(new URL(subscription.endpoint).hostname).catch((error: unknown) => {
    // A name that can't be looked up right now is tried when there is something to send.
    if (error instanceof Unreachable && error.code === "EPRIVATE") throw refused();
  });
  return subscription;
}

/** It's only posted to. */
export async function loader(args: LoaderFunctionArgs): Promise<Response> {
  await inAccount(args, "work.read", () => Promise.resolve());
  return new Response(null, { status: 405, headers: { Allow: "POST" } });
}
