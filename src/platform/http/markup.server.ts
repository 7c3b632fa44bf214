import type { ReactElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";

/** Renders a part of a page as HTML, for a feed or an email. Text in it is escaped. */
export function markup(element: ReactElement): string {
  return renderToStaticMarkup(element);
}
