import { randomUUID } from "node:crypto";
import { createServer } from "node:http";
import pg from "pg";

// The baseline for a capture: Node's own server reads the same form and answers when the bare driver's insert
// is durable. No checks, limits, tenancy, headers, log or metrics. Prints its port once it listens. Usage:
// node bare-capture.ts DATABASE_URL, with a table `bare`.

const pool = new pg.Pool({ connectionString: process.argv[2] });

const server = createServer((request, response) => {
  let body = "";
  request.setEncoding("utf8");
  request.on("data", (piece: string) => (body += piece));
  request.on("end", () => {
    const form = new URLSearchParams(body);
    void pool
      .query({
        name: "bare",
        text: "insert into bare values ($1, $2, $3, $4, $5, $6, $7)",
        values: [
          ...[randomUUID(), randomUUID(), randomUUID()],
          ...[form.get("name"), form.get("email"), form.get("source"), new Date().toISOString()],
        ],
      })
      .then(() => response.writeHead(303, { Location: "/thanks", "Content-Length": "0" }).end());
  });
});
server.listen(0, "127.0.0.1", () => {
  const address = server.address();
  process.stdout.write(`${typeof address === "object" ? address?.port : ""}\n`);
});
