// Progress of something slow: `<div data-follow="/path">` opens that event stream. `progress` events go
// into its [data-follow-line]. At the end the line is removed, and its [role=status] gets the <template> of
// the box (`ready`) or the text of `failed`. Without script, or when the stream doesn't open, the line
// stays as rendered, with a link to look again.

for (const box of document.querySelectorAll<HTMLElement>("[data-follow]")) {
  const line = box.querySelector("[data-follow-line]");
  const source = new EventSource(box.dataset["follow"] ?? "");
  const end = (what: Node | string): void => {
    source.close();
    line?.remove();
    box.querySelector("[role=status]")?.replaceChildren(what);
  };
  source.addEventListener("progress", ({ data }: MessageEvent<string>) => line?.replaceChildren(data));
  source.addEventListener("failed", ({ data }: MessageEvent<string>) => end(data));
  source.addEventListener("ready", () => end(box.querySelector("template")?.content ?? ""));
}
