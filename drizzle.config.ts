import { defineConfig } from "drizzle-kit";

export default defineConfig({
  dialect: "postgresql",
  schema: ["./src/app/tables.ts", "./src/tools/*/tables.server.ts"],
  out: "./migrations",
});
