import { createRoot } from "react-dom/client";
import { FieldApp } from "#faces/field/app.tsx";
import { toolsNamed } from "#ground/businesses/public.ts";
import { AccountNavigation, Navigation } from "#faces/site/frame/navigation.tsx";
import { loadNewer } from "#platform/newer/load-newer.ts";
import { fieldRoutes } from "./field-routes.tsx";
import { worded } from "./field-labels.ts";
import "#ui/scripts/enhance.ts";
import "#ui/styles.css";
import "#ui/account.css";
import "#ui/field.css";

const place = document.getElementById("field")!;
const start = () =>
  createRoot(place).render(
    <FieldApp
      routes={fieldRoutes}
      words={worded}
      bar={(me) => {
        const account = {
          ...{ business: me?.business ?? null, several: false, tools: toolsNamed(me?.tools ?? []) },
          ...{ operates: false, waiting: me?.waiting ?? 0 },
        };
        return me && me.role !== "guest" ? (
          <AccountNavigation account={account} />
        ) : (
          <Navigation viewer="member" account={account} />
        );
      }}
    />,
  );

loadNewer().then(start, () => {
  place.textContent =
    "Part of this page didn’t load. Check your signal, then load the page again. What you saved is safe on this device.";
});
