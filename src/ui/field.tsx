import {
  type InputHTMLAttributes,
  memo,
  type ReactNode,
  type Ref,
  type SelectHTMLAttributes,
  type TextareaHTMLAttributes,
} from "react";
import { Icon } from "./icons.tsx";

/**
 * Props of every form control. `error` is shown beside the field and announced with it; `id` is needed
 * only when two forms share a page.
 */
export interface FieldProps {
  name: string;
  label: ReactNode;
  hint?: ReactNode;
  error?: string | undefined;
  id?: string;
  /** Hides the word `optional` on a field that isn't required. */
  unmarked?: boolean;
}

/** The target of an error summary's link to a field. */
export const fieldId = (name: string): string => `field-${name.replaceAll(/[^\w-]/g, "-")}`;

interface Wiring {
  id: string;
  describedBy: string | undefined;
}

const wire = ({ id, name, hint, error }: FieldProps, optional: boolean): Wiring => {
  const own = id ?? fieldId(name);
  const parts = [error && `${own}-error`, hint && `${own}-hint`, optional && `${own}-optional`].filter(
    Boolean,
  );
  return { id: own, describedBy: parts.length > 0 ? parts.join(" ") : undefined };
};

function FieldError({ id, children }: { id: string; children: ReactNode }) {
  return (
    <p className="field-error" id={id}>
      <Icon name="warning" />
      <span>{children}</span>
    </p>
  );
}

function Frame({
  id,
  label,
  hint,
  error,
  optional,
  children,
}: Pick<FieldProps, "label" | "hint" | "error"> & { id: string; optional: boolean; children: ReactNode }) {
  return (
    <div className="field">
      <div className="field-head">
        <label htmlFor={id}>{label}</label>
        {optional ? (
          <span className="field-optional" id={`${id}-optional`}>
            optional
          </span>
        ) : null}
      </div>
      {hint ? (
        <p className="field-hint" id={`${id}-hint`}>
          {hint}
        </p>
      ) : null}
      {children}
      {error ? <FieldError id={`${id}-error`}>{error}</FieldError> : null}
    </div>
  );
}

type Native<Attributes> = Omit<Attributes, "name" | "id" | "className" | "style">;

/** Drawn again only when they change: there may be hundreds beside a field that is drawn at each key. */
const Suggestions = memo(function Suggestions({ id, words }: { id: string; words: readonly string[] }) {
  return (
    <datalist id={id}>
      {words.map((word) => (
        <option key={word} value={word} />
      ))}
    </datalist>
  );
});

/** One line of text. `suggestions` offers a list but accepts other values. */
export function Field({
  suggestions,
  type = "text",
  name,
  label,
  hint,
  error,
  id: givenId,
  unmarked = false,
  ...input
}: FieldProps & { suggestions?: readonly string[] } & Native<InputHTMLAttributes<HTMLInputElement>>) {
  const optional = !input.required && !unmarked;
  const { id, describedBy } = wire({ name, label, hint, error, id: givenId ?? fieldId(name) }, optional);
  return (
    <Frame id={id} label={label} hint={hint} error={error} optional={optional}>
      <input
        className="input"
        id={id}
        name={name}
        type={type}
        list={suggestions ? `${id}-list` : undefined}
        aria-describedby={describedBy}
        aria-invalid={error ? true : undefined}
        {...input}
      />
      {suggestions ? <Suggestions id={`${id}-list`} words={suggestions} /> : null}
    </Frame>
  );
}

export function TextArea({
  name,
  label,
  hint,
  error,
  id: givenId,
  unmarked = false,
  rows = 5,
  ...area
}: FieldProps & { ref?: Ref<HTMLTextAreaElement> } & Native<TextareaHTMLAttributes<HTMLTextAreaElement>>) {
  const optional = !area.required && !unmarked;
  const { id, describedBy } = wire({ name, label, hint, error, id: givenId ?? fieldId(name) }, optional);
  return (
    <Frame id={id} label={label} hint={hint} error={error} optional={optional}>
      <textarea
        className="input"
        id={id}
        name={name}
        rows={rows}
        aria-describedby={describedBy}
        aria-invalid={error ? true : undefined}
        {...area}
      />
    </Frame>
  );
}

export interface Choice {
  value: string;
  label: string;
}

/** `placeholder` is the empty first choice. */
export function Select({
  name,
  label,
  hint,
  error,
  id: givenId,
  unmarked = false,
  options,
  placeholder,
  ...select
}: FieldProps & { options: readonly Choice[]; placeholder?: string } & Native<
    SelectHTMLAttributes<HTMLSelectElement>
  >) {
  const optional = !select.required && !unmarked;
  const { id, describedBy } = wire({ name, label, hint, error, id: givenId ?? fieldId(name) }, optional);
  return (
    <Frame id={id} label={label} hint={hint} error={error} optional={optional}>
      <div className="select">
        <select
          className="input"
          id={id}
          name={name}
          aria-describedby={describedBy}
          aria-invalid={error ? true : undefined}
          {...select}
        >
          {placeholder === undefined ? null : <option value="">{placeholder}</option>}
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
        <Icon name="chevron" />
      </div>
    </Frame>
  );
}

/** A single yes, such as a consent: the label is the full sentence that the person agrees to. */
export function Checkbox({
  name,
  label,
  hint,
  error,
  id: givenId,
  value = "yes",
  unmarked: _unmarked,
  ...input
}: FieldProps & Native<InputHTMLAttributes<HTMLInputElement>>) {
  const { id, describedBy } = wire({ name, label, hint, error, id: givenId ?? fieldId(name) }, false);
  return (
    <div className="field">
      <div className="choice">
        <input
          type="checkbox"
          id={id}
          name={name}
          value={value}
          aria-describedby={describedBy}
          aria-invalid={error ? true : undefined}
          {...input}
        />
        <label htmlFor={id}>{label}</label>
        {hint ? (
          <p className="field-hint" id={`${id}-hint`}>
            {hint}
          </p>
        ) : null}
        {error ? <FieldError id={`${id}-error`}>{error}</FieldError> : null}
      </div>
    </div>
  );
}

/** A few choices shown at once. @public */
export function RadioGroup({
  name,
  label,
  hint,
  error,
  id: givenId,
  options,
  defaultValue,
  required,
}: FieldProps & {
  options: readonly (Choice & { hint?: string })[];
  defaultValue?: string;
  required?: boolean;
}) {
  const { id, describedBy } = wire({ name, label, hint, error, id: givenId ?? fieldId(name) }, false);
  return (
    <fieldset className="field fieldset" id={id} aria-describedby={describedBy}>
      <legend>{label}</legend>
      {hint ? (
        <p className="field-hint" id={`${id}-hint`}>
          {hint}
        </p>
      ) : null}
      {options.map((option) => (
        <div className="choice" key={option.value}>
          <input
            type="radio"
            id={`${id}-${option.value}`}
            name={name}
            value={option.value}
            defaultChecked={option.value === defaultValue}
            required={required}
            aria-describedby={option.hint ? `${id}-${option.value}-hint` : undefined}
          />
          <label htmlFor={`${id}-${option.value}`}>{option.label}</label>
          {option.hint ? (
            <p className="field-hint" id={`${id}-${option.value}-hint`}>
              {option.hint}
            </p>
          ) : null}
        </div>
      ))}
      {error ? <FieldError id={`${id}-error`}>{error}</FieldError> : null}
    </fieldset>
  );
}
