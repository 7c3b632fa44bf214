// Before each test file: evaluates our modules anew, so that no file finds what another one registered or
// set, although they share a process (vitest.config.ts). Packages stay loaded.
import { vi } from "vitest";

vi.resetModules();
