// Something that takes a while and is told as it goes: `<div data-follow="/path">` opens that event stream.
// The words of `progress` stand in its [data-follow-line]; when it is over they go, and its [role=status]
// holds the <template> of the box (`ready`) or the words of `failed`. Without script, or when the stream does
// not open, the line stays as it was written, with a way to look again.

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
