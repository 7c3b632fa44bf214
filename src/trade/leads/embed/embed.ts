// A personal page's form on another site: `<script src="{origin}/embed.js" data-form="{slug}"
// async></script>`. One classic script without dependencies, built by src/app/plugins/embed-plugin.ts. It
// creates elements and sets text and attributes, but inserts no HTML strings or style elements, so it works
// under the policy `default-src 'none'; script-src {origin}; connect-src {origin}`. It never navigates away
// from the page.

import type { FormBox, FormDefinition, FormField } from "../form/questions.ts";
import { withUtf8 } from "../page/percent-encoding.ts";
import { ELAPSED, TRAP, TRAP_LABEL } from "../form/trap.ts";
import { sheetOf } from "./sheet.ts";

/** Shared by all copies of this script on a page. */
interface Forms {
  show(script: HTMLScriptElement | null): void;
}
declare global {
  interface Window {
    plumblineForms?: Forms;
  }
}

const WAIT_MS = 30_000;
const OFFLINE =
  "You’re offline, so it wasn’t sent. What you typed is still here. Send it again when you’re back online.";
const FAILED =
  "We couldn’t reach the server, so it wasn’t sent. What you typed is still here. Please send it again.";
const SLOW = "That took too long, so we’re not sure it arrived. Send it again. We’ll only count it once.";
const AWAY = "This form can’t be shown right now. ";

const createElement = <Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Readonly<Record<string, string | undefined>> = {},
  ...children: (Node | string)[]
): HTMLElementTagNameMap[Tag] => {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes))
    if (value !== undefined) element.setAttribute(name, value);
  element.append(...children);
  return element;
};

/** A UUID; randomUUID() doesn't exist on pages served over plain HTTP. */
const newSubmission = (): string => {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = (bytes[6]! & 15) | 64;
  bytes[8] = (bytes[8]! & 63) | 128;
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
};

/** Campaign parameters, the page's path and the referring origin, but nothing else from the query. */
const sourceOf = (): string => {
  const source: Record<string, string> = { page: location.origin + location.pathname };
  for (const [name, value] of new URLSearchParams(withUtf8(location.search)))
    if (/^(utm_\w+|gclid|gbraid|wbraid|msclkid|fbclid|ttclid|li_fat_id)$/.test(name))
      source[name] = value.slice(0, 256);
  const from = document.referrer;
  if (from && new URL(from).host !== location.host) source["referrer"] = new URL(from).origin;
  return JSON.stringify(source);
};

const inputOf = ({ name, type, rows, required, autoComplete, hint }: FormField): HTMLElement =>
  createElement(type === "lines" ? "textarea" : "input", {
    id: name,
    name,
    type: type === "lines" ? undefined : type,
    rows: rows?.toString(),
    autocomplete: autoComplete,
    "aria-describedby": hint && `${name}-hint`,
    required: required ? "" : undefined,
  });

const fieldOf = (field: FormField): HTMLElement => {
  const { name, label, hint, required } = field;
  const head = createElement(
    "label",
    { for: name },
    label,
    ...(required ? [] : [createElement("span", { class: "optional" }, " optional")]),
  );
  return createElement(
    "div",
    { class: "field" },
    head,
    ...(hint ? [createElement("p", { id: `${name}-hint`, class: "hint" }, hint)] : []),
    inputOf(field),
  );
};

const boxOf = ({ name, label, required }: FormBox): HTMLElement =>
  createElement(
    "div",
    { class: "field box" },
    createElement("input", {
      type: "checkbox",
      id: name,
      name,
      value: "yes",
      required: required ? "" : undefined,
    }),
    createElement("label", { for: name }, label),
  );

const trapField = (): HTMLElement =>
  createElement(
    "div",
    { hidden: "" },
    createElement(
      "label",
      {},
      TRAP_LABEL,
      createElement("input", { type: "text", name: TRAP, tabindex: "-1", autocomplete: "off" }),
    ),
  );

