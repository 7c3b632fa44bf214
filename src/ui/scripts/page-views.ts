// Sends one event per page and change of location, to this site only and without a cookie. The server
// removes what could identify a person.

const optedOut = (navigator as Navigator & { globalPrivacyControl?: boolean }).globalPrivacyControl === true;
const here = (): string => location.pathname + location.search;

let seen = here();
let timer: ReturnType<typeof setTimeout>;
let from = document.referrer;
let late: { path: string; location: string; referrer: string } | undefined;

const send = (): void => {
  clearTimeout(timer);
  if (!late) return;
  // If the page changes while the last one's title is still loading, send that one as it is.
  navigator.sendBeacon(
    optedOut ? "/api/page-view?gpc" : "/api/page-view",
    JSON.stringify({ ...late, title: document.title }),
  );
  late = undefined;
};

// Only path and query count: a jump within the page isn't a view. The router sets the title after the
// address, so wait.
const look = (wait: number): void => {
  if (here() === seen) return;
  send();
  seen = here();
  late = { path: location.pathname, location: location.href.split("#")[0]!, referrer: from };
  from = location.href;
  if (wait) timer = setTimeout(send, wait);
  else send();
};

const view = (): void => {
  seen = "";
  from = document.referrer;
  look(0);
};

for (const name of ["pushState", "replaceState"] as const) {
  const original = history[name].bind(history);
  history[name] = (...change) => {
    original(...change);
    look(300);
  };
}
addEventListener("popstate", () => look(300));
addEventListener("pagehide", send);
// Back and Forward may restore a page from the browser's cache.
addEventListener("pageshow", ({ persisted }) => persisted && view());
// A prerendered page counts when it is shown.
if ((document as Document & { prerendering?: boolean }).prerendering)
  document.addEventListener("prerenderingchange", view, { once: true });
else view();

if (optedOut)
  for (const line of document.querySelectorAll<HTMLElement>("[data-opt-out]")) line.hidden = false;

export {};
