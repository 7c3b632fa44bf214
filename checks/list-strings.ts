// `npm run strings -- [--worn] [folder or file…]`: every text that a person can meet, with the screens that
// show it; with --worn only those in which a worn habit shows.
import path from "node:path";
import { Screens } from "./testing/screens-of.ts";
import { allStrings } from "./testing/strings.ts";
import { wornWords } from "./testing/worn-words.ts";

const words = process.argv.slice(2);
const isWorn = words.includes("--worn");
const folders = words.filter((word) => !word.startsWith("--")).map((one) => one.replace(/\/$/, ""));
const root = path.resolve();
const { default: routes } = (await import("../src/routes.ts")) as { default: [] };
const screens = new Screens(root, routes);
let file = "";
for (const found of allStrings(root, folders.length ? folders : ["src"])) {
  const worn = wornWords(found.text);
  if (isWorn && !worn.length) continue;
  if (found.file !== file) {
    ({ file } = found);
    const used = screens.of(file);
    const more = used.length > 4 ? ` and ${used.length - 4} more` : "";
    process.stdout.write(`\n# ${file}: ${used.slice(0, 4).join(", ") || "no screen of its own"}${more}\n`);
  }
  const better = isWorn ? `  [${worn.map((one) => `${one.words} → ${one.better}`).join("; ")}]` : "";
  process.stdout.write(`${found.line}: ${found.text}${better}\n`);
}
