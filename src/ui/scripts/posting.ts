// Forms sent in place: `<form method="post" data-post="/api/…">` is posted as JSON, and its status line
// shows the result. The texts come from the HTML: data-post-sending, data-post-sent, data-post-refused
// (`{}` is the server's own text) and data-post-lost, for when there was no readable answer. A <template>
// in the form replaces it once it is sent; without one its fields are cleared. A failure loses nothing
// typed. Without script the same form posts to its page.

const under = new WeakSet<HTMLFormElement>();
const shown = performance.now();

addEventListener("submit", (event) => {
  const form = event.target as HTMLFormElement;
  if (event.defaultPrevented || !form.dataset["post"]) return;
  event.preventDefault();
  if (!under.has(form)) void post(form, event.submitter ?? form.querySelector<HTMLElement>("[type=submit]"));
});

async function post(form: HTMLFormElement, button: HTMLElement | null): Promise<void> {
  const { post: path = "", postSending = "", postSent = "", postRefused = "", postLost = "" } = form.dataset;
  const line = form.querySelector<HTMLElement>(".status-line");
  const say = (words: string, kind: string): void => {
    if (line) [line.textContent, line.dataset["kind"]] = [words, kind];
  };
  const busy = (is: "true" | null): void => {
    for (const name of ["aria-busy", "aria-disabled"])
      if (is === null) button?.removeAttribute(name);
      else button?.setAttribute(name, is);
  };
  under.add(form);
  busy("true");
  say(postSending, "info");
  // Clear the field errors of the previous attempt.
  for (const field of form.querySelectorAll("[aria-invalid]")) field.removeAttribute("aria-invalid");
  for (const error of form.querySelectorAll(".field-error")) error.remove();
  try {
    const answer = await fetch(path, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      // How long the page had been open, which helps the server tell people from programs.
      body: JSON.stringify({
        ...Object.fromEntries(new FormData(form)),
        elapsed: Math.round(performance.now() - shown),
      }),
      signal: AbortSignal.timeout(30_000),
    });
    if (answer.ok) {
      const after = form.querySelector("template")?.content.firstElementChild;
      say(postSent, "done");
      if (after instanceof HTMLElement) {
        form.replaceWith(after);
        after.focus();
      } else
        for (const field of form.querySelectorAll<HTMLInputElement>("input:not([type=hidden]), textarea"))
          field.value = "";
      return;
    }
    // An HTML answer comes from something between us and the server.
    const text = /html/.test(answer.headers.get("content-type") ?? "") ? "" : (await answer.text()).trim();
    say(text ? postRefused.replace("{}", () => text) : postLost, "error");
  } catch {
    say(postLost, "error");
  } finally {
    under.delete(form);
    busy(null);
  }
}
