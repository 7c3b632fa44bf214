interface ScreenMeta {
  readonly title: string;
  readonly description: string;
  /** Given for screens that search engines may list. */
  readonly path?: string;
}

/** Title and description of a screen; without a path it asks not to be indexed. `__PUBLIC_URL__` is filled in by the server. */
export function screenMeta({ title, description, path }: ScreenMeta) {
  return [
    { title },
    { name: "description", content: description },
    ...(path === undefined
      ? [{ name: "robots", content: "noindex" }]
      : [
          { tagName: "link", rel: "canonical", href: `__PUBLIC_URL__${path}` },
          { property: "og:type", content: "website" },
          { property: "og:title", content: title },
          { property: "og:description", content: description },
          { property: "og:url", content: `__PUBLIC_URL__${path}` },
          { property: "og:image", content: "__PUBLIC_URL__/images/social/plumbline.png" },
          { property: "og:image:width", content: "1200" },
          { property: "og:image:height", content: "630" },
        ]),
  ];
}
