/** The headers of a paper's page. */
export const paperHeaders = () => ({
  // This site needs the referrer for the form's origin check; other sites never see the address.
  "Referrer-Policy": "same-origin",
  "X-Robots-Tag": "noindex",
  "Cache-Control": "no-store",
});

/** The title of a paper's page. */
export const paperMeta = ({ loaderData }: { loaderData?: { view: { title: string } } | undefined }) =>
  loaderData ? [{ title: loaderData.view.title }, { name: "robots", content: "noindex" }] : [];
