import type { Locator, Page } from "playwright-core";
import { linkOf } from "./mails.ts";

/** A new user that counts their actions: every field filled in, every choice, and every press. */
export class Newcomer {
  actions = 0;
  readonly began = performance.now();
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  /** Fills in a field, or selects an option in lists. */
  async give(name: string, value: string): Promise<void> {
    this.actions++;
    const field = this.page.locator(`main [name="${name}"]`).first();
    if ((await field.evaluate((one) => one.tagName)) === "SELECT") await field.selectOption(value);
    else await field.fill(value);
  }

  /** Presses the button of that name in the page, or the given element. */
  async press(what: string | RegExp | Locator): Promise<void> {
    this.actions++;
    const target =
      typeof what === "string" || what instanceof RegExp
        ? this.page.locator("main").getByRole("button", { name: what, exact: true }).first()
        : what;
    await target.click();
  }

  async openLink(mail: string, shape: RegExp): Promise<void> {
    this.actions++;
    await this.page.goto(linkOf(mail, shape));
  }

  /** Waits for a step of the first run, by its progress text. */
  async at(step: number): Promise<void> {
    await this.page.getByText(new RegExp(`^Step ${step} of 6`)).waitFor();
  }

  async sees(heading: string | RegExp): Promise<void> {
    await this.page.getByRole("heading", { level: 1, name: heading }).waitFor();
  }

  /** Registers and logs in with the two forms. */
  async registers(origin: string, email: string, password: string): Promise<void> {
    await this.page.goto(`${origin}/register`);
    for (const name of ["email", "password", "confirmPassword"])
      await this.give(name, name === "email" ? email : password);
    await this.press("Register");
    await this.page.getByText("Registration successful! You can now log in.").waitFor();
    // With script the page goes there by itself.
    const link = this.page.locator("main").getByRole("link", { name: "Log in" });
    await Promise.race([
      this.page.waitForURL("**/login*", { timeout: 3000 }),
      this.page.waitForTimeout(2500).then(() => link.click({ timeout: 2000 }).catch(() => {})),
    ]);
    await this.page.waitForURL("**/login*");
    await this.give("email", email);
    await this.give("password", password);
    await this.press("Log In");
    await this.page.waitForURL("**/account/dashboard");
  }

  /** Actions and minutes so far; the limits are 20 actions and ten minutes. */
  took(): { readonly actions: number; readonly minutes: number } {
    const minutes = (performance.now() - this.began) / 60_000;
    process.stdout.write(`first run: ${this.actions} actions, ${(minutes * 60).toFixed(0)} s\n`);
    return { actions: this.actions, minutes };
  }
}
