import { mailTo } from "./mails.ts";
import type { RunningProduct } from "./product.ts";

/** A browser without a window: stores cookies, posts forms, follows no redirects. */
export class Visitor {
  readonly #base: string;
  readonly #cookies = new Map<string, string>();

  constructor(base: string) {
    this.#base = base;
  }

  async get(path: string): Promise<Response> {
    return this.send(path, { method: "GET" });
  }

  async post(path: string, fields: Readonly<Record<string, string>> = {}): Promise<Response> {
    return this.send(path, {
      method: "POST",
      body: new URLSearchParams(fields),
      headers: { "Sec-Fetch-Site": "same-origin" },
    });
  }

  /** The cookies so far, as a Cookie header. */
  cookies(): string {
    return [...this.#cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  }

  /** Any request, with the cookies so far. */
  async send(path: string, init: RequestInit): Promise<Response> {
    const headers = new Headers(init.headers);
    headers.set("Cookie", this.cookies());
    const answer = await fetch(new URL(path, this.#base), { ...init, headers, redirect: "manual" });
    for (const line of answer.headers.getSetCookie()) {
      const [pair = ""] = line.split(";");
      const at = pair.indexOf("=");
      if (/max-age=0/i.test(line)) this.#cookies.delete(pair.slice(0, at));
      else this.#cookies.set(pair.slice(0, at), pair.slice(at + 1));
    }
    return answer;
  }
}

/** A person with an account, signed in. */
export interface Owner {
  readonly visitor: Visitor;
  readonly email: string;
  readonly password: string;
}

/** Where a product is, and where its emails arrive. */
export type Reached = Pick<RunningProduct, "url" | "outbox">;

/** Registers, signs in, and verifies with the product's email. */
export async function registerOwner(
  product: Reached,
  email: string,
  password = "correct plumb line 7",
): Promise<Owner> {
  const visitor = new Visitor(product.url);
  await visitor.post("/register", { email, password, confirmPassword: password });
  const signedIn = await visitor.post("/login", { email, password });
  if (signedIn.status !== 303) throw new Error(`sign-in answered ${signedIn.status}`);
  const shape = /\/verify\/address\?token=[^\s"<>]+/;
  await visitor.get(shape.exec(await mailTo(product, email, shape))![0]);
  return { visitor, email, password };
}

/** An owner with a magnet on a personal page. */
export interface Shop extends Owner {
  readonly magnetId: string;
  readonly slug: string;
}

/** Does everything up to a working personal link, through the product's own forms. */
export async function openShop(
  product: Reached,
  email: string,
  businessName: string,
  details: { postalAddress?: string; sells?: string } = {},
): Promise<Shop> {
  const owner = await registerOwner(product, email);
  const { visitor } = owner;
  const made = await visitor.post("/genLeadMagnet", {
    name: "Pat Owner",
    email,
    company: businessName,
    product: details.sells ?? "cedar decks",
    ...(details.sells === undefined ? { topic: "hiring a deck builder" } : {}),
  });
  if (made.status !== 303) throw new Error(`the generator answered ${made.status}: ${await made.text()}`);
  const kept = await visitor.post("/account/dashboard", { intent: "keep" });
  const magnetId = /magnets\/([0-9a-f-]{36})/.exec(kept.headers.get("location") ?? "")?.[1];
  if (!magnetId) throw new Error(`keeping answered ${kept.status} ${kept.headers.get("location") ?? ""}`);
  const linked = await visitor.post(`/account/magnets/${magnetId}/link`, {
    businessName,
    postalAddress: details.postalAddress ?? "1 Main Street\nDenver, CO 80202",
    zone: "America/Denver",
  });
  if (linked.status !== 303)
    throw new Error(`making the link answered ${linked.status}: ${await linked.text()}`);
  const page = await (await visitor.get(`/account/magnets/${magnetId}/link`)).text();
  const slug = /\/p\/([a-z0-9-]+)/.exec(page)?.[1];
  if (!slug) throw new Error("the link page shows no link");
  return { ...owner, magnetId, slug };
}

/** Posts a client's name and address to a personal page. */
export async function askForGuide(
  product: RunningProduct,
  slug: string,
  client: { name: string; email: string; submission?: string },
): Promise<Response> {
  const visitor = new Visitor(product.url);
  const form = await (await visitor.get(`/p/${slug}`)).text();
  const submission = client.submission ?? /name="submission" value="([^"]+)"/.exec(form)?.[1] ?? "";
  return visitor.post(`/p/${slug}`, { name: client.name, email: client.email, consent: "yes", submission });
}

/** Lets clients book visits of an hour at their place, from 8 to 6 every day, half an hour apart. */
export async function openVisits({ visitor }: Shop): Promise<void> {
  const hours = Array.from({ length: 7 }, (_, day) => [
    [`visits-${day}-from`, "08:00"],
    [`visits-${day}-to`, "18:00"],
  ]).flat();
  const saved = await visitor.post("/account/settings/visits", {
    ...(Object.fromEntries(hours) as Record<string, string>),
    isOpen: "yes",
    name: "Estimate visit",
    "place-theirs": "yes",
    lengthMinutes: "60",
    travelMinutes: "30",
    noticeHours: "1",
    aheadDays: "30",
    remindHours: "24",
  });
  if (saved.status !== 303) throw new Error(`the settings answered ${saved.status}`);
}

/**
 * Posts a client's booking of such a visit.
 * @param client.at "2026-12-01T16:00Z"
 * @param client.submission the id of their form, which is the same when they press again
 */
export const bookVisit = (
  product: RunningProduct,
  slug: string,
  client: { at: string; email: string; submission: string },
): Promise<Response> =>
  new Visitor(product.url).post(`/visits/${slug}`, {
    ...client,
    place: "theirs",
    name: "Ann Client",
    phone: "(303) 555-0142",
    address: "12 Elm St",
  });
