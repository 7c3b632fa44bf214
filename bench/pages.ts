import { execFileSync, spawn } from "node:child_process";
import { cp, mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { freePort, removeData, startProduct, tempFolder } from "../e2e/harness/product.ts";
import type { Figure } from "./figure.ts";
import { median, needPackages, words } from "./tools.ts";

const SECONDS = 4;
const ROUNDS = 3;

/**
 * The home page served from memory, compared with nginx serving the same bytes: one core for the server,
 * another for the load.
 */
export async function benchPages(): Promise<Figure[]> {
  needPackages({ wrk: "wrk", nginx: "nginx-light", taskset: "util-linux" });
  const product = await startProduct({ LOG_LEVEL: "error" });
  const nginx = await startNginx(product.url);
  try {
    execFileSync("taskset", ["-acp", "0", String(product.process.pid)], { stdio: "ignore" });
    const ours: number[] = [];
    const theirs: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      ours.push(load(`${product.url}/`));
      theirs.push(load(`http://127.0.0.1:${nginx.port}/`));
    }
    const weight = await homeWeight(product.url);
    return [
      {
        what: "Home page, requests per second on one core, beside nginx",
        ours: words(median(ours)),
        limit: words(median(theirs)),
        ratio: median(ours) / median(theirs),
        aim: 0.6,
      },
      {
        what: "Home page over the wire with fonts, beside 120 KB",
        ours: `${(weight / 1000).toFixed(1)} KB`,
        limit: "120 KB",
        ratio: 120_000 / weight,
        aim: 1,
      },
    ];
  } finally {
    nginx.stop();
    await product.stop();
    await removeData(product.dataDir);
  }
}

function load(url: string): number {
  const output = execFileSync(
    "taskset",
    ["-c", "1", "wrk", "-t1", "-c32", `-d${SECONDS}s`, "-H", "Accept-Encoding: br", url],
    {
      encoding: "utf8",
    },
  );
  return Number(/Requests\/sec:\s+([\d.]+)/.exec(output)?.[1] ?? 0);
}

// The same compressed bytes as a file, so nginx only has to send them.
async function startNginx(url: string): Promise<{ port: number; stop(): void }> {
  const folder = await tempFolder("nginx");
  execFileSync("chmod", ["755", folder]);
  const answer = await fetch(url, { headers: { "Accept-Encoding": "br" } });
  const raw = execFileSync("curl", ["-s", "-H", "Accept-Encoding: br", url]);
  await mkdir(path.join(folder, "site"));
  await writeFile(path.join(folder, "site/index.html"), raw);
  await cp(path.join(folder, "site/index.html"), path.join(folder, "site/same.html"));
  const port = await freePort();
  const headers = [
    "content-security-policy",
    "permissions-policy",
    "referrer-policy",
    "cross-origin-opener-policy",
    "cross-origin-resource-policy",
    "x-content-type-options",
    "x-frame-options",
    "vary",
  ]
    .map((name) => `add_header ${name} "${(answer.headers.get(name) ?? "").replaceAll('"', '\\"')}";`)
    .join("\n      ");
  await writeFile(
    path.join(folder, "nginx.conf"),
    `daemon off; master_process off; pid ${folder}/pid; error_log ${folder}/error.log;
events { worker_connections 256; }
http {
  access_log off; types { text/html html; } charset utf-8; keepalive_requests 1000000;
  client_body_temp_path ${folder}/a; proxy_temp_path ${folder}/b; fastcgi_temp_path ${folder}/c; uwsgi_temp_path ${folder}/d; scgi_temp_path ${folder}/e;
  server { listen 127.0.0.1:${port}; root ${folder}/site; index index.html; location / {
      add_header Content-Encoding br;
      ${headers}
  } }
}
`,
  );
  const child = spawn("taskset", ["-c", "0", "nginx", "-c", path.join(folder, "nginx.conf")], {
    stdio: "ignore",
  });
  await sleep(500);
  return { port, stop: () => void child.kill("SIGTERM") };
}

async function homeWeight(url: string): Promise<number> {
  const fetchBytes = (address: string) =>
    execFileSync("curl", ["-s", "-H", "Accept-Encoding: br", address]).length;
  const html = await (await fetch(url)).text();
  const parts = [
    ...html.matchAll(/<(?:link|script|img)[^>]+?(?:href|src)="(\/[^"]+\.(?:css|js|woff2|svg|png|webp))"/g),
  ].map((match) => match[1]!);
  return (
    fetchBytes(`${url}/`) + [...new Set(parts)].reduce((sum, part) => sum + fetchBytes(`${url}${part}`), 0)
  );
}
