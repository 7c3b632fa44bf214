import type { LoaderFunctionArgs } from "react-router";
import { sendSharedSheet } from "./page.server.ts";

/** The PDF of a sheet, for people who scanned the poster. */
export const loader = (args: LoaderFunctionArgs): Promise<Response> => sendSharedSheet(args);
