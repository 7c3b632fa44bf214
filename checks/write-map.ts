// `npm run map`: writes the floors' table and picture from checks/floors.ts into ARCHITECTURE.md.
import { readFileSync, writeFileSync } from "node:fs";
import { withMap } from "./floors.ts";

const FILE = "ARCHITECTURE.md";
writeFileSync(FILE, withMap(readFileSync(FILE, "utf8")));