const showForm = (root: ShadowRoot, address: string, definition: FormDefinition): void => {
  const { title, promise, fields, boxes, action, thanks } = definition;
  const submission = newSubmission();
  const shownAt = performance.now();
  const button = createElement("button", { type: "submit" }, action);
  const status = createElement("p", { role: "status", class: "status" });
  const form = createElement(
    "form",
    { "aria-labelledby": "title", novalidate: "" },
    createElement("h2", { id: "title" }, title),
    createElement("p", { class: "promise" }, promise),
    ...fields.map(fieldOf),
    ...boxes.map(boxOf),
    trapField(),
    button,
    status,
  );

  const setStatus = (words: string, isError = true): void => {
    status.className = isError ? "status error" : "status";
    status.textContent = words;
  };
  const showErrors = (errors: Readonly<Record<string, string>>): void => {
    for (const old of form.querySelectorAll(".field .error")) old.remove();
    let first: HTMLElement | undefined;
    for (const input of form.querySelectorAll<HTMLElement>("input, textarea")) {
      const error = errors[input.id];
      const hint = root.getElementById(`${input.id}-hint`) && `${input.id}-hint`;
      const described = [error && `${input.id}-error`, hint].filter(Boolean).join(" ");
      if (described) input.setAttribute("aria-describedby", described);
      else input.removeAttribute("aria-describedby");
      if (error) input.setAttribute("aria-invalid", "true");
      else input.removeAttribute("aria-invalid");
      if (!error) continue;
      input.parentElement?.append(createElement("p", { id: `${input.id}-error`, class: "error" }, error));
      first ??= input;
    }
    first?.focus();
  };

  let sending = false;
  const send = async (): Promise<void> => {
    const body = new URLSearchParams();
    for (const [name, value] of new FormData(form)) if (typeof value === "string") body.append(name, value);
    body.set("submission", submission);
    body.set("source", sourceOf());
    body.set(ELAPSED, Math.round(performance.now() - shownAt).toString());
    const signal = AbortSignal.timeout(WAIT_MS);
    const answer = await fetch(address, { method: "POST", body, credentials: "omit", signal });
    if (answer.ok) {
      // Newer than the cached definition.
      const { thanks: shownThanks = thanks } = (await answer.json()) as { thanks?: FormDefinition["thanks"] };
      const heading = createElement("h2", { tabindex: "-1" }, shownThanks.title);
      root.replaceChildren(
        createElement(
          "div",
          { class: "thanks", role: "status" },
          heading,
          createElement("p", {}, shownThanks.text),
        ),
      );
      heading.focus();
      return;
    }
    const { error, fields: errors } = (await answer.json()) as {
      error?: string;
      fields?: Record<string, string>;
    };
    showErrors(errors ?? {});
    setStatus(error ?? FAILED);
  };
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    if (sending) return;
    sending = true;
    button.setAttribute("aria-disabled", "true");
    button.textContent = "Sending...";
    setStatus("Sending...", false);
    send()
      .catch((error: unknown) =>
        setStatus((error as Error).name === "TimeoutError" ? SLOW : navigator.onLine ? FAILED : OFFLINE),
      )
      .finally(() => {
        sending = false;
        button.removeAttribute("aria-disabled");
        button.textContent = action;
      });
  });
  root.replaceChildren(form);
};

const showAt = async (
  slug: string,
  origin: string,
  theme: string | undefined,
  host: HTMLElement,
): Promise<void> => {
  host.lang = "en";
  const root = host.attachShadow({ mode: "open" });
  const address = `${origin}/api/forms/${encodeURIComponent(slug)}`;
  const applyStyles = (color: FormDefinition["color"]): void =>
    void (root.adoptedStyleSheets = [sheetOf(color, theme)]);
  try {
    const answer = await fetch(address, { credentials: "omit", signal: AbortSignal.timeout(WAIT_MS) });
    if (!answer.ok) throw new Error(String(answer.status));
    const definition = (await answer.json()) as FormDefinition;
    applyStyles(definition.color);
    showForm(root, address, definition);
  } catch {
    applyStyles(null);
    const link = createElement("a", { href: `${origin}/p/${encodeURIComponent(slug)}` }, "Open it as a page");
    root.replaceChildren(createElement("p", { role: "status" }, AWAY, link, "."));
  }
};

/** querySelectorAll that also searches open shadow roots. */
const queryDeep = <Found extends Element>(
  selector: string,
  root: Document | ShadowRoot = document,
): Found[] => [
  ...root.querySelectorAll<Found>(selector),
  ...[...root.querySelectorAll("*")].flatMap(({ shadowRoot }) =>
    shadowRoot ? queryDeep<Found>(selector, shadowRoot) : [],
  ),
];
/** Our script elements. Needed where document.currentScript is null: in modules and shadow roots. */
const ownScripts = (): HTMLScriptElement[] =>
  queryDeep<HTMLScriptElement>('script[src*="/embed.js"]').filter(({ src }) =>
    /^https?:\/\/[^/]+\/embed\.js(?:[?#]|$)/.test(src),
  );

const shown = new WeakSet<Element>();
const start = (): Forms => ({
  show(script) {
    const own = script ? [] : ownScripts();
    if (own.length) {
      for (const one of own) this.show(one);
      return;
    }
    const origin = script?.src ? new URL(script.src).origin : location.origin;
    const places = queryDeep<HTMLElement>("[data-form-place]");
    const open = (slug: string, at: HTMLElement, insert: (host: HTMLElement) => void): void => {
      if (!slug || shown.has(at)) return;
      shown.add(at);
      const host = createElement("div");
      insert(host);
      void showAt(slug, origin, at.dataset["theme"], host);
    };
    const slug = script?.dataset["form"];
    for (const place of places)
      if (!slug || place.dataset["formPlace"] === slug)
        open(place.dataset["formPlace"] ?? "", place, (host) => place.append(host));
    if (!script || !slug || places.some((place) => place.dataset["formPlace"] === slug)) return;
    open(slug, script, (host) =>
      document.head.contains(script) ? document.body.append(host) : script.after(host),
    );
  },
});

const script = document.currentScript instanceof HTMLScriptElement ? document.currentScript : null;
const forms = (window.plumblineForms ??= start());
if (document.body) forms.show(script);
else document.addEventListener("DOMContentLoaded", () => forms.show(script), { once: true });
