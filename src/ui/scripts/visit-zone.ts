// A page of free times shows them in the business's zone until it knows the client's. People without script
// choose theirs.

const line = document.querySelector<HTMLElement>("[data-zone-offset]");
const zone = new Intl.DateTimeFormat().resolvedOptions().timeZone as string | undefined;
if (line && zone && -new Date().getTimezoneOffset() !== Number(line.dataset["zoneOffset"])) {
  const address = new URL(location.href);
  address.searchParams.set("zone", zone);
  location.replace(address);
}

export {};
