import type { ReportShape } from "#trade/jobs/public.server.ts";
import { fillClaimPack } from "./claim-pack.ts";

export const weatherClaim: ReportShape = {
  name: "weather",
  tool: "logs",
  label: "Weather claim pack",
  hint: "Days lost to weather compared with days expected, each with its readings and the work it stopped.",
  saying: ["logs.day"],
  companies: () => Promise.resolve([]),
  tell: fillClaimPack,
};
