import { describe, expect, test } from "vitest";
import { heldBecause } from "./spam.server.ts";

describe("heldBecause", () => {
  test.each([
    ["neither field: a program, or a browser without script", {}, "", null],
    ["the hidden field as it stands in the page", { website: "" }, "", null],
    ["the hidden field filled", { website: "https://pills.test" }, "", "hidden field filled"],
    ["the hidden field with no text in it", { website: 1 }, "", "hidden field filled"],
    ["sent before anybody can have seen the page", { website: "", elapsed: 3 }, "", "faster than a person"],
    ["the same as a text", { elapsed: "3" }, "", "faster than a person"],
    ["a browser that fills in by itself", { elapsed: 400 }, "See you Tuesday.", null],
    ["links written in no time", { elapsed: 400 }, "See https://pills.test", "faster than a person"],
    ["markup written in no time", { elapsed: 400 }, "<a href=pills>", "faster than a person"],
    ["links that took a while", { elapsed: 9000 }, "See https://pills.test", null],
    ["links without a time", { elapsed: null }, "See https://pills.test", null],
    ["a time that is none", { elapsed: "soon" }, "www.pills.test", null],
    ["a time that is a list", { elapsed: [1] }, "www.pills.test", null],
  ])("%s", (_, fields, written, held) => expect(heldBecause(fields, written)).toBe(held));
});
