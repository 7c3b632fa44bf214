import { startTransition, useEffect } from "react";
import { hydrateRoot } from "react-dom/client";
import { HydratedRouter } from "react-router/dom";
import { keepEarlyTyping } from "#ui/early-typing.ts";

const putBack = keepEarlyTyping();

function Hydrated() {
  // Runs after the effects of every part below.
  useEffect(putBack, []);
  return <HydratedRouter />;
}

startTransition(() => {
  hydrateRoot(document, <Hydrated />);
});
