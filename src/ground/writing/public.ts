export { FAREWELLS, GREETINGS } from "./drip/phrases.ts";
