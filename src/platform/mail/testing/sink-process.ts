// A mail server in a process of its own, so that its work is not done by the one that is measured. Tells its address to the parent.
import { SMTPServer } from "smtp-server";

const encrypted = process.argv[2] === "tls";
const server = new SMTPServer({
  authOptional: true,
  disabledCommands: encrypted ? ["AUTH"] : ["AUTH", "STARTTLS"],
  disableReverseLookup: true,
  logger: false,
  onData(stream, _session, callback) {
    stream.resume();
    stream.on("end", () => callback(null, "taken"));
  },
});
server.on("error", () => {});
server.listen(0, "127.0.0.1", () => {
  const { port } = server.server.address() as { port: number };
  process.send?.(`smtp://127.0.0.1:${port}${encrypted ? "?tls.rejectUnauthorized=false" : ""}`);
});
process.once("disconnect", () => process.exit(0));
