// Loaded by load-newer.ts if `Temporal` is missing: Safari, Chrome before 144, Firefox before 139.
import "temporal-polyfill/global";
