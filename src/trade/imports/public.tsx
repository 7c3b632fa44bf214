export { ImportedEntry, importedSource } from "./sealed/entry.tsx";
export { importedLabels } from "./sealed/labels.ts";
