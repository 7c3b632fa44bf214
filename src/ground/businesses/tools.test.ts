import { existsSync } from "node:fs";
import { expect, it } from "vitest";
import { FIELD_TOOLS } from "./tools.ts";

it.each(FIELD_TOOLS)(
  "says of $name whether this version has it: its folder bears its word",
  ({ word, built }) => {
    expect(existsSync(`src/tools/${word}/README.md`)).toBe(built);
  },
);
