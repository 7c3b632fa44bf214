import { data, redirect } from "react-router";
import { expect, it, vi } from "vitest";
import { AppError } from "#platform/errors/app-error.ts";
import { answering, reportInternalErrors } from "./answers.server.ts";
import { sendPdf } from "./send-pdf.server.ts";

const failing = (error: unknown) =>
  sendPdf(() => {
    throw error;
  });

it("answers a failure with its status and one line", async () => {
  const answer = await failing(new AppError("unavailable", "Try again soon.", { retryAfter: 5 }));
  expect([answer.status, answer.headers.get("retry-after")]).toEqual([503, "5"]);
  expect(await answer.text()).toBe("Try again soon.\n");
});

it("keeps the status of a failure that an account's transaction has answered already", async () => {
  const answer = await sendPdf(() =>
    answering(() => Promise.reject(new AppError("not_found", "This PDF isn’t here."))),
  );
  expect([answer.status, await answer.text()]).toEqual([404, "This PDF isn’t here.\n"]);
  expect((await failing(data({ code: "gone", message: "Gone." }, { status: 410 }))).status).toBe(410);
});

it("reports an unknown error, and says nothing about it", async () => {
  const report = vi.fn<(cause: unknown) => void>();
  reportInternalErrors(report);
  const answer = await failing(new Error("password in here"));
  expect([answer.status, await answer.text()]).toEqual([500, expect.not.stringContaining("password")]);
  expect(report).toHaveBeenCalledOnce();
  reportInternalErrors(() => {});
});

it("passes a redirect on", async () => {
  await expect(failing(redirect("/login"))).rejects.toMatchObject({ status: 302 });
});
