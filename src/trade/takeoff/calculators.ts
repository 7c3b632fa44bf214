import type { Calculator } from "./calculator.ts";
import { concrete } from "./concrete.ts";
import { ground } from "./ground.ts";
import { inside } from "./inside.ts";
import { outside } from "./outside.ts";

export const CALCULATORS: readonly Calculator[] = [...concrete, ...ground, ...inside, ...outside];
