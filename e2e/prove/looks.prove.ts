import { afterAll, beforeAll, describe } from "vitest";
import { closeScreens, lookAtScreens, openScreens } from "../harness/screens.ts";

// The long form of e2e/access-public.e2e.ts and e2e/access-account.e2e.ts: every screen at both widths in
// both color schemes.

beforeAll(openScreens);
afterAll(closeScreens);

describe("every public screen", () => {
  lookAtScreens("outside", { long: true });
});

describe("every screen of an account", () => {
  lookAtScreens("an account", { long: true });
});
