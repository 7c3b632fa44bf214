import { existsSync } from "node:fs";
import { expect, it } from "vitest";
import { FIELD_TOOLS } from "./tools.ts";

it.each(FIELD_TOOLS)(
  "knows whether this version includes $name: its folder has the same word",
  ({ word, built }) => {
    expect(existsSync(`src/tools/${word}/README.md`)).toBe(built);
  },
);
