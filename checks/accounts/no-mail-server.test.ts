import { afterAll, beforeAll, expect, it } from "vitest";
import { installation, useInstallation } from "#platform/config/installation.server.ts";
import * as domain from "#ground/businesses/domain/domain.tsx";
import * as sending from "#ground/businesses/sending/sending.tsx";
import * as businesses from "#ground/businesses/access/switch.tsx";
import { openIdentity, signedIn, type Visitor } from "#ground/identity/testing/visits.ts";
import { visit } from "../testing/screens.ts";

let identity: Awaited<ReturnType<typeof openIdentity>>;
let owner: Visitor;
beforeAll(async () => {
  identity = await openIdentity();
  owner = await signedIn("owner@quiet.test");
  await visit(owner, businesses, "/account/businesses", {}, { intent: "start", businessName: "Quiet Decks" });
});
afterAll(() => identity.drop());

const shown = async (mailServer: string | null) => {
  useInstallation({ ...installation(), setup: { dataDir: "/srv/data", mailServer, mailbox: null } });
  const { shown: page } = await visit(owner, sending, "/account/settings/sending");
  const { shown: checked } = await visit(owner, domain, "/account/settings/sending/domain");
  return { leaves: page["leaves"], ours: checked["ours"] as { address: string | null } };
};

it("says that nothing leaves where nothing does, and through whom it leaves where it does", async () => {
  const without = await shown(null);
  expect(without.leaves).toContain("This site has no mail server");
  expect(without.ours.address).toBeNull();
  const withOne = await shown("smtp.house.test");
  expect(withOne.leaves).toBe("We send your email through Plumbline until you connect your own.");
  expect(withOne.ours.address).toBe("mail@localhost");
});
