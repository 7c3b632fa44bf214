// `npm run map`: writes the table and the picture of the floors into ARCHITECTURE.md, from checks/floors.ts.
import { readFileSync, writeFileSync } from "node:fs";
import { withMap } from "./floors.ts";

const FILE = "ARCHITECTURE.md";
writeFileSync(FILE, withMap(readFileSync(FILE, "utf8")));
