declare module "virtual:evidence-verifier" {
  /** The whole page that checks an export of a job's history. */
  const page: string;
  export default page;
}

declare module "virtual:react-router/server-build" {
  import type { ServerBuild } from "react-router";
  export const assets: ServerBuild["assets"];
  export const assetsBuildDirectory: ServerBuild["assetsBuildDirectory"];
  export const basename: ServerBuild["basename"];
  export const entry: ServerBuild["entry"];
  export const future: ServerBuild["future"];
  export const isSpaMode: ServerBuild["isSpaMode"];
  export const prerender: ServerBuild["prerender"];
  export const publicPath: ServerBuild["publicPath"];
  export const routeDiscovery: ServerBuild["routeDiscovery"];
  export const routes: ServerBuild["routes"];
  export const ssr: ServerBuild["ssr"];
}

declare module "virtual:field-shell" {
  /** The HTML document of every field screen (src/app/plugins/field-plugin.ts). */
  export const shell: string;
}

/** Side effects only: each import adds one method where it is missing. */
declare module "core-js/modules/*";
declare module "exifr/dist/mini.esm.mjs" {
  /** Same API as the full library, but for JPEG only and without tag names. */
  export { parse } from "exifr";
}
