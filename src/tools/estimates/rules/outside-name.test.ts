import { describe, expect, it } from "vitest";
import { outsideName } from "./outside-name.ts";

describe("an estimate's name for its client", () => {
  const of = { title: "Ruiz deck stairs", jobName: "Ruiz deck stairs", client: "Dana Ruiz", address: null };
  it.each([
    [{}, "Estimate for Dana Ruiz"],
    [{ title: " ruiz DECK stairs" }, "Estimate for Dana Ruiz"],
    [{ title: "Estimate" }, "Estimate for Dana Ruiz"],
    [{ client: "", address: "14 Elm Street, Denver, CO" }, "Estimate for 14 Elm Street"],
    [{ title: "Stair rebuild" }, "Stair rebuild"],
    // Nothing else to call it by.
    [{ client: "" }, "Ruiz deck stairs"],
  ])("%o is %s", (over, title) => expect(outsideName({ ...of, ...over }).title).toBe(title));
});

describe("its work, in an email to its client", () => {
  const of = { title: "Ruiz deck stairs", jobName: "Ruiz deck stairs", client: "Dana Ruiz", address: null };
  it.each([
    [{}, "your project"],
    [{ title: "Estimate" }, "your project"],
    [{ client: "" }, "your project"],
    [{ address: "14 Elm Street, Denver, CO" }, "14 Elm Street"],
    [{ title: "Stair rebuild", address: "14 Elm Street" }, "Stair rebuild"],
  ])("%o is %s", (over, work) => expect(outsideName({ ...of, ...over }).work).toBe(work));
});
