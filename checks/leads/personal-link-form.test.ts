import { RouterContextProvider } from "react-router";
import { afterAll, beforeAll, expect, it } from "vitest";
import { inAccount } from "#ground/businesses/public.server.ts";
import { saveMagnet } from "#trade/magnets/data.server.ts";
import { makeDraft } from "#trade/magnets/draft/drafts.server.ts";
import * as link from "#trade/magnets/link.tsx";
import { magnetBriefSchema } from "#ground/writing/public.server.ts";
import { openIdentity, signedIn } from "#ground/identity/testing/visits.ts";
import { type Args, visit } from "../testing/screens.ts";

let identity: Awaited<ReturnType<typeof openIdentity>>;
beforeAll(async () => void (identity = await openIdentity()));
afterAll(() => identity.drop());

it("asks a newcomer with the name they made the magnet with, and by no name they did not give", async () => {
  const owner = await signedIn("pat@ridge.test");
  const kept = async (company: string) => {
    const token = await makeDraft(
      magnetBriefSchema.parse({ name: "Pat Ridge", email: "pat@ridge.test", product: "gutters", company }),
    );
    const args = {
      request: owner.request("/account/dashboard"),
      params: {},
      context: new RouterContextProvider(),
    } as unknown as Args;
    return inAccount(args, "work.write", async (ctx) => (await saveMagnet(ctx, token)).id);
  };
  const asked = async (magnetId: string) =>
    (
      (await visit(owner, link, `/account/magnets/${magnetId}/link`, { magnetId })).shown["values"] as {
        businessName: string;
      }
    ).businessName;
  expect(await asked(await kept("Ridge Gutters"))).toBe("Ridge Gutters");
  expect(await asked(await kept(""))).toBe("");
});
