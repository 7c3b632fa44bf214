import { Form } from "react-router";
import { SubmitButton } from "#ui/button.tsx";
import { Field } from "#ui/field.tsx";
import { Section } from "#ui/layout.tsx";

export interface ShownTodo {
  readonly id: string;
  readonly text: string;
  readonly words: string;
  readonly iso: string;
  readonly isDone: boolean;
  readonly isLate: boolean;
}

/** What the business wants to do for a lead, and a form for another task. */
export function LeadTodos({
  todos,
  form,
  sending,
}: {
  todos: readonly ShownTodo[];
  /** `newId` changes once a task is saved, which clears the fields. */
  form: {
    readonly newId: string;
    readonly values?: Readonly<Record<string, string>> | undefined;
    readonly errors?: Readonly<Record<string, string | undefined>> | undefined;
  };
  sending: boolean;
}) {
  const { newId, values, errors } = form;
  return (
    <Section title="Tasks" id="tasks">
      {todos.length ? (
        <ul className="mt-3 border-t border-rule">
          {todos.map(({ id, text, words, iso, isDone, isLate }) => (
            <li key={id} className="flex items-center justify-between gap-3 border-b border-rule py-2">
              <p className="wrap-anywhere">
                <b className={isDone ? "line-through" : undefined}>{text}</b>
                <span className="block text-sm text-pencil">
                  {isDone ? "Done. " : isLate ? "Late. " : null}
                  <time dateTime={iso}>{words}</time>
                </span>
              </p>
              <Form method="post">
                <input type="hidden" name="todo" value={id} />
                <SubmitButton
                  kind={isDone ? "quiet" : "plain"}
                  size="small"
                  name="do"
                  value={isDone ? "todo-undo" : "todo-done"}
                  busy="Saving..."
                  sending={sending}
                  aria-label={`${isDone ? "Undo" : "Done"}: ${text}`}
                >
                  {isDone ? "Undo" : "Done"}
                </SubmitButton>
              </Form>
            </li>
          ))}
        </ul>
      ) : null}
      <Form method="post" className="mt-4 grid max-w-measure gap-3" key={errors ? "refused" : todos.length}>
        <input type="hidden" name="todo" value={values?.["todo"] || newId} />
        <Field
          name="text"
          label="What to do"
          unmarked
          maxLength={200}
          autoComplete="off"
          placeholder="Call about the stairs"
          defaultValue={values?.["text"]}
          error={errors?.["text"]}
        />
        <div className="grid grid-cols-2 gap-3">
          <Field
            name="day"
            label="Day"
            unmarked
            type="date"
            defaultValue={values?.["day"]}
            error={errors?.["day"]}
          />
          <Field name="time" label="Time" unmarked type="time" defaultValue={values?.["time"] ?? "09:00"} />
        </div>
        <div>
          <SubmitButton kind="plain" name="do" value="todo" busy="Saving..." sending={sending}>
            Add task
          </SubmitButton>
        </div>
      </Form>
    </Section>
  );
}
