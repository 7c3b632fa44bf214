import { afterAll, beforeAll, describe } from "vitest";
import { closeScreens, lookAtScreens, openScreens } from "./harness/screens.ts";

// Every screen of the account and the operator's console, visually and for screen readers, at two widths. The
// journeys of each tool look at their own screens on every run; e2e/prove/looks.prove.ts at all widths.

beforeAll(openScreens);
afterAll(closeScreens);

describe("every screen of an account", () => {
  lookAtScreens("an account");
});
