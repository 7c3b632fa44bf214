import type { ReactElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";

/** A part of a page as HTML that stands on its own, for a feed or a mail. Text in it is escaped. */
export function markup(element: ReactElement): string {
  return renderToStaticMarkup(element);
}
