export { type Imported, importedOf, importedTitle } from "./sealed/sealed.ts";
