import { randomUUID } from "node:crypto";
import http from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { removeData, startProduct } from "../e2e/harness/product.ts";
import { openShop } from "../e2e/harness/visitor.ts";
import type { Figure } from "./figure.ts";
import { median, p95 } from "./tools.ts";

const SECONDS = 4;
const ROUNDS = 3;
const ATTACKERS = 50;
const PAUSE_MS = 4;
/** How much slower pages may get during password guessing. */
const MOST = 2;

/**
 * 95th percentile of page times, with and without fifty concurrent password guessers. Each guess has its own
 * address and account, so that only the cost of hashing limits it.
 */
export async function benchSignIn(): Promise<Figure[]> {
  const product = await startProduct({ LOG_LEVEL: "error", TRUST_PROXY: "127.0.0.1" });
  const agent = new http.Agent({ keepAlive: true, maxSockets: ATTACKERS + 2 });
  const ask = (path: string, options: http.RequestOptions = {}, body?: string) =>
    answered(product.port, path, { ...options, agent }, body);
  try {
    const shop = await openShop(product, "bench@owner.test", "Bench Decks");
    const pages = [
      { name: "Home page", path: "/", headers: {} },
      {
        name: "Dashboard, signed in",
        path: "/account/dashboard",
        headers: { Cookie: shop.visitor.cookies() },
      },
    ];
    let attacking = false;
    let guesses = 0;
    const attacker = async () => {
      while (attacking) {
        const body = `email=${randomUUID()}%40nobody.test&password=${randomUUID()}`;
        const status = await ask(
          "/login",
          {
            method: "POST",
            headers: {
              "Content-Type": "application/x-www-form-urlencoded",
              "Content-Length": body.length,
              "Sec-Fetch-Site": "same-origin",
              "X-Forwarded-For": `10.${Math.floor(Math.random() * 256)}.${Math.floor(Math.random() * 256)}.${Math.floor(Math.random() * 256)}`,
            },
          },
          body,
        );
        if (status === 422) guesses++;
        else if (status !== 503) throw new Error(`a wrong password was answered with ${status}`);
      }
    };
    const measure = async () => {
      const times = pages.map((): number[] => []);
      for (const until = performance.now() + SECONDS * 1000; performance.now() < until; await sleep(PAUSE_MS))
        for (const [at, page] of pages.entries()) {
          const began = performance.now();
          const status = await ask(page.path, { headers: page.headers });
          if (status !== 200) throw new Error(`${page.path} answered ${status}`);
          times[at]!.push(performance.now() - began);
        }
      return times.map(p95);
    };
    await measure();
    const quiet: number[][] = [];
    const attacked: number[][] = [];
    for (let round = 0; round < ROUNDS; round++) {
      quiet.push(await measure());
      attacking = true;
      const attackers = Array.from({ length: ATTACKERS }, attacker);
      await sleep(300);
      attacked.push(await measure());
      attacking = false;
      await Promise.all(attackers);
    }
    if (guesses < ROUNDS * SECONDS) throw new Error(`only ${guesses} passwords were compared`);
    return pages.map(({ name }, at) => {
      const [before, during] = [
        median(quiet.map((one) => one[at]!)),
        median(attacked.map((one) => one[at]!)),
      ];
      return {
        what: `${name}, p95 while ${ATTACKERS} guess passwords at once (${Math.round(guesses / ROUNDS / SECONDS)} compared a second), beside ${MOST} times the usual`,
        ours: `${during.toFixed(1)} ms`,
        limit: `${(MOST * before).toFixed(1)} ms`,
        ratio: (MOST * before) / during,
        aim: 1,
      };
    });
  } finally {
    agent.destroy();
    await product.stop();
    await removeData(product.dataDir);
  }
}

function answered(port: number, path: string, options: http.RequestOptions, body?: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const request = http.request({ host: "127.0.0.1", port, path, ...options }, (answer) => {
      answer.resume();
      answer.once("end", () => resolve(answer.statusCode ?? 0));
    });
    request.once("error", reject);
    request.end(body);
  });
}
